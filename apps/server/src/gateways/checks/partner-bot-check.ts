import { recaptchaSiteKey } from '@dineward/core/bot-check/bot-check.rules.ts'
import type { Partner } from '@dineward/core/partner/partner.ts'
import { altchaBotCheck } from './altcha-bot-check.ts'
import type { BotCheck } from './bot-check.ts'
import { recaptchaBotCheck } from './recaptcha-bot-check.ts'

export interface BotCheckOptions {
  /** Each partner's puzzles are signed with a key derived from it. */
  readonly secrets: readonly string[]
  readonly recaptchaSecrets: ReadonlyMap<string, string>
}

/** reCAPTCHA where the partner's settings say so, else ALTCHA. */
export function partnerBotCheck({ secrets, recaptchaSecrets }: BotCheckOptions): BotCheck {
  const own = altchaBotCheck(secrets)
  const google = recaptchaBotCheck(recaptchaSecrets)
  const of = (partner: Partner) => (recaptchaSiteKey(partner) === null ? own : google)
  return {
    challenge: (partner, now, size) => of(partner).challenge(partner, now, size),
    judge: (partner, answer, now) => of(partner).judge(partner, answer, now),
  }
}
