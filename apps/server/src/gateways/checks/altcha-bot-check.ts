import { createHmac } from 'node:crypto'
import { challengeAnswerSchema } from '@dineward/core/bot-check/bot-check.contract.ts'
import type { Partner } from '@dineward/core/partner/partner.ts'
import { minutes } from '@dineward/core/shared/clock.ts'
import { createChallenge, extractParams, verifySolution } from 'altcha-lib/v1'
import { keysFor } from '../../secrets/secret-keys.ts'
import type { BotCheck, Judgment } from './bot-check.ts'

const lifeMs = minutes(5)

/** Signed puzzles, so that nothing is stored. Each partner has its own key: an answer counts at one partner only. */
export function altchaBotCheck(secrets: readonly string[]): BotCheck {
  const keysOf = ({ slug }: Partner) =>
    keysFor('bot-check puzzle', secrets).map(key => createHmac('sha256', key).update(slug).digest('hex'))
  return {
    async challenge(partner, now, size) {
      const expires = new Date(now.getTime() + lifeMs)
      const made = await createChallenge({ hmacKey: keysOf(partner)[0]!, maxnumber: size, expires })
      return { ...made, algorithm: 'SHA-256', maxnumber: size }
    },
    async judge(partner, answer, now) {
      const payload = payloadOf(answer)
      if (!payload) return refused(now)
      // The library uses the machine's clock and accepts a salt without an expiry.
      const expiresAt = new Date(Number(extractParams(payload).expires) * 1_000)
      const inTime = expiresAt.getTime() >= now.getTime()
      const verdicts = await Promise.all(keysOf(partner).map(key => verifySolution(payload, key, false)))
      return inTime && verdicts.includes(true)
        ? { verdict: 'person', answerId: payload.signature, expiresAt }
        : refused(now)
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
