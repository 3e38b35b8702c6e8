import { AppError } from '@dineward/core/shared/errors.ts'
import type { Context } from '../../context.ts'
import { newId } from '../../new-id.ts'
import { unpublishReview } from '../merchants/reviews/merchant-reviews.service.ts'
import { recordAudit } from '../staff/audit.service.ts'
import { isReviewShown } from './reviews.read.ts'
import { closeReports, insertReport, markReviewHidden } from './reviews.repository.ts'

/** For a person to decide. @throws `review_not_found`. */
export async function reportReview(
  ctx: Context,
  { reviewId, email, reason }: { reviewId: string; email: string; reason: string },
): Promise<{ received: true }> {
  const isShown = !reviewId.includes('\0') && (await isReviewShown(ctx.db, ctx.partner.slug, reviewId))
  if (!isShown) throw new AppError('review_not_found')
  const id = newId(12)
  await insertReport(ctx.db, { id, reviewId, email, reason, reportedAt: ctx.clock.now(), decidedAt: null })
  return { received: true }
}

/** Take a review and its rating off the restaurant's page. @throws `review_not_found`. */
export function hideReview(
  ctx: Context,
  { reviewId, reason }: { reviewId: string; reason: string },
): Promise<void> {
  return decide(ctx, reviewId, async inTransaction => {
    await unpublishReview(inTransaction, reviewId)
    await markReviewHidden(inTransaction.db, reviewId, ctx.clock.now())
    await recordAudit(inTransaction, { ...entryOf(ctx, reviewId), action: 'review.hide', reason })
  })
}

/** Close its reports. @throws `review_not_found`. */
export function keepReview(ctx: Context, reviewId: string): Promise<void> {
  return decide(ctx, reviewId, inTransaction =>
    recordAudit(inTransaction, { ...entryOf(ctx, reviewId), action: 'review.keep' }),
  )
}

const entryOf = ({ partner }: Context, reviewId: string) => ({
  subject: `review ${reviewId}`,
  partnerId: partner.slug,
})

async function decide(ctx: Context, reviewId: string, write: (ctx: Context) => Promise<void>): Promise<void> {
  if (!(await isReviewShown(ctx.db, ctx.partner.slug, reviewId))) throw new AppError('review_not_found')
  await ctx.db.transaction().execute(async trx => {
    const inTransaction = { ...ctx, db: trx }
    await write(inTransaction)
    await closeReports(trx, reviewId, ctx.clock.now())
  })
}
