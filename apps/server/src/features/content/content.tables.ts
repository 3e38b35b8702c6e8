import type { Crop } from '@dineward/core/photos/crop.rules.ts'
import type { ColumnType, Generated } from 'kysely'
import type { NullableTimestamp, Timestamp } from '../../db/column-types.ts'

export interface ContentTables {
  contentVersions: ContentVersionsTable
  mediaPictures: MediaPicturesTable
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

/** A picture of a program's library; entries name it by its id. */
export interface MediaPicturesTable extends Crop {
  partnerId: string
  id: string
  fileName: string
  /** Empty for a decoration only. */
  alt: string
  isDecorative: boolean
  focalX: number
  focalY: number
  /** Its name in the photo store: no other picture has the same, so that removing one takes no other's file. */
  contentHash: string
  /** It changes with file and crop, and is part of the address. */
  code: string
  width: number
  height: number
  /** Counts changes. */
  version: Generated<number>
  savedAt: Timestamp
  savedBy: string
}
