import type { Insertable } from 'kysely'
import type { Db } from '../../db/open-database.ts'
import type { MemberReviewsTable, ReviewReportsTable } from './reviews.tables.ts'

export interface Owner {
  readonly partnerId: string
  readonly memberId: string
}

/** @returns false where the dine was reviewed before. */
export async function insertMemberReview(db: Db, review: Insertable<MemberReviewsTable>): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('memberReviews')
    .values(review)
    .onConflict(conflict => conflict.columns(['partnerId', 'transactionId']).doNothing())
    .executeTakeFirstOrThrow()
  return Number(numInsertedOrUpdatedRows ?? 0) > 0
}

/** This marks the row that the member wrote, not the one that is published. */
export async function markReviewHidden(db: Db, id: string, now: Date): Promise<void> {
  await db.updateTable('memberReviews').set({ hiddenAt: now }).where('id', '=', id).execute()
}

/** Staff have read enough then; anyone may report, from ever other addresses. */
const mostOpenReports = 20

/** One open report of an address each. */
export async function insertReport(db: Db, report: Insertable<ReviewReportsTable>): Promise<void> {
  const { count } = await db
    .selectFrom('reviewReports')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('reviewId', '=', report.reviewId)
    .where('decidedAt', 'is', null)
    .executeTakeFirstOrThrow()
  // Those who report at the same moment may be a few more.
  if (count >= mostOpenReports) return
  await db
    .insertInto('reviewReports')
    .values(report)
    .onConflict(conflict => conflict.doNothing())
    .execute()
}

/** @returns how many there were. */
export async function closeReports(db: Db, reviewId: string, now: Date): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable('reviewReports')
    .set({ decidedAt: now })
    .where('reviewId', '=', reviewId)
    .where('decidedAt', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(numUpdatedRows)
}
