import type { getAccruals } from '@dineward/core/console-finance/accruals.contract.ts'
import type { getExceptions } from '@dineward/core/console-finance/exceptions.contract.ts'
import type { FinanceRun, getLedgerCheck } from '@dineward/core/console-finance/finance-runs.contract.ts'
import type { getLiability } from '@dineward/core/console-finance/liability.contract.ts'
import type { getPayouts } from '@dineward/core/console-finance/payouts.contract.ts'
import type { getPeriodChecklist, getPeriods } from '@dineward/core/console-finance/periods.contract.ts'
import type {
  getMerchantStatements,
  getPartnerStatement,
} from '@dineward/core/console-finance/statements.contract.ts'
import type { PayoutStatus } from '@dineward/core/payouts/payouts.rules.ts'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import { read, readPages } from '../../lib/read.ts'

/** It begins each key, so that a write invalidates all of them. */
export const financeKey = ['finance'] as const

/** The figures stand beside rows that make them. */
export interface OfNow {
  readonly ofNow?: 'true'
}

/** Empty values ask for all programs, and for now. */
export const liabilityQuery = (partner: string, month: string, ofNow: OfNow = {}) =>
  queryOptions({
    queryKey: [...financeKey, 'liability', partner, month, ofNow],
    queryFn: ({ signal }) =>
      api<typeof getLiability>(
        'GET',
        '/api/Console/Finance/Liability',
        { query: { partner: partner || undefined, month: month || undefined, ...ofNow } },
        { signal },
      ),
  })

export const exceptionsQuery = (partner: string) =>
  queryOptions({
    queryKey: [...financeKey, 'exceptions', partner],
    queryFn: async ({ signal }) =>
      (
        await api<typeof getExceptions>(
          'GET',
          '/api/Console/Finance/Exceptions',
          { query: { partner: partner || undefined } },
          { signal },
        )
      ).items,
  })

/** Of a run that a worker is at: asked for again until it is finished. */
const askAgain = (run: FinanceRun | null | undefined): number | false =>
  run && run.finishedAt === null ? 1_000 : false

export const ledgerCheckQuery = (partner: string) =>
  queryOptions({
    queryKey: [...financeKey, 'ledger-check', partner],
    queryFn: async ({ signal }) =>
      (
        await api<typeof getLedgerCheck>(
          'GET',
          '/api/Console/Finance/LedgerCheck',
          { query: { partner: partner || undefined } },
          { signal },
        )
      ).run,
    refetchInterval: ({ state }) => askAgain(state.data),
  })

const pageSize = 200

export const accrualsQuery = (partner: string) =>
  readPages<typeof getAccruals>(
    [...financeKey, 'accruals', partner],
    '/api/Console/Finance/Accruals',
    { query: { partner } },
    ({ files }) => (files.length < pageSize ? null : files.at(-1)?.fileId),
  )

export const payoutsQuery = (partner: string, status: PayoutStatus | undefined) =>
  readPages<typeof getPayouts>(
    [...financeKey, 'payouts', partner, status],
    '/api/Console/Finance/Payouts',
    { query: { partner, status } },
    ({ items }) => (items.length < pageSize ? null : items.at(-1)?.id),
  )

interface OfMonth {
  readonly partner: string
  readonly month: string
}

export const partnerStatementQuery = (query: OfMonth & OfNow) =>
  read<typeof getPartnerStatement>(
    [...financeKey, 'partner-statement', query],
    '/api/Console/Finance/PartnerStatement',
    { query },
  )

export const merchantStatementsQuery = (query: OfMonth) =>
  read<typeof getMerchantStatements>(
    [...financeKey, 'merchant-statements', query],
    '/api/Console/Finance/MerchantStatements',
    { query },
  )

export const periodsQuery = (partner: string) =>
  queryOptions({
    queryKey: [...financeKey, 'periods', partner],
    queryFn: ({ signal }) =>
      api<typeof getPeriods>('GET', '/api/Console/Finance/Periods', { query: { partner } }, { signal }),
    refetchInterval: ({ state }) => askAgain(state.data?.run),
  })

export const checklistQuery = (query: OfMonth) =>
  read<typeof getPeriodChecklist>(
    [...financeKey, 'checklist', query],
    '/api/Console/Finance/Periods/Checklist',
    { query },
  )
