import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { loadPartners } from '../features/partner/load-partners.service.ts'
import { watchStoredOverrides } from '../features/partner/partner-overrides.service.ts'
import { createPartnerRegistry, type PartnerRegistry } from '../features/partner/partner-registry.service.ts'
import { setSetting } from '../features/partner/settings.service.ts'
import { SearchIndex } from '../features/search/search-index.service.ts'
import { closeAfterFile } from '../testing/databases/close-after-file.ts'
import { newServerDatabase, type ServerDatabase } from '../testing/databases/server-database.ts'
import { newMerchant } from '../testing/factories.ts'
import { createTestApp, type TestApp } from '../testing/test-app.ts'
import { announceChange, type Changes, type ChangeTopic, listenForChanges } from './changes.ts'
import type { Database } from './open-database.ts'

const anHour = 3_600_000

let server: ServerDatabase
let app: TestApp
let one: Database
let other: Database

beforeAll(async () => {
  server = await newServerDatabase()
  app = await createTestApp()
  one = await server.open()
  other = await server.open()
})

function listen(): { changes: Changes; heard: ChangeTopic[]; said: string[] } {
  const [heard, said]: [ChangeTopic[], string[]] = [[], []]
  const changes = listenForChanges({
    databaseUrl: server.databaseUrl,
    log: { info: sentence => said.push(sentence), warn: (_fields, sentence) => said.push(sentence) },
  })
  closeAfterFile(() => changes.close())
  for (const topic of ['content', 'pages', 'restaurants', 'settings'] as const)
    changes.on(topic, () => heard.push(topic))
  return { changes, heard, said }
}

async function listening() {
  const listener = listen()
  // What has changed before it was connected.
  await expect.poll(() => listener.heard.length).toBe(4)
  listener.heard.length = 0
  return listener
}

const ctx = () => ({ ...app.context(app.partners.bySlug('skyward')!), db: one.db })

test('a setting changed in one process -> in force in another, long before it polls', async () => {
  const partners: PartnerRegistry = createPartnerRegistry(
    await loadPartners(new URL('../../../../partners/', import.meta.url).pathname),
    { defaultSlug: 'skyward', byHostNames: false },
  )
  const watch = watchStoredOverrides({ db: other.db, partners, log: app.app.log }, anHour)
  closeAfterFile(() => watch.stop())
  const { changes } = await listening()
  changes.on('settings', watch.look)
  const operator = { ...ctx(), actor: { kind: 'system', name: 'test' } as const, partners: app.partners }
  await setSetting(operator, { partner: ctx().partner, path: 'maintenance.everywhere', value: true })
  await expect.poll(() => partners.bySlug('skyward')!.settings.maintenance.everywhere).toBe(true)
})

test('a restaurant added in one process -> another one finds it, and its pages are drawn again', async () => {
  const index = new SearchIndex(other.db)
  closeAfterFile(() => index.close())
  await index.refresh()
  const { changes, heard } = await listening()
  changes.on('restaurants', () => void index.refresh())
  const before = index.versionOf('skyward')
  const { id } = await newMerchant({ ...app, database: one }, ctx().partner)
  await expect.poll(() => index.versionOf('skyward')).not.toBe(before)
  expect(heard).toContain('restaurants')
  heard.length = 0
  await sql`insert into merchant_events (id, merchant_id, title, body, starts_at, ends_at)
    values ('e1', ${id}, 'Jazz', 'A trio.', now(), now())`.execute(one.db)
  await expect.poll(() => heard).toContain('pages')
})

test('what is rolled back is not announced; what the code announces is', async () => {
  const { heard } = await listening()
  const undone = other.db.transaction().execute(async trx => {
    await announceChange(trx, 'pages')
    throw new Error('undone')
  })
  await expect(undone).rejects.toThrow('undone')
  await announceChange(other.db, 'content')
  await expect.poll(() => heard).toEqual(['content'])
})

test('the connection is lost -> said once, connected again, and everything is looked at', async () => {
  const { heard, said } = await listening()
  await sql`select pg_terminate_backend(pid) from pg_stat_activity
    where application_name = 'dineward changes' and datname = current_database()`.execute(other.db)
  await expect.poll(() => [...heard].sort()).toEqual(['content', 'pages', 'restaurants', 'settings'])
  expect(said).toEqual(['LISTEN connection lost, reconnecting', 'LISTEN connection restored'])
  heard.length = 0
  await announceChange(other.db, 'content')
  await expect.poll(() => heard).toEqual(['content'])
})
