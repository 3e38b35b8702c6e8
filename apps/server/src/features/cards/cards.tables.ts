import type { NullableTimestamp, Timestamp } from '../../db/column-types.ts'

/** Written by this feature only. */
export interface CardsTables {
  linkedCards: LinkedCardsTable
}

export interface LinkedCardsTable {
  id: string
  partnerId: string
  memberId: string
  /** Of the card vault: the same for the same number. The number is never stored. */
  cardToken: string
  cardType: 'Visa' | 'Amex' | 'Mastercard' | 'Discover'
  lastFour: string
  description: string
  partnerCardId: string | null
  linkedAt: Timestamp
  removedAt: NullableTimestamp
}
