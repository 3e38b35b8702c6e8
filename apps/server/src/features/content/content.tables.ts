import type { ColumnType } from 'kysely'
import type { NullableTimestamp, Timestamp } from '../../db/column-types.ts'

export interface ContentTables {
  contentVersions: ContentVersionsTable
}

/** The console writes these versions; they go over what comes from the folder or the account. */
export interface ContentVersionsTable {
  partnerId: string
  kind: string
  slug: string
  /** Versions count 1, 2, 3: the newest whose time it is shows. */
  version: number
  /** An entry has one draft at most. */
  state: 'draft' | 'published'
  /** Null means that nothing is shown, not even what ships. */
  fields: ColumnType<Record<string, unknown> | null, string | null, string | null>
  shownFrom: NullableTimestamp
  shownUntil: NullableTimestamp
  savedAt: Timestamp
  savedBy: string
}
