import type { mailRhythms } from '@dineward/core/console-insight/report.contract.ts'
import type { ReportQuery } from '@dineward/core/console-insight/report.rules.ts'
import type { ColumnType, Generated } from 'kysely'
import type { Timestamp } from '../../db/column-types.ts'

export interface SavedReportsTables {
  savedReports: SavedReportsTable
  reportMails: ReportMailsTable
}

export interface SavedReportsTable {
  id: string
  staffId: string
  /** A slug, or `*` for staff of all programs; null: only its owner sees it. */
  sharedWith: string | null
  name: string
  query: ColumnType<ReportQuery, string, string>
  version: Generated<number>
  createdAt: Timestamp
  updatedAt: Timestamp
}

export interface ReportMailsTable {
  reportId: string
  staffId: string
  rhythm: keyof typeof mailRhythms
  timeZone: string
  origin: string
  nextAt: Timestamp
}
