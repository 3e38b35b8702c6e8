import { createHmac } from 'node:crypto'
import { challengeAnswerSchema } from '@dineward/core/bot-check/bot-check.contract.ts'
import type { Partner } from '@dineward/core/partner/partner.ts'
import { minutes } from '@dineward/core/shared/clock.ts'
import { createChallenge, extractParams, verifySolution } from 'altcha-lib/v1'
import type { BotCheck, Judgment } from './bot-check.ts'

/** About half a second of a phone's time, on average; a thousand guesses cost a guesser ten minutes of it. */
const maxNumber = 50_000
const lifeMs = minutes(5)

/**
 * ALTCHA, by ourselves: a number to be found whose hash we signed, so that asking keeps nothing. Each partner's puzzles
 * are signed with a key of its own: an answer found for one is worth nothing at another.
 */
export function altchaBotCheck(secret: string): BotCheck {
  const keyOf = ({ slug }: Partner) => createHmac('sha256', secret).update(`bot-check:${slug}`).digest('hex')
  return {
    async challenge(partner, now) {
      const expires = new Date(now.getTime() + lifeMs)
      const made = await createChallenge({ hmacKey: keyOf(partner), maxnumber: maxNumber, expires })
      return { ...made, algorithm: 'SHA-256', maxnumber: maxNumber }
    },
    async judge(partner, answer, now) {
      const payload = payloadOf(answer)
      if (!payload) return refused(now)
      // The library would compare with the machine's clock, and take a salt that names no end.
      const expiresAt = new Date(Number(extractParams(payload).expires) * 1_000)
      const inTime = expiresAt.getTime() >= now.getTime()
      const isRight = inTime && (await verifySolution(payload, keyOf(partner), false))
      return isRight ? { verdict: 'person', answerId: payload.signature, expiresAt } : refused(now)
    },
  }
}

const refused = (now: Date): Judgment => ({ verdict: 'refused', answerId: '', expiresAt: now })

function payloadOf(answer: string) {
  try {
    const parsed = challengeAnswerSchema.safeParse(JSON.parse(Buffer.from(answer, 'base64').toString('utf8')))
    return parsed.success ? parsed.data : null
  } catch {
    return null
  }
}
