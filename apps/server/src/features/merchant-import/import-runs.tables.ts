import type {
  ImportColumns,
  ImportRow,
  ImportRun,
} from '@dineward/core/console-restaurants/restaurant-imports.contract.ts'
import type { ColumnMap } from '@dineward/core/merchant-import/import-columns.rules.ts'
import type { ImportedMerchant } from '@dineward/core/merchant-import/merchant-import.rules.ts'
import type { ColumnType, Generated, RawBuilder } from 'kysely'
import type { NullableTimestamp, Timestamp } from '../../db/column-types.ts'

export interface ImportRunsTables {
  importRuns: ImportRunsTable
  importRunFiles: ImportRunFilesTable
  importColumns: ImportColumnsTable
  importRunRows: ImportRunRowsTable
}

export interface ImportRunsTable {
  partnerId: string
  id: string
  fileName: string
  fileBytes: number
  state: ImportRun['state']
  createdBy: string
  /** Programs whose staff made it; null: all. */
  editorPrograms: string[] | null
  createdAt: Timestamp
  finishedAt: NullableTimestamp
  error: ColumnType<string | null, string | null | undefined, string | null>
  linesRead: Generated<number>
  progress: Generated<number>
  /** Rows that were refused and are counted only. */
  unlistedRefusals: Generated<number>
  /** Once it is finished. */
  finalCounts: ColumnType<ImportRun['counts'] | null, undefined, RawBuilder<ImportRun['counts']>>
  /** Those of a CSV, with their first values. */
  fileColumns: ColumnType<ImportColumns['columns'] | null, undefined, string>
  columns: ColumnType<ColumnMap | null, undefined, string>
}

/** What was chosen for a header holds for the next file that has it. */
export interface ImportColumnsTable {
  partnerId: string
  headerKey: string
  columns: ColumnType<ColumnMap, string, string>
  savedAt: Timestamp
}

/** The file is stored in pieces. */
export interface ImportRunFilesTable {
  partnerId: string
  runId: string
  piece: number
  content: Buffer
}

export interface ImportRunRowsTable {
  partnerId: string
  runId: string
  line: number
  outcome: ImportRow['outcome']
  merchantId: string | null
  name: string | null
  remark: string | null
  changes: ColumnType<ImportRow['changes'], string, string>
  merchant: ColumnType<ImportedMerchant | null, string | null, string | null>
  appliedAt: NullableTimestamp
  /** When the photos that it names were fetched, or could not be. */
  photosAt: NullableTimestamp
  /** Whether it was put back, or kept because someone changed it since. */
  undo: ColumnType<ImportRow['undo'], undefined, ImportRow['undo']>
}
