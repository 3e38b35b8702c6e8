import type { FrameCard } from '@dineward/core/cards/cards.contract.ts'

/** Where card numbers live. The product only ever holds tokens. */
export interface CardVault {
  /**
   * Checks that a card came out of the card frame as it says. Answers the token under which the same number is always
   * known (so a card that is linked twice is recognized), or null when the frame never issued this.
   */
  verify(card: FrameCard): Promise<{ cardToken: string } | null>
}
