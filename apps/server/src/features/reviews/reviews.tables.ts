import type { NullableTimestamp, Timestamp } from '../../db/column-types.ts'

export interface ReviewsTables {
  memberReviews: MemberReviewsTable
  reviewReports: ReviewReportsTable
}

/** One that is shown has a row of the same id in `merchant_reviews`. */
export interface MemberReviewsTable {
  id: string
  partnerId: string
  memberId: string
  merchantId: string
  transactionId: string
  rating: number
  body: string
  dinedOn: string
  writtenAt: Timestamp
  hiddenAt: NullableTimestamp
}

export interface ReviewReportsTable {
  id: string
  reviewId: string
  email: string
  reason: string
  reportedAt: Timestamp
  decidedAt: NullableTimestamp
}
