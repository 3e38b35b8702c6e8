import type { FrameCard } from '@dineward/core/cards/cards.contract.ts'

/** Where card numbers live. The product only ever holds tokens. */
export interface CardVault {
  /**
   * Verify that the card frame issued this card.
   * @returns a token that is the same for the same number, or null when the frame did not issue it.
   */
  verify(card: FrameCard): Promise<{ cardToken: string } | null>
}
