import type { NullableTimestamp, Timestamp } from '../../db/column-types.ts'

/** Written by this feature only. */
export interface CardsTables {
  linkedCards: LinkedCardsTable
}

export interface LinkedCardsTable {
  id: string
  partnerId: string
  memberId: string
  /** The card frame's token. The number itself is never here. */
  cardToken: string
  cardType: 'Visa' | 'Amex' | 'Mastercard' | 'Discover'
  lastFour: string
  description: string
  partnerCardId: string | null
  linkedAt: Timestamp
  removedAt: NullableTimestamp
}
