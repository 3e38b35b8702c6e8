import type { FrameCard } from '@dineward/core/cards/cards.contract.ts'

/** The product only ever holds tokens. */
export interface CardVault {
  /**
   * @returns a token, the same for the same number at this partner; null when the card frame did not issue it for this
   * partner, or longer than ten minutes ago. `useKey` lets the caller use it once.
   */
  verify(card: FrameCard, partner: string): Promise<VerifiedCard | null>
}

export interface VerifiedCard {
  readonly cardToken: string
  readonly useKey: string
  /** The token ends then, not the card. */
  readonly expiresAt: Date
  /** The card's last day; null: not known. */
  readonly cardExpiresOn: string | null
}
