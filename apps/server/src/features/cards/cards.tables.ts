import type { NullableTimestamp, Timestamp } from '../../db/column-types.ts'

export interface CardsTables {
  linkedCards: LinkedCardsTable
  usedCardTokens: UsedCardTokensTable
}

export interface LinkedCardsTable {
  id: string
  partnerId: string
  memberId: string
  /** The token comes from the card vault: it is the same for the same number at this partner. */
  cardToken: string
  cardType: 'Visa' | 'Amex' | 'Mastercard' | 'Discover'
  lastFour: string
  description: string
  /** The member gave this name. */
  name: string | null
  partnerCardId: string | null
  linkedAt: Timestamp
  removedAt: NullableTimestamp
  /** `YYYY-MM-DD`, the last day on which it is good; null: not known. */
  expiresOn: string | null
}

/** Those of the card frame that linked a card, until they expire. */
export interface UsedCardTokensTable {
  partnerId: string
  tokenHash: string
  expiresAt: Timestamp
}
