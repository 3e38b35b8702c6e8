import type { Challenge } from '@dineward/core/bot-check/bot-check.contract.ts'
import type { Partner } from '@dineward/core/partner/partner.ts'

export interface Judgment {
  /** `unknown` says that the service could not be reached. */
  readonly verdict: 'person' | 'refused' | 'unknown'
  /** Equal for all encodings of an answer, so that each counts once. */
  readonly answerId: string
  readonly expiresAt: Date
}

export interface BotCheck {
  /** `size` says how many numbers to try. @returns null where another service asks. */
  challenge(partner: Partner, now: Date, size: number): Promise<Challenge | null>
  /** Does not check whether the answer was used before. */
  judge(partner: Partner, answer: string, now: Date): Promise<Judgment>
}
