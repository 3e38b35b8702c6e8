import { createHash } from 'node:crypto'
import { minutes } from '@dineward/core/shared/clock.ts'
import * as z from 'zod/mini'
import { callOut } from '../outgoing-calls.ts'
import type { BotCheck, Judgment } from './bot-check.ts'

const siteVerify = 'https://www.google.com/recaptcha/api/siteverify'
/** It is short: the visitor waits at the form. */
const timeOutMs = 3_000
/** It is the life of a token (integrations: Bot check). */
const lifeMs = minutes(2)

const answerSchema = z.object({ success: z.boolean(), 'error-codes': z.optional(z.array(z.string())) })

/** Errors of our own request, not of the visitor's answer. */
const ourFault = new Set(['missing-input-secret', 'invalid-input-secret', 'bad-request'])

export function recaptchaBotCheck(
  secrets: ReadonlyMap<string, string>,
  ask: typeof callOut = callOut,
): BotCheck {
  return {
    challenge: async () => null,
    async judge(partner, answer, now) {
      const judgment = (verdict: Judgment['verdict']): Judgment => ({
        verdict,
        answerId: createHash('sha256').update(answer).digest('hex'),
        expiresAt: new Date(now.getTime() + lifeMs),
      })
      const secret = secrets.get(partner.slug)
      if (!secret) return judgment('unknown')
      try {
        const response = await ask(siteVerify, {
          method: 'POST',
          body: new URLSearchParams({ secret, response: answer }),
          signal: AbortSignal.timeout(timeOutMs),
        })
        const said = answerSchema.parse(await response.json())
        if (said.success) return judgment('person')
        return judgment(said['error-codes']?.some(code => ourFault.has(code)) ? 'unknown' : 'refused')
      } catch {
        return judgment('unknown')
      }
    },
  }
}
