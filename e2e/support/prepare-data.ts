import { join } from 'node:path'
import sharp from 'sharp'
import { openDatabase } from '../../apps/server/src/db/open-database.ts'
import { diskPhotoStore } from '../../apps/server/src/gateways/photo-store.ts'
import { startProduct } from './product.ts'

/** Global setup: create a data folder with demo data once; every server starts from a copy. */
export default async function prepareData(): Promise<() => Promise<void>> {
  const product = await startProduct({ LOG_LEVEL: 'warn' })
  await product.terminate()
  await storePlainPhotos(product.dataDir)
  process.env.PREPARED_DATA_DIR = product.dataDir
  return product.stop
}

/** Painting the demo's pictures took a third of the journeys' time. `demo-photos.test.ts` paints them. */
async function storePlainPhotos(dataDir: string): Promise<void> {
  const database = await openDatabase({ databaseUrl: null, dataDir, socketDir: join(dataDir, 'prepare') })
  const photos = await database.db.selectFrom('merchantPhotos').select(['contentHash', 'kind']).execute()
  await database.close()
  const store = diskPhotoStore(join(dataDir, 'photos'))
  const files = { place: await plainPhoto(1_000, 714), menu: await plainPhoto(1_200, 1_600) }
  for (const { contentHash, kind } of photos) await store.write(contentHash, files[kind])
}

const plainPhoto = (width: number, height: number): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 3, background: '#c4a484' } })
    .jpeg()
    .toBuffer()
