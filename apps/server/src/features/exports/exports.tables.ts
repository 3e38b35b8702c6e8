import type { ExportManifest } from '@dineward/core/exports/exports.contract.ts'
import type { ColumnType, Generated } from 'kysely'
import type { NullableTimestamp, Timestamp } from '../../db/column-types.ts'

export interface ExportsTables {
  exportKeys: ExportKeysTable
  exportTargets: ExportTargetsTable
  exportPositions: ExportPositionsTable
  exportRuns: ExportRunsTable
}

export interface ExportKeysTable {
  partnerId: string
  /** It makes pseudonyms, by HMAC. */
  key: Buffer
  createdAt: Timestamp
}

export interface ExportTargetsTable {
  partnerId: string
  /** It is an absolute path, or `s3://bucket/prefix`. */
  target: string
  /** The number of the last folder with a manifest. */
  lastRun: Generated<number>
  /** The id of the run that has it. */
  claimedBy: string | null
  /** In real time: a process that was killed says nothing more. */
  claimedUntil: NullableTimestamp
}

export interface ExportPositionsTable {
  partnerId: string
  target: string
  tableName: string
  /** It is a transaction (xid8). */
  position: string | null
}

export interface ExportRunsTable {
  partnerId: string
  id: string
  target: string
  number: number | null
  startedBy: string
  isScheduled: boolean
  startedAt: Timestamp
  finishedAt: NullableTimestamp
  /** A sentence for operators. */
  error: string | null
  manifest: ColumnType<ExportManifest | null, string | null | undefined, string | null>
}
