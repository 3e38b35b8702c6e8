import type { NullableTimestamp, Timestamp } from '../../db/column-types.ts'

export interface CardsTables {
  linkedCards: LinkedCardsTable
}

export interface LinkedCardsTable {
  id: string
  partnerId: string
  memberId: string
  /** From the card vault: the same for the same number. */
  cardToken: string
  cardType: 'Visa' | 'Amex' | 'Mastercard' | 'Discover'
  lastFour: string
  description: string
  partnerCardId: string | null
  linkedAt: Timestamp
  removedAt: NullableTimestamp
}
