import type { getMerchantReviews } from '@dineward/core/merchants/merchants.contract.ts'
import type { ContractInput, ContractResponse } from '@dineward/core/shared/contract.ts'
import { AppError } from '@dineward/core/shared/errors.ts'
import { totalPages } from '@dineward/core/shared/paging.ts'
import type { Context } from '../../../context.ts'
import { hideReview, insertReview, type ReviewRow, selectReviews } from './merchant-reviews.repository.ts'

type Contract = typeof getMerchantReviews

/** @throws `merchant_not_found` where it takes no part in the partner's program. */
export async function showMerchantReviews(
  ctx: Pick<Context, 'db' | 'partner'>,
  { params: { merchantId }, query: { pageNo, pageSize } }: ContractInput<Contract>,
): Promise<ContractResponse<Contract>> {
  // PostgreSQL refuses text with a NUL.
  const found = merchantId.includes('\0')
    ? undefined
    : await selectReviews(ctx.db, ctx.partner.slug, merchantId, {
        count: pageSize,
        from: (pageNo - 1) * pageSize,
      })
  if (!found) throw new AppError('merchant_not_found')
  return {
    reviews: [...found.reviews],
    totalResultSize: found.total,
    totalPages: totalPages(found.total, pageSize),
    pageNo,
  }
}

/** Show it on the restaurant's page and count its rating, in the caller's transaction. */
export async function publishReview(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  review: ReviewRow & { readonly merchantId: string },
): Promise<void> {
  await insertReview(db, review, clock.now())
}

/** Take it and its rating away, in the caller's transaction. @returns false where it is not shown. */
export function unpublishReview(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  reviewId: string,
): Promise<boolean> {
  return hideReview(db, reviewId, clock.now())
}
