import type { CardType } from '@dineward/core/cards/cards.contract.ts'
import type { Partner } from '@dineward/core/partner/partner.ts'

/** The cards that a member has at the partner, such as a bank (docs/partner-cards.md). */
export interface PartnerCards {
  /** @throws when the partner does not answer, or not as agreed. */
  list(partner: Partner, holder: CardHolder): Promise<readonly PartnerCard[]>
}

export interface CardHolder {
  readonly memberId: string
  readonly memberNumber: string | null
}

export interface PartnerCard {
  readonly partnerCardId: string
  readonly cardType: CardType
  readonly lastFour: string
  readonly description: string
  /** It is like one of the card vault: the same for the same number at this partner. */
  readonly cardToken: string
  /** The card's last day; null: not known. */
  readonly expiresOn: string | null
}
