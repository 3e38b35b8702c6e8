import { setTimeout } from 'node:timers/promises'
import { hasEnrollment } from '@dineward/core/partner/partner-questions.ts'
import { monthAfter } from '@dineward/core/reports/reports.rules.ts'
import { days } from '@dineward/core/shared/clock.ts'
import { localDateAt } from '@dineward/core/shared/local-date.ts'
import {
  addStars,
  advanceClaims,
  closePeriod,
  type Db,
  hashOfPosting,
  type LedgerEntry,
  type Posting,
  type ServedWorld,
} from '@dineward/server/seeding.ts'
import { sql } from 'kysely'
import { staffActor } from '../demo-work.ts'
import { asOneTransaction, at, dayOf, lockKey, processAll, receive, servicesOf } from '../play-history.ts'
import {
  type Crowd,
  type CrowdTable,
  firstCrowdId,
  readCrowd,
  tablesInOrder,
  type WritableTable,
} from './crowd-file.ts'
import { insertCrowd } from './play-crowd.ts'

/**
 * Loads what was played when the file was made, once, moved by whole weeks, so that a Friday stays one. What is left
 * until now is played. Rows that come from a whole database agree: triggers and references are not checked for each.
 */
export async function loadCrowd(
  world: ServedWorld,
  { report, read = readCrowd }: { report: (line: string) => void; read?: typeof readCrowd },
): Promise<void> {
  const { db } = world.database
  const startedAt = performance.now()
  const isLoaded = await db.transaction().execute(async trx => {
    // A second process on the same database waits here, then finds it loaded.
    await sql`select pg_advisory_xact_lock(${lockKey})`.execute(trx)
    const { rows } = await sql<{ isSuperuser: string; hasCrowd: boolean }>`
      select current_setting('is_superuser') as is_superuser,
        exists (select from card_events where id >= ${firstCrowdId}) as has_crowd`.execute(trx)
    if (rows[0]!.hasCrowd) return false
    if (rows[0]!.isSuperuser === 'on') await insertCrowdRows(world, trx, await read(world.clock.now()))
    else report('  Only a superuser of the database loads the large demo: this is the small one.')
    return rows[0]!.isSuperuser === 'on'
  })
  if (!isLoaded) return
  await sql`analyze`.execute(db)
  const seconds = ((performance.now() - startedAt) / 1_000).toFixed(1)
  report(`  More members loaded in ${seconds} s, with 14 months of dines.`)
}

async function insertCrowdRows(world: ServedWorld, trx: Db, crowd: Crowd): Promise<void> {
  const now = world.clock.now()
  const { tables, joining, coming } = crowd
  const writable = new Map((await tablesInOrder(trx)).map(table => [table.name, table]))
  await sql`set local session_replication_role = replica`.execute(trx)
  for (const table of tables) {
    await insertRows(trx, writable.get(table.name)!, completed(table, tables))
  }
  await sql`insert into card_event_keys select dedupe_key, id, received_at from card_events where id >= ${firstCrowdId}`.execute(
    trx,
  )
  await sql`set local session_replication_role = origin`.execute(trx)
  for (const table of writable.values()) await continueIds(trx, table)
  await countReviews(trx, now)
  // Plans were made when tables were small, and would read all of them for each row.
  await sql`analyze`.execute(trx)
  const isPast = (time: Date | string) => new Date(time) <= now
  const joined = joining
    .filter(({ member }) => isPast(member.joinedAt))
    .map(({ member, cards }) => ({ member, cards: cards.filter(({ linkedAt }) => isPast(linkedAt)) }))
  await insertCrowd(trx, joined)
  await playComing(world, trx, coming, now)
}

type Columns = CrowdTable['columns']
const rowsAtOnce = 5_000

async function insertRows(db: Db, { name, columns }: WritableTable, values: Columns): Promise<void> {
  const known = columns.filter(column => values[column.name])
  const names = sql.join(known.map(column => sql.ref(column.name)))
  const casts = sql.join(known.map(column => sql`${sql.ref(column.name)}::${sql.raw(column.type)}`))
  const count = values[known[0]!.name]!.length
  for (let start = 0; start < count; start += rowsAtOnce) {
    const texts = known.map(column => sql`${values[column.name]!.slice(start, start + rowsAtOnce)}::text[]`)
    await sql`
      insert into ${sql.table(name)} as present (${names}) overriding system value
      select ${casts} from unnest(${sql.join(texts)}) as row (${names})
      ${name === 'reward_budgets' ? addToBudgets : sql``}`.execute(db)
  }
}

/** The demo accounts have a part in them as well. */
const addToBudgets = sql`on conflict (partner_id, kind, code) do update
  set promised_units = present.promised_units + excluded.promised_units`

