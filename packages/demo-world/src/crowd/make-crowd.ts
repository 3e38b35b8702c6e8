import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { hasEnrollment, settlesWithPartner } from '@dineward/core/partner/partner-questions.ts'
import { days } from '@dineward/core/shared/clock.ts'
import { localDateAt } from '@dineward/core/shared/local-date.ts'
import {
  type Db,
  ledgerProblems,
  openWorld,
  readEnv,
  recordBudgets,
  recordRates,
  type ServedWorld,
} from '@dineward/server/seeding.ts'
import { startPostgres } from '@dineward/server/testing/databases/native-postgres.ts'
import { sql } from 'kysely'
import { demoParticipations } from '../demo-participations.ts'
import { placesOf } from '../demo-places.ts'
import { demoRestaurants } from '../demo-restaurants.ts'
import { insertConsoleAccounts, insertNetwork, insertProgram } from '../load-demo-world.ts'
import { popularPlaces } from './crowd-dines.ts'
import { type CrowdTable, firstCrowdId, tablesInOrder, writeCrowd } from './crowd-file.ts'
import { crowdMembers } from './crowd-members.ts'
import { reviewTopics } from './crowd-reviews.ts'
import { crowdEvents, playCrowd } from './play-crowd.ts'

/* `npm run demo:make` plays 14 months of thousands of members by the rules, on a database of its own, and keeps the rows. */

/** Files of accruals of the demo accounts have lower numbers. */
const firstFile = 1_000

/** What goes by the calendar is made when the demo is loaded; the rest is of the process, or follows from other rows. */
const notKept = new Set([
  'merchants',
  'closed_periods',
  'closed_merchant_statements',
  'reward_totals',
  'reward_totals_until',
  'merchant_changes',
  'card_event_keys',
  'recorded_migrations',
])

const folder = await mkdtemp(join(tmpdir(), 'dineward-crowd-'))
const server = await startPostgres()
try {
  const startedAt = performance.now()
  const madeAt = new Date(`${new Date().toISOString().slice(0, 10)}T12:00:00Z`)
  const world = await openWorld(
    readEnv({
      APP_ENV: 'demo',
      DATABASE_URL: `${server.url}/template`,
      DATA_DIR: folder,
      DEMO_NOW: madeAt.toISOString(),
    }),
  )
  const { db } = world.database
  const frozen = { ...world, clock: { now: () => madeAt } }
  const until = new Date(madeAt.getTime() + days(7))
  const programs = await openPrograms(frozen, until)
  const since = await beginIds(frozen)
  const events = crowdEvents(programs, madeAt, until)
  await playCrowd(frozen, programs, events, async daysLeft => {
    if (daysLeft % 10 !== 0) return
    await sql`analyze`.execute(db)
    console.log(`${daysLeft} days left, ${((performance.now() - startedAt) / 1_000).toFixed(0)} s`)
  })
  const problems = await ledgerProblems(db)
  if (problems.length > 0) throw new Error(`the ledger has problems: ${problems.slice(0, 5).join('; ')}`)
  const tables = await keptTables(db, since)
  const coming = events
    .filter(event => event.at > madeAt)
    .map(({ event, at, body }) => ({
      event,
      at: at.toISOString(),
      body: JSON.parse(body.toString()) as unknown,
    }))
  const joining = programs
    .flatMap(({ members }) => members)
    .filter(({ member }) => member.joinedAt > madeAt)
    .map(({ member, cards }) => ({ member, cards }))
  const bytes = await writeCrowd({ madeAt: madeAt.toISOString(), tables, joining, coming })
  console.log(
    `${(bytes / 2 ** 20).toFixed(1)} MiB, ${((performance.now() - startedAt) / 1_000).toFixed(0)} s`,
  )
  await world.database.close()
} finally {
  await server.stop()
  await rm(folder, { recursive: true, force: true })
}

/** Restaurants and their terms are those of the demo on that day, without its accounts. */
async function openPrograms(world: ServedWorld, until: Date) {
  const { database, clock, partners } = world
  const { db } = database
  const now = clock.now()
  const today = localDateAt('America/New_York', now)
  const restaurants = demoRestaurants(today)
  await recordRates({ db, clock, partners })
  await recordBudgets({ db, partners })
  await insertConsoleAccounts(db, { passwordHash: '', createdAt: now })
  await insertNetwork(db, restaurants, now)
  const topics = reviewTopics(restaurants)
  const enrolling = partners.all().filter(hasEnrollment)
  for (const partner of enrolling) {
    const terms = demoParticipations(partner, restaurants, today)
    await insertProgram(db, { partner, terms, members: [], places: placesOf(restaurants, terms), now })
  }
  await sql`analyze`.execute(db)
  return enrolling.map(partner => ({
    partner,
    topics,
    members: crowdMembers(partner, { now, until }),
    places: popularPlaces(placesOf(restaurants, demoParticipations(partner, restaurants, today)), today),
  }))
}

/** @returns the transaction from which on rows are of the crowd */
async function beginIds({ database: { db }, clock, partners }: ServedWorld): Promise<number> {
  for (const { slug } of partners.all().filter(settlesWithPartner))
    await db
      .insertInto('accrualFiles')
      .values({
        partnerId: slug,
        id: `${slug}-before`,
        number: firstFile - 1,
        rowCount: 0,
        totalUnits: 0,
        createdAt: clock.now(),
      })
      .execute()
  for (const { name, columns } of await tablesInOrder(db))
    for (const column of columns.filter(({ hasSequence }) => hasSequence))
      await sql`select setval(pg_get_serial_sequence(${name}, ${column.name}), ${firstCrowdId}, false)`.execute(
        db,
      )
  const begun = await sql<{ id: number }>`select pg_current_xact_id()::text::bigint as id`.execute(db)
  return begun.rows[0]!.id
}

async function keptTables(db: Db, since: number): Promise<CrowdTable[]> {
  // Of mails only the latest are listed, without their texts.
  await sql`delete from outgoing_mails where created_at < now() - interval '30 days'`.execute(db)
  await sql`update outgoing_mails set text_body = '', html_body = '', unsubscribe_token = null`.execute(db)
  // Years of VIPs go by the calendar, and moved dines may not: what no dine granted, no dine takes back.
  await sql`update member_tiers set dine_id = null, qualification = null`.execute(db)
  const tables: CrowdTable[] = []
  for (const { name, columns } of await tablesInOrder(db)) {
    if (notKept.has(name)) continue
    const kept = columns
      .map(column => column.name)
      .filter(column => !['input_hash', 'counts_at'].includes(column))
    const texts = kept.map(
      column => sql`array_agg(${sql.ref(column)}::text order by tableoid, ctid) as ${sql.ref(column)}`,
    )
    const { rows } = await sql<Record<string, (string | null)[] | null>>`
      select ${sql.join(texts)} from ${sql.table(name)} where xmin::text::bigint > ${since}`.execute(
      db.withoutPlugins(),
    )
    const filled = Object.entries(rows[0]!).filter(([, values]) => values?.some(value => value !== null))
    if (filled.length > 0) tables.push({ name, columns: Object.fromEntries(filled) as CrowdTable['columns'] })
  }
  return tables
}
