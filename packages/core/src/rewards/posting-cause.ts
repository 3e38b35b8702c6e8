import type { LocalDate } from '../shared/local-date.ts'

/** What changed a dine's reward, where a reason code alone does not say it. Stored with the posting. */
export type PostingCause =
  | {
      /** The member's tier at the dine turned out to be another. */
      readonly kind: 'tier_changed'
      readonly before: number
      readonly after: number
      readonly dinedOn: LocalDate
    }
  | {
      /** A refund of another dine is one of this, or the other way around. */
      readonly kind: 'refund_moved'
      readonly isOfThisDine: boolean
      readonly transactionId: string
      readonly amountCents: number
      readonly refundedOn: LocalDate
    }
