import type {
  getDineSummary,
  getStatementCreditBalance,
  getTransactions,
  getTransactionsAndCredits,
} from '@dineward/core/activity/activity.contract.ts'
import { paysStatementCredits } from '@dineward/core/partner/partner-questions.ts'
import type { ContractResponse } from '@dineward/core/shared/contract.ts'
import { queryOptions } from '@tanstack/react-query'
import type { AppContext } from '../../app-context.ts'

export type ActivityPage = ContractResponse<typeof getTransactionsAndCredits>
export type ActivityItem = ActivityPage['data'][number]
export type Dine = Extract<ActivityItem, { recordType: 'Transaction' }>
export type StatementCredit = Extract<ActivityItem, { recordType: 'Credit' }>

const pageSize = 10

export function activityQuery(app: AppContext, pageNo: number) {
  const query = { pageNo, resultsPerPage: pageSize }
  return queryOptions({
    queryKey: ['activity', pageNo],
    queryFn: (): Promise<ActivityPage> =>
      paysStatementCredits(app.partner)
        ? app.api.call<typeof getTransactionsAndCredits>('GET', '/api/Member/TransactionsStatementCredits', {
            query,
          })
        : app.api.call<typeof getTransactions>('GET', '/api/Member/Transactions', { query }),
  })
}

export function dineSummaryQuery(app: AppContext) {
  return queryOptions({
    queryKey: ['dineSummary'],
    queryFn: () => app.api.call<typeof getDineSummary>('GET', '/api/Member/DineSummary', {}),
  })
}

/** In dollars; negative after a refund of a paid dine. */
export function creditBalanceQuery(app: AppContext) {
  return queryOptions({
    queryKey: ['creditBalance'],
    queryFn: () =>
      app.api.call<typeof getStatementCreditBalance>('GET', '/api/Member/StatementCreditBalance', {}),
  })
}
