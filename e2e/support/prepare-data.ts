import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { openDatabase } from '../../apps/server/src/db/open-database.ts'
import { diskPhotoStore } from '../../apps/server/src/gateways/photo-store.ts'
import { startPostgres } from '../../apps/server/src/testing/native-postgres.ts'
import { markupProblems, prepareMarkupFolder } from './markup.ts'
import { startProduct } from './product.ts'

/** Global setup: load the demo once, into a database and a data folder that every product copies. At the end every page is validated. */
export default async function prepareData(): Promise<() => Promise<void>> {
  const markup = mkdtempSync(join(tmpdir(), 'dw-markup-'))
  prepareMarkupFolder(markup)
  const postgres = await startPostgres()
  const databaseUrl = `${postgres.url}/template`
  const product = await startProduct({ DATABASE_URL: databaseUrl })
  await product.terminate()
  await storePlainPhotos(databaseUrl, product.dataDir)
  process.env.PREPARED_DATA_DIR = product.dataDir
  process.env.PREPARED_POSTGRES_URL = postgres.url
  return async () => {
    await product.stop()
    await postgres.stop()
    const problems = markupProblems(markup)
    rmSync(markup, { recursive: true })
    if (problems.length > 0) throw new Error(`Faults of markup:\n${problems.join('\n')}`)
  }
}

/** Painting the demo's pictures took a third of the journeys' time. `demo-photos.server.test.ts` paints them. */
async function storePlainPhotos(databaseUrl: string, dataDir: string): Promise<void> {
  const database = await openDatabase({ databaseUrl, dataDir: '', socketDir: '' })
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
