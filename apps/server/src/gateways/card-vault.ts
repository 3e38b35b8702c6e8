import type { FrameCard } from '@dineward/core/cards/cards.contract.ts'

/** The product only ever holds tokens. */
export interface CardVault {
  /** @returns a token, the same for the same number; null when the card frame did not issue it. */
  verify(card: FrameCard): Promise<{ cardToken: string } | null>
}
