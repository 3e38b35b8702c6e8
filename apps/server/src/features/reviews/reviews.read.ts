import type { ReviewableDine } from '@dineward/core/reviews/reviews.rules.ts'
import { sql } from 'kysely'
import type { Db } from '../../db/open-database.ts'
import type { Owner } from './reviews.repository.ts'

export interface DineToReview extends ReviewableDine {
  readonly transactionId: string
  readonly timezone: string | null
  readonly isReviewed: boolean
}

/** The member's own, of these transactions. */
export function listDinesToReview(
  db: Db,
  owner: Owner,
  transactionIds: readonly string[],
): Promise<DineToReview[]> {
  return db
    .selectFrom('dines as dine')
    .leftJoin('merchants as merchant', 'merchant.id', 'dine.merchantId')
    .leftJoin('memberReviews as review', join =>
      join
        .onRef('review.partnerId', '=', 'dine.partnerId')
        .onRef('review.transactionId', '=', 'dine.sourceTransactionId'),
    )
    .select([
      'dine.sourceTransactionId as transactionId',
      'dine.status',
      'dine.merchantId',
      'merchant.timezone',
    ])
    .select([
      sql<string>`to_char(dine.dined_at, 'YYYY-MM-DD')`.as('dinedOn'),
      sql<boolean>`review.id is not null`.as('isReviewed'),
    ])
    .where('dine.partnerId', '=', owner.partnerId)
    .where('dine.memberId', '=', owner.memberId)
    .where('dine.sourceTransactionId', 'in', transactionIds)
    .orderBy('dine.dinedAt', 'desc')
    .execute()
}

export interface ReportedReview {
  readonly id: string
  readonly merchantName: string
  readonly authorName: string
  readonly rating: number
  readonly body: string
  readonly reports: readonly { readonly email: string; readonly reason: string }[]
}

/** Of restaurants in the partner's program, with open reports; the longest waiting first. */
export function listReportedReviews(db: Db, partnerId: string): Promise<ReportedReview[]> {
  return db
    .selectFrom('merchantReviews as review')
    .innerJoin('merchants as merchant', 'merchant.id', 'review.merchantId')
    .innerJoin('reviewReports as report', 'report.reviewId', 'review.id')
    .select([
      'review.id',
      'merchant.name as merchantName',
      'review.authorName',
      'review.rating',
      'review.body',
    ])
    .select(
      sql<
        ReportedReview['reports']
      >`json_agg(json_build_object('email', report.email, 'reason', report.reason)
        order by report.reported_at)`.as('reports'),
    )
    .where('report.decidedAt', 'is', null)
    .where('review.hiddenAt', 'is', null)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('merchantParticipations as participation')
          .select('participation.merchantId')
          .where('participation.partnerId', '=', partnerId)
          .whereRef('participation.merchantId', '=', 'merchant.id'),
      ),
    )
    .groupBy(['review.id', 'merchant.name'])
    .orderBy(sql`min(report.reported_at)`)
    .orderBy('review.id')
    .execute()
}

/** Whether it is shown, at a restaurant in the partner's program. */
export async function isReviewShown(db: Db, partnerId: string, reviewId: string): Promise<boolean> {
  const found = await db
    .selectFrom('merchantReviews as review')
    .innerJoin('merchantParticipations as participation', 'participation.merchantId', 'review.merchantId')
    .select('review.id')
    .where('participation.partnerId', '=', partnerId)
    .where('review.id', '=', reviewId)
    .where('review.hiddenAt', 'is', null)
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}
