import type { Challenge } from '@dineward/core/bot-check/bot-check.contract.ts'
import type { Partner } from '@dineward/core/partner/partner.ts'

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
