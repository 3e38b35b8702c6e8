import { LRUCache } from 'lru-cache'
import type { Db } from '../../db/open-database.ts'
import {
  deleteAssetsBefore,
  insertAssets,
  markPublished,
  selectAsset,
  selectPublished,
} from './web-assets.repository.ts'

/** Of a page's scripts, styles and pictures: its address, and how to read it where it is not there yet. */
export interface Asset {
  readonly file: string
  content(): Promise<Buffer>
}

/** Longer than a page stays open, or an installed app is not used. */
const keptDays = 30
const filesAtOnce = 40
const maxCachedBytes = 8 * 1_024 * 1_024
/** As builds name them. */
const assetName = /^[\w/.-]{1,120}$/

/**
 * Store these files for processes of other builds, which are asked for them while one build replaces another. Call it
 * before the first page is served, and every day.
 */
export async function publishAssets(db: Db, assets: readonly Asset[]): Promise<void> {
  const names = assets.map(({ file }) => file)
  const published = await selectPublished(db, names)
  const missing = assets.filter(({ file }) => !published.has(file))
  for (let start = 0; start < missing.length; start += filesAtOnce) {
    const batch = missing.slice(start, start + filesAtOnce)
    await insertAssets(
      db,
      await Promise.all(batch.map(async ({ file, content }) => ({ file, content: await content() }))),
    )
  }
  await markPublished(db, names)
  await deleteAssetsBefore(db, keptDays)
}

export interface PublishedAssets {
  /** Of any build that was published in the last weeks; null where there is none. */
  find(file: string): Promise<Buffer | null>
}

export function createPublishedAssets(db: Db): PublishedAssets {
  const found = new LRUCache<string, Buffer>({
    maxSize: maxCachedBytes,
    sizeCalculation: content => content.length + 1,
  })
  return {
    async find(file) {
      if (!assetName.test(file)) return null
      const known = found.get(file)
      if (known) return known
      const content = await selectAsset(db, file)
      if (content) found.set(file, content)
      return content
    },
  }
}
