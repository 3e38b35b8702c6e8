import type { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { listenForChanges } from '../../db/changes.ts'
import type { Database } from '../../db/open-database.ts'
import { closeAfterFile } from '../../testing/databases/close-after-file.ts'
import { newServerDatabase, type ServerDatabase } from '../../testing/databases/server-database.ts'
import { newLinkedCard, newMember } from '../../testing/factories.ts'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'
import { balanceOf, postEntries, rewardEntries } from '../ledger/ledger.service.ts'
import { createLiveUpdates } from './live-updates.service.ts'

let app: TestApp
let server: ServerDatabase
let web: Database
let worker: Database

beforeAll(async () => {
  app = await createTestApp()
  server = await newServerDatabase()
  web = await server.open()
  worker = await server.open()
})

async function newFollower() {
  const partner = app.newPartner()
  const onServer = { ...app, database: worker }
  const { id: memberId } = await newMember(onServer, partner)
  await newLinkedCard(onServer, { partnerId: partner.slug, id: memberId })
  const sessionId = `session-${memberId}`
  await sql`
    insert into sessions (id, token_hash, partner_id, member_id, remembered, token_issued_at, created_at, last_seen_at,
      expires_at)
    values (${sessionId}, ${sessionId}, ${partner.slug}, ${memberId}, false, now(), now(), now(), '2100-01-01')`.execute(
    worker.db,
  )
  return { partnerId: partner.slug, memberId, sessionId }
}

/** Of a web process that does not poll within the test. */
function followAnnounced() {
  const changes = listenForChanges({
    databaseUrl: server.databaseUrl,
    log: { info() {}, warn() {} },
  })
  let heard = 0
  changes.on('members', () => {
    heard += 1
  })
  const updates = createLiveUpdates({
    db: web.db,
    clock: app.clock,
    log: app.app.log,
    changes,
    pollMs: 3_600_000,
  })
  closeAfterFile(async () => {
    updates.close()
    await changes.close()
  })
  return { updates, isListening: () => expect.poll(() => heard).toBeGreaterThan(0) }
}

async function nextEvent(stream: Readable): Promise<string> {
  for await (const chunk of stream.iterator({ destroyOnReturn: false })) return String(chunk)
  throw new Error('The stream ended.')
}

type Member = Awaited<ReturnType<typeof newFollower>>

const earn = ({ partnerId, memberId }: Member, key: string) =>
  postEntries(worker.db, {
    partnerId,
    idempotencyKey: key,
    kind: 'manual',
    correlationId: 'gift',
    reasonCode: 'goodwill',
    postedAt: app.clock.now(),
    entries: rewardEntries(memberId, 100),
  })

test('another process posts -> the member’s open page hears of it, without a poll; others do not', async () => {
  const [member, other] = [await newFollower(), await newFollower()]
  const { updates, isListening } = followAnnounced()
  const [stream, strangers] = [updates.open(member), updates.open(other)]
  const first = await nextEvent(stream)
  await nextEvent(strangers)
  await isListening()
  await earn(member, 'one')
  const second = await nextEvent(stream)
  expect(second).not.toBe(first)
  // The second one comes in the listener's pause.
  await earn(member, 'two')
  expect(await nextEvent(stream)).not.toBe(second)
  expect(await balanceOf(web.db, member.partnerId, member.memberId)).toBe(200)
  await sleep(300)
  updates.close()
  expect(await strangers.toArray()).toEqual([])
})

const dine = ({ memberId }: Member) => sql`
  insert into dines (id, partner_id, member_id, linked_card_id, card_last_four, merchant_name, source_transaction_id,
    dined_at, reward_units, status, decision, created_at, updated_at)
  select gen_random_uuid(), partner_id, member_id, id, '4242', 'Casa', gen_random_uuid(), now(), 5, 'Pending', '{}', now(),
    now()
  from linked_cards where member_id = ${memberId}`

const payout = ({ partnerId, memberId }: Member) => sql`
  insert into statement_credits (id, partner_id, member_id, amount_cents, target_type, target_label, benefit_processor,
    external_id, status, created_at, settled_at)
  values (gen_random_uuid(), ${partnerId}, ${memberId}, 5, 'Card', '', 'Visa', 'x', 'completed', now(), now())`

test.each([
  ['a dine that is not posted', dine],
  ['a payout', payout],
])('%s -> announced as well', async (_, insert) => {
  const member = await newFollower()
  const { updates, isListening } = followAnnounced()
  const stream = updates.open(member)
  const first = await nextEvent(stream)
  await isListening()
  await insert(member).execute(worker.db)
  expect(await nextEvent(stream)).not.toBe(first)
})

test('what changed while the connection was away -> sent once it is back', async () => {
  const member = await newFollower()
  const { updates, isListening } = followAnnounced()
  const stream = updates.open(member)
  const first = await nextEvent(stream)
  await isListening()
  await sql`select pg_terminate_backend(pid) from pg_stat_activity
    where application_name = 'dineward changes' and datname = current_database()`.execute(worker.db)
  await earn(member, 'meanwhile')
  expect(await nextEvent(stream)).not.toBe(first)
})
