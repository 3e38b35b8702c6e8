import { createTestApp } from '@dineward/server/testing/test-app.ts'
import sharp from 'sharp'
import { beforeAll, expect, test } from 'vitest'
import { insertDemoPhotos, paintedPhotos } from './demo-photos.ts'
import { loadDemoWorld } from './load-demo-world.ts'

const app = await createTestApp({}, { ownDatabase: true })
const { db } = app.database
const partner = app.partners.bySlug('tablefolk')!
const { gateways } = app.context(partner)
const world = { database: app.database, clock: app.clock, partners: app.partners, gateways }
beforeAll(() => loadDemoWorld(world, [partner], { report: () => {} }))

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

test('photos that are inserted again: stay as they are', async () => {
  const before = await photos()
  await insertDemoPhotos(db, app.clock.now())
  expect(await photos()).toEqual(before)
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
