import { createHash } from 'node:crypto'
import type { Challenge } from '@dineward/core/bot-check/bot-check.contract.ts'
import { AppError } from '@dineward/core/shared/errors.ts'
import type { Context } from '../../context.ts'
import { insertUsedAnswer } from './bot-check.repository.ts'

/** @throws `not_found` where another service checks visitors. */
export async function issueChallenge(
  { gateways, partner, clock }: Context,
  size: number,
): Promise<Challenge> {
  const challenge = await gateways.botCheck.challenge(partner, clock.now(), size)
  if (!challenge) throw new AppError('not_found')
  return challenge
}

/** Use up an answer. @returns true also while the checking service is down: rate limits and locks remain. */
export async function useAnswer(ctx: Context, answer: string): Promise<boolean> {
  const { db, partner, clock, log } = ctx
  const { verdict, answerId, expiresAt } = await ctx.gateways.botCheck.judge(partner, answer, clock.now())
  if (verdict === 'refused') return false
  if (verdict === 'unknown')
    log.error('bot check service is unavailable, accepting answers without a verdict')
  const answerHash = createHash('sha256').update(answerId).digest('base64url')
  return insertUsedAnswer(db, { partnerId: partner.slug, answerHash, expiresAt })
}
