import { createHash } from 'node:crypto'
import type { Challenge } from '@dineward/core/bot-check/bot-check.contract.ts'
import type { Clock } from '@dineward/core/shared/clock.ts'
import { AppError } from '@dineward/core/shared/errors.ts'
import type { Context } from '../../context.ts'
import type { Db } from '../../db/open-database.ts'
import { deleteAnswersBefore, insertUsedAnswer } from './bot-check.repository.ts'

/** A puzzle for this partner's visitors. Throws `not_found` where another service checks them. */
export async function issueChallenge({ gateways, partner, clock }: Context): Promise<Challenge> {
  const challenge = await gateways.botCheck.challenge(partner, clock.now())
  if (!challenge) throw new AppError('not_found')
  return challenge
}

/**
 * Whether this answer is a person's, here, now and for the first time. It is used up by asking.
 *
 * Where the judge cannot be reached the answer counts: a form that nobody can send because of somebody else's trouble
 * costs every member, while guessing is still slowed by the limits of calls and by the lock of the account.
 */
export async function useAnswer(ctx: Context, answer: string): Promise<boolean> {
  const { db, partner, clock, log } = ctx
  const { verdict, answerId, expiresAt } = await ctx.gateways.botCheck.judge(partner, answer, clock.now())
  if (verdict === 'refused') return false
  if (verdict === 'unknown') log.error('the bot check cannot be asked: answers are let through unjudged')
  const answerHash = createHash('sha256').update(answerId).digest('base64url')
  return insertUsedAnswer(db, { partnerId: partner.slug, answerHash, expiresAt })
}

/** Once an hour: an answer that is over would be refused anyway. */
export async function forgetUsedAnswers({ db, clock }: { db: Db; clock: Clock }): Promise<void> {
  await deleteAnswersBefore(db, clock.now())
}
