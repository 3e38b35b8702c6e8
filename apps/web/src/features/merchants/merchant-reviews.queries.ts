import type { getMerchantReviews } from '@dineward/core/merchants/merchants.contract.ts'
import { queryOptions } from '@tanstack/react-query'
import type { AppContext } from '../../app-context.ts'

/** As many as come with the restaurant itself, which are the first page. */
export const reviewsPerPage = 5

/** A page of what members say, newest first. */
export function merchantReviewsQuery(app: AppContext, merchantId: string, pageNo: number) {
  return queryOptions({
    queryKey: ['merchant-reviews', merchantId, pageNo],
    queryFn: async () =>
      (
        await app.api.call<typeof getMerchantReviews>('GET', '/api/v2/Merchants/:merchantId/Reviews', {
          params: { merchantId },
          query: { pageNo, pageSize: reviewsPerPage },
        })
      ).reviews,
  })
}

/** Which page of them an address asks for (`?reviews=2`): the first where it asks for none that can be. */
export function reviewsPageOf(search: string): number {
  const asked = new URLSearchParams(search).get('reviews') ?? ''
  return /^[1-9]\d{0,5}$/.test(asked) ? Number(asked) : 1
}
