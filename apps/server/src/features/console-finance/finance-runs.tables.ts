import type { LedgerProblem } from '@dineward/core/console-finance/finance-runs.contract.ts'
import type { ColumnType, Generated } from 'kysely'
import type { NullableTimestamp, Timestamp } from '../../db/column-types.ts'

export interface FinanceRunsTables {
  financeRuns: FinanceRunsTable
}

export interface FinanceRunsTable {
  id: string
  kind: 'check' | 'close'
  /** Slugs are in order; null means all programs, and rows of none. */
  programs: string[] | null
  month: string | null
  note: string | null
  createdBy: string
  createdAt: Timestamp
  stepsDone: Generated<number>
  steps: number
  finishedAt: NullableTimestamp
  problems: ColumnType<LedgerProblem[], string | undefined, string>
  error: string | null
}
