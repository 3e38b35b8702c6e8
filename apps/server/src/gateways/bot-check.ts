import type { Challenge } from '@dineward/core/bot-check/bot-check.contract.ts'
import { recaptchaSiteKey } from '@dineward/core/bot-check/bot-check.rules.ts'
import type { Partner } from '@dineward/core/partner/partner.ts'
import { altchaBotCheck } from './altcha-bot-check.ts'
import { recaptchaBotCheck } from './recaptcha-bot-check.ts'

export interface Judgment {
  /** `unknown`: whoever judges could not be asked. */
  readonly verdict: 'person' | 'refused' | 'unknown'
  /** The same for every way of writing the same answer, so that each counts once. */
  readonly answerId: string
  /** After this the answer would be refused anyway. */
  readonly expiresAt: Date
}

/** Tells people's browsers from programs. */
export interface BotCheck {
  /** A puzzle of our own; null where another service asks. */
  challenge(partner: Partner, now: Date): Promise<Challenge | null>
  /** Judges what came back. Whether the answer was used before is not its business. */
  judge(partner: Partner, answer: string, now: Date): Promise<Judgment>
}

export interface BotCheckOptions {
  /** Signs puzzles; every partner's with a key of its own that is derived from it. */
  readonly secret: string
  /** reCAPTCHA's secret keys by partner. */
  readonly recaptchaSecrets: ReadonlyMap<string, string>
}

/** Asks whoever the partner's settings name. */
export function partnerBotCheck({ secret, recaptchaSecrets }: BotCheckOptions): BotCheck {
  const own = altchaBotCheck(secret)
  const google = recaptchaBotCheck(recaptchaSecrets)
  const of = (partner: Partner) => (recaptchaSiteKey(partner) === null ? own : google)
  return {
    challenge: (partner, now) => of(partner).challenge(partner, now),
    judge: (partner, answer, now) => of(partner).judge(partner, answer, now),
  }
}
