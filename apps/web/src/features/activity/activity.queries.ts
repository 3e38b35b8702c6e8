import type {
  getDineSummary,
  getTransactions,
  getTransactionsAndCredits,
} from '@dineward/core/activity/activity.contract.ts'
import type { ActivityFilters } from '@dineward/core/activity/activity-filters.ts'
import { paysStatementCredits } from '@dineward/core/partner/partner-questions.ts'
import type { ContractResponse } from '@dineward/core/shared/contract.ts'
import type { FieldError } from '@dineward/core/shared/errors.ts'
import { queryOptions } from '@tanstack/react-query'
import type { AppContext } from '../../app-context.ts'
import { ApiError } from '../../lib/api/api-client.ts'
import { hasFilters, noFilters } from './activity-address.ts'

export interface ActivityPage
  extends Omit<ContractResponse<typeof getTransactionsAndCredits>, 'memberBalance' | 'payouts'> {
  /** Where the partner pays credits: in dollars; negative after a refund of a paid dine. */
  readonly memberBalance?: number
  /** They come with the balance. */
  readonly payouts?: ContractResponse<typeof getTransactionsAndCredits>['payouts']
  /** What is wrong with the filters. */
  readonly problems?: readonly FieldError[]
}
export type ActivityItem = ActivityPage['data'][number]
export type Dine = Extract<ActivityItem, { recordType: 'Transaction' }>
export type StatementCredit = Extract<ActivityItem, { recordType: 'Credit' }>

const pageSize = 10

export function activityQuery(app: AppContext, pageNo: number, filters: ActivityFilters = noFilters) {
  const query = { ...filters, pageNo, resultsPerPage: pageSize }
  return queryOptions({
    queryKey: hasFilters(filters) ? ['activity', pageNo, filters] : ['activity', pageNo],
    queryFn: async (): Promise<ActivityPage> => {
      try {
        return paysStatementCredits(app.partner)
          ? await app.api.call<typeof getTransactionsAndCredits>(
              'GET',
              '/api/Member/TransactionsStatementCredits',
              { query },
            )
          : await app.api.call<typeof getTransactions>('GET', '/api/Member/Transactions', { query })
      } catch (error) {
        if (!(error instanceof ApiError && error.code === 'validation_failed')) throw error
        return { data: [], totalResultSize: 0, totalPages: 0, problems: error.fieldErrors }
      }
    },
  })
}

export function dineSummaryQuery(app: AppContext) {
  return queryOptions({
    queryKey: ['dineSummary'],
    queryFn: () => app.api.call<typeof getDineSummary>('GET', '/api/Member/DineSummary', {}),
  })
}
