import type { getMerchant } from '@dineward/core/merchants/merchants.contract.ts'
import { queryOptions } from '@tanstack/react-query'
import type { AppContext } from '../../app-context.ts'
import { showsTime } from '../../page-state.ts'

/** Members get fields that visitors do not, so each has its own cache entry. */
export function merchantQuery(app: AppContext, merchantId: string) {
  return queryOptions({
    queryKey: ['merchant', app.hasSession() ? 'member' : 'visitor', merchantId],
    queryFn: () =>
      app.api.call<typeof getMerchant>('GET', '/api/v2/Merchants/:merchantId', { params: { merchantId } }),
    meta: showsTime,
  })
}