function completed({ name, columns }: CrowdTable, tables: readonly CrowdTable[]): Columns {
  if (name === 'ledger_postings') return withHashes(columns, tables)
  if (name === 'dines') return withClearings(columns, tables)
  if (name !== 'ledger_entries') return columns
  const postings = tables.find(({ name }) => name === 'ledger_postings')!.columns
  const timeOf = new Map(
    postings.id!.map((id, i) => [id, postings.accounted_at?.[i] ?? postings.posted_at![i]!]),
  )
  return { ...columns, counts_at: columns.posting_id!.map(id => timeOf.get(id)!) }
}

function withClearings(columns: Columns, tables: readonly CrowdTable[]): Columns {
  const { dine_id, kind, occurred_at } = tables.find(({ name }) => name === 'dine_amounts')!.columns
  const first = new Map<string | null, string>()
  for (const [i, at] of occurred_at!.entries()) {
    const id = dine_id![i]!
    if (kind![i] === 'clearing' && at! < (first.get(id) ?? '9')) first.set(id, at!)
  }
  return { ...columns, cleared_at: columns.id!.map(id => first.get(id) ?? null) }
}

/** A hash of random ids cannot be compressed, so the file has none. */
function withHashes(columns: Columns, tables: readonly CrowdTable[]): Columns {
  const entries = tables.find(({ name }) => name === 'ledger_entries')!.columns
  const ofPosting = Map.groupBy(entries.posting_id!.keys(), i => entries.posting_id![i])
  const hashes = columns.id!.map((id, i) =>
    hashOfPosting({
      kind: columns.kind![i] as Posting['kind'],
      correlationId: columns.correlation_id![i]!,
      reasonCode: columns.reason_code![i]!,
      entries: ofPosting.get(id)!.map(entry => ({
        account: entries.account![entry] as LedgerEntry['account'],
        memberId: entries.member_id![entry]!,
        units: Number(entries.units![entry]),
      })),
    }),
  )
  return { ...columns, input_hash: hashes }
}

/** Ids go on after those that were loaded. */
async function continueIds(db: Db, { name, columns }: WritableTable): Promise<void> {
  const id = columns.find(({ hasSequence }) => hasSequence)?.name
  if (!id) return
  await sql`
    select setval(pg_get_serial_sequence(${name}, ${id}), max(${sql.ref(id)})) from ${sql.table(name)}
    having max(${sql.ref(id)}) is not null`.execute(db)
}

/** The restaurants' rows are those of the small demo. */
async function countReviews(db: Db, now: Date): Promise<void> {
  const { rows } = await sql<{ merchantId: string; stars: number; ratings: number }>`
    select merchant_id, sum(rating)::int as stars, count(*)::int as ratings
    from member_reviews where hidden_at is null group by merchant_id`.execute(db)
  await addStars(db, rows, now)
}

async function playComing(world: ServedWorld, trx: Db, coming: Crowd['coming'], now: Date): Promise<void> {
  const events = coming
    .map(({ event, at, body }) => ({ event, at: new Date(at), body: Buffer.from(JSON.stringify(body)) }))
    .filter(event => event.at <= now)
  const services = servicesOf(world, asOneTransaction(trx))
  for (const ofDay of Map.groupBy(events, event => dayOf(event.at)).values()) {
    await receive(services, ofDay)
    await processAll(services, ofDay)
  }
  // Some claims are a few days late, and none for longer. The sandbox network would find every payment.
  const then = at(services, new Date(now.getTime() - days(6)))
  await advanceClaims({ ...then, gateways: { ...then.gateways, missingTransactions: null } })
}

/**
 * On the sixth of a month finance closes the one before; the last one is left for those who look at the demo. Statements
 * go by the calendar, so they are made here; each month takes a third of a second, in which visitors would wait.
 */
export async function closeMonths(world: ServedWorld, { pauseMs }: { pauseMs: number }): Promise<void> {
  const { database, partners, clock } = world
  for (const partner of partners.all().filter(hasEnrollment)) {
    const { timeZone } = partner.settings
    const last = monthAfter(localDateAt(timeZone, clock.now()).slice(0, 7), -1)
    const { rows } = await sql<{ next: string | null }>`
      select coalesce(
        (select to_char((max(month) || '-01')::date + interval '1 month', 'YYYY-MM')
          from closed_periods where partner_id = ${partner.slug}),
        (select to_char(min(posted_at) at time zone ${timeZone}, 'YYYY-MM')
          from ledger_postings where partner_id = ${partner.slug} and id >= ${firstCrowdId})) as next`.execute(
      database.db,
    )
    for (let month = rows[0]?.next; month && month < last; month = monthAfter(month, 1)) {
      const closedAt = new Date(`${monthAfter(month, 1)}-06T15:00:00Z`)
      const services = at(servicesOf(world, database.db), closedAt)
      await closePeriod(
        { ...services, actor: staffActor('finance', closedAt), partner },
        { month, note: null },
      )
      await setTimeout(pauseMs)
    }
  }
}
