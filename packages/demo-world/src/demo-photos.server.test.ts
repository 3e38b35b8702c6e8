import { createTestApp } from '@dineward/server/testing/test-app.ts'
import { beforeAll, expect, test } from 'vitest'
import { withDemoPictures } from './demo-photos.ts'
import { loadDemoWorld } from './load-demo-world.ts'

const app = await createTestApp({}, { ownDatabase: true })
const { db } = app.database
const partner = app.partners.bySlug('tablefolk')!
const { gateways } = app.context(partner)
const world = { database: app.database, clock: app.clock, partners: app.partners, gateways }
beforeAll(() => loadDemoWorld(world, [partner], { report: () => {} }))

const stored = new Map<string, Buffer>([['added by staff', Buffer.from('a photo')]])
const store = withDemoPictures({
  read: async hash => stored.get(hash) ?? null,
  write: async (hash, file) => void stored.set(hash, file),
  delete: async hash => void stored.delete(hash),
})

test('every restaurant of the demo has photos, and lists know the first', async () => {
  const without = await db
    .selectFrom('merchants')
    .select('id')
    .where('source', '=', 'demo')
    .where('photoCode', '=', '')
    .execute()
  expect(without).toEqual([])
})

test('every photo of the demo: read from its file, and nothing is written', async () => {
  const photos = await db.selectFrom('merchantPhotos').select('contentHash').distinct().execute()
  expect(photos.length).toBeGreaterThan(150)
  for (const { contentHash } of photos) expect(await store.read(contentHash)).toBeInstanceOf(Buffer)
  expect(stored.size).toBe(1)
})

test('other photos: read from the store', async () => {
  expect(await store.read('added by staff')).toEqual(Buffer.from('a photo'))
  expect(await store.read('unknown')).toBeNull()
})
