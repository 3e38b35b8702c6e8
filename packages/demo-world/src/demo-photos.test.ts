import { createTestApp } from '@dineward/server/testing/test-app.ts'
import { sql } from 'kysely'
import sharp from 'sharp'
import { beforeAll, expect, test } from 'vitest'
import { insertDemoPhotos, paintedPhotos } from './demo-photos.ts'
import { loadDemoWorld } from './load-demo-world.ts'

const app = await createTestApp({}, { ownDatabase: true })
const { db } = app.database
const now = app.clock.now()
const world = { database: app.database, clock: app.clock, partners: app.partners }
beforeAll(() => loadDemoWorld(world, [app.partners.bySlug('tablefolk')!], { report: () => {} }))

const photos = () => db.selectFrom('merchantPhotos').selectAll().orderBy('id').execute()

test('every restaurant of the demo has photos, and lists know the first', async () => {
  const without = await db
    .selectFrom('merchants')
    .select('id')
    .where('source', '=', 'demo')
    .where('photoCode', '=', '')
    .execute()
  expect(without).toEqual([])
})

test('database from before there were photos: they are added at the next start, the same ones', async () => {
  const before = await photos()
  await sql`delete from merchant_photos where merchant_id < 'm'`.execute(db)
  await loadDemoWorld(world, [], { report: () => {} })
  expect(await photos()).toEqual(before)
  await insertDemoPhotos(db, now)
  expect(await photos()).toHaveLength(before.length)
})

test('first read: painted and stored in the stated size; second read: the stored file', async () => {
  const stored = new Map<string, Buffer>()
  const store = paintedPhotos(
    {
      read: async hash => stored.get(hash) ?? null,
      write: async (hash, file) => void stored.set(hash, file),
      delete: async hash => void stored.delete(hash),
    },
    db,
  )
  const all = await photos()
  for (const kind of ['place', 'menu'] as const) {
    const photo = all.find(one => one.kind === kind)!
    const file = await store.read(photo.contentHash)
    const { width, height } = photo
    expect(await sharp(file!).metadata()).toMatchObject({ format: 'jpeg', width, height })
    expect(await store.read(photo.contentHash)).toBe(stored.get(photo.contentHash))
  }
  expect(await store.read('unknown')).toBeNull()
})
