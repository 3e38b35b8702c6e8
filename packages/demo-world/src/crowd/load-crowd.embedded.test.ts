import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { hasEnrollment } from '@dineward/core/partner/partner-questions.ts'
import { localDateAt } from '@dineward/core/shared/local-date.ts'
import {
  ledgerProblems,
  recordBudgets,
  recordRates,
  redecideDines,
  type World,
} from '@dineward/server/seeding.ts'
import { longTest } from '@dineward/server/testing/long-test.ts'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { demoParticipations } from '../demo-participations.ts'
import { placesOf } from '../demo-places.ts'
import { demoRestaurants } from '../demo-restaurants.ts'
import { insertNetwork, insertProgram } from '../load-demo-world.ts'
import { servicesOf } from '../play-history.ts'
import { tablesInOrder } from './crowd-file.ts'
import { loadCrowd } from './load-crowd.ts'
import { openEmpty, readPart } from './load-crowd-for-test.ts'

/** The file's day, or one a week later, as it is for those who start the demo. */
const now = new Date('2027-02-03T18:00:00Z')
const report = () => {}
let folders: string[] = []
let worlds: World[] = []

beforeEach(() => {
  folders = []
  worlds = []
})

afterEach(async () => {
  for (const { database } of worlds) await database.close()
  for (const folder of folders) await rm(folder, { recursive: true, force: true })
})

async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'dineward-crowd-test-'))
  folders.push(folder)
  return folder
}

async function open(folder: string): Promise<World> {
  const world = await openEmpty(folder, now)
  worlds.push(world)
  return world
}

test(
  'killed in the middle: leaves nothing, and the next start ends with the same rows',
  async () => {
    const folder = await newFolder()
    const program = fileURLToPath(new URL('./load-crowd-for-test.ts', import.meta.url))
    const child = spawn(process.execPath, [program, folder, now.toISOString()], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    expect(await firstLine(child)).toBe('middle')
    const ended = new Promise(resolve => child.once('exit', (_, signal) => resolve(signal)))
    child.kill('SIGKILL')
    expect(await ended).toBe('SIGKILL')

    const [again, whole] = [await open(folder), await open(await newFolder())]
    const empty = await digests(whole)
    expect(await digests(again)).toEqual(empty)
    const part = await readPart(now)
    for (const world of [again, whole]) await loadCrowd(world, { report, read: async () => part })
    const loaded = await digests(whole)
    expect(loaded.dines).not.toBe(empty.dines)
    expect(await digests(again)).toEqual(loaded)
  },
  longTest.timeout,
)

function firstLine({ stdout }: ChildProcess): Promise<string> {
  return new Promise(resolve => stdout!.once('data', (chunk: Buffer) => resolve(chunk.toString().trim())))
}

/** By table, without what each database says by itself: numbers of its transactions, and times of its clock. */
async function digests({ database: { db } }: World): Promise<Record<string, string>> {
  const found: Record<string, string> = {}
  const tables = await tablesInOrder(db)
  for (const { name } of tables.filter(table => !table.name.startsWith('kysely_'))) {
    const { rows } = await sql<{ digest: string }>`
      select count(*) || ' ' || md5(coalesce(string_agg((to_jsonb(one) - '{changed_in,changed_at,updated_at}'::text[])::text, ';' order by (to_jsonb(one) - '{changed_in,changed_at,updated_at}'::text[])::text), '')) as digest
      from ${sql.table(name)} as one`.execute(db)
    found[name] = rows[0]!.digest
  }
  return found
}

test(
  'loaded whole: the ledger is in order, and the rules give sampled members the same again',
  async () => {
    const world = await open(await newFolder())
    await openPrograms(world)
    await loadCrowd(world, { report })
    const { db } = world.database
    expect(await ledgerProblems(db)).toEqual([])

    const { rows: sample } = await sql<{ partnerId: string; memberId: string; merchantIds: string[] }>`
      select partner_id, member_id, array_agg(distinct merchant_id) as merchant_ids from dines
      where merchant_id is not null
      group by partner_id, member_id having count(*) > 5
      order by md5(min(source_transaction_id)) limit 12`.execute(db)
    expect(new Set(sample.map(({ partnerId }) => partnerId)).size).toBeGreaterThan(2)
    const ids = sample.map(({ memberId }) => memberId)
    const before = await booksOf(world, ids)
    expect(before).toHaveLength(ids.length)
    const services = servicesOf(world, db)
    for (const { partnerId, memberId, merchantIds } of sample)
      for (const merchantId of merchantIds)
        await redecideDines(services, { partnerId, memberId, merchantId }, dine => dine)
    expect(await booksOf(world, ids)).toEqual(before)
  },
  longTest.timeout,
)

/** Restaurants and terms, as the demo has them. */
async function openPrograms({ database: { db }, partners, clock }: World): Promise<void> {
  const today = localDateAt('America/New_York', now)
  const restaurants = demoRestaurants(today)
  await recordRates({ db, clock, partners })
  await recordBudgets({ db, partners })
  await insertNetwork(db, restaurants, now)
  for (const partner of partners.all().filter(hasEnrollment)) {
    const terms = demoParticipations(partner, restaurants, today)
    await insertProgram(db, { partner, terms, members: [], places: placesOf(restaurants, terms), now })
  }
}

/** What the ledger says of members, beside the sum of what their dines earned and of all else. */
async function booksOf({ database: { db } }: World, memberIds: readonly string[]) {
  const { rows } = await sql<{ memberId: string; units: number; earned: number; posted: number }>`
    select member.id as member_id, balance.units,
      (select sum(reward_units)::int from dines where partner_id = member.partner_id and member_id = member.id) as earned,
      (select json_agg(json_build_array(status, reward_units, reason_code) order by source_transaction_id)
        from dines where partner_id = member.partner_id and member_id = member.id) as dines,
      (select count(*)::int from ledger_entries where partner_id = member.partner_id and member_id = member.id) as posted
    from members member
    join member_balances balance on balance.partner_id = member.partner_id and balance.member_id = member.id
    where member.id = any(${[...memberIds]}::text[]) order by member.id`.execute(db)
  return rows
}
