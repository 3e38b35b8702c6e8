import { days } from '@dineward/core/shared/clock.ts'
import type { Db } from '../../db/open-database.ts'
import { type Asset, publishAssets } from '../../features/web-assets/web-assets.service.ts'

export interface AssetPublisher {
  /** @throws where the database is not reachable; done again within the hour then. */
  publish(assets: readonly Asset[]): Promise<void>
  close(): void
}

const hourMs = 3_600_000

/** Keeps what this process's pages name where processes of other builds find it. */
export function createAssetPublisher(
  db: Db,
  log: { warn(fields: object, sentence: string): void },
): AssetPublisher {
  const known = new Map<string, Asset>()
  let publishedAt = performance.now()
  async function publishAgain(): Promise<void> {
    if (performance.now() - publishedAt < days(1)) return
    await publishAssets(db, [...known.values()])
    publishedAt = performance.now()
  }
  const timer = setInterval(() => {
    publishAgain().catch(error => log.warn({ err: error }, 'assets cannot be published'))
  }, hourMs).unref()
  return {
    async publish(assets) {
      for (const asset of assets) known.set(asset.file, asset)
      try {
        await publishAssets(db, assets)
      } catch (error) {
        publishedAt = Number.NEGATIVE_INFINITY
        throw error
      }
    },
    close: () => clearInterval(timer),
  }
}
