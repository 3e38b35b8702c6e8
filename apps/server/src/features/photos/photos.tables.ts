import type { Generated } from 'kysely'
import type { Timestamp } from '../../db/column-types.ts'

export interface PhotosTables {
  merchantPhotos: MerchantPhotosTable
}

/** Photos are in display order; each shows the `place` or the printed menu. */
export interface MerchantPhotosTable {
  id: string
  merchantId: string
  kind: 'place' | 'menu'
  /** A web address, a file name, or `demo`. */
  source: string
  rights: string
  alt: string
  /** What a crop keeps in view, from 0 (left, top) to 1. */
  focalX: Generated<number>
  focalY: Generated<number>
  /** The part that is shown, as shares of its width and height. */
  cropLeft: Generated<number>
  cropTop: Generated<number>
  cropWidth: Generated<number>
  cropHeight: Generated<number>
  position: number
  /** Its name in the photo store: SHA-256 of the stored file. */
  contentHash: string
  /** The code has version and main colors, and is part of its address (`placeholderCode` in core). */
  code: string
  width: number
  height: number
  addedAt: Timestamp
}
