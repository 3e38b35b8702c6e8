import type { getMerchantReviews, Merchant } from '@dineward/core/merchants/merchants.contract.ts'
import { queryOptions } from '@tanstack/react-query'
import type { AppContext } from '../../app-context.ts'

/** The restaurant's response contains the first page. */
export const reviewsPerPage = 5

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

export function reviewPagesOf({ reviewSpread }: Pick<Merchant, 'reviewSpread'>) {
  const total = reviewSpread.reduce((sum, count) => sum + count, 0)
  return { total, pages: Math.ceil(total / reviewsPerPage) }
}

/** `?reviews=2` asks for it, limited to the existing pages. */
export function reviewsPageOf(merchant: Pick<Merchant, 'reviewSpread'>, search: string): number {
  const asked = new URLSearchParams(search).get('reviews') ?? ''
  if (!/^[1-9]\d{0,8}$/.test(asked)) return 1
  return Math.max(1, Math.min(Number(asked), reviewPagesOf(merchant).pages))
}
