import type { ColumnType } from 'kysely'
import type { NullableTimestamp, Timestamp } from '../../db/column-types.ts'

export interface ContentTables {
  contentVersions: ContentVersionsTable
}

/** Written in the console; over what comes from the folder or the account. */
export interface ContentVersionsTable {
  partnerId: string
  kind: string
  slug: string
  /** 1, 2, 3: the newest whose time it is shows. */
  version: number
  /** One draft an entry at most. */
  state: 'draft' | 'published'
  /** Null: nothing is shown, not even what ships. */
  fields: ColumnType<Record<string, unknown> | null, string | null, string | null>
  shownFrom: NullableTimestamp
  shownUntil: NullableTimestamp
  savedAt: Timestamp
  savedBy: string
}
