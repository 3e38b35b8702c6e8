import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildPartner, type Partner } from '@dineward/core/partner/partner.ts'
import {
  expectedBooks,
  type Payment,
  type Place,
} from '@dineward/core/rewards/oracle/rewards-oracle-for-test.ts'
import { weekdays } from '@dineward/core/shared/local-date.ts'
import { sql } from 'kysely'
import { migrate } from '../apps/server/src/db/migrate.ts'
import { type Database, openDatabase } from '../apps/server/src/db/open-database.ts'
import { insertEvents } from '../apps/server/src/features/card-events/inbox.repository.ts'
import { batchSizes, processInbox } from '../apps/server/src/features/card-events/inbox.service.ts'
import { ledgerProblems } from '../apps/server/src/features/ledger/ledger-checks.read.ts'
import { loadPartners } from '../apps/server/src/features/partner/load-partners.service.ts'
import { createPartnerRegistry } from '../apps/server/src/features/partner/partner-registry.service.ts'
import { runPayouts } from '../apps/server/src/features/payouts/payouts.service.ts'
import { liabilityOf } from '../apps/server/src/features/reports/liability.service.ts'
import { merchantStatements } from '../apps/server/src/features/reports/merchant-statement.service.ts'
import { closes, partnerStatement } from '../apps/server/src/features/reports/partner-statement.service.ts'
import { recordingOf } from '../apps/server/src/features/rewards/lives/recording-for-test.ts'
import { sandboxPayoutProvider } from '../apps/server/src/gateways/payouts/sandbox-payout-provider.ts'
import { copyDatabase, startPostgres } from '../apps/server/src/testing/databases/native-postgres.ts'
import { type CardEvent, type Dine, inboxRowOf, newProgram, type Program, reportOf } from './program.ts'

/*
 * `node bench/month.ts [DINES] [MEMBERS] [RECORDING]` plays a month of a program on PostgreSQL. Balances, liability and
 * statements are compared to the cent with the plain model of the rules, which shares no code with the engine.
 */

const [dines = 100_000, members = 5_000] = process.argv.slice(2, 4).map(Number)
/** A file that keeps all that the month led to (`recording-for-test.ts`). */
const recording = process.argv[4]
const month = '2026-02'
const rate = { numerator: 3, denominator: 100 }
const threshold = 2_000
/** One where it is recorded: how many postings lead to a sum depends on the order of events. */
const workers = recording ? 1 : 6
/** Every fifth restaurant has a monthly maximum, every seventh earns on weekdays only. */
const limitCents = 9_000

const folder = mkdtempSync(join(tmpdir(), 'dw-month-'))
const postgres = await startPostgres()
const databaseUrl = await copyDatabase(postgres.url, 'month')
const database = await openDatabase({ databaseUrl, mayTakeLong: true, dataDir: folder, socketDir: folder })
const { db } = database
let now = new Date(`${month}-01T12:00:00Z`)
const clock = { now: () => now }
try {
  process.exitCode = (await runMonth(database)) ? 0 : 1
} finally {
  await database.close()
  await postgres.stop()
  rmSync(folder, { recursive: true, force: true })
}

interface Visit extends Dine {
  readonly clearedCents: number
  readonly refundedCents: number
}

async function runMonth(opened: Database): Promise<boolean> {
  await migrate(db)
  const partners = createPartnerRegistry(
    await loadPartners(new URL('../partners/', import.meta.url).pathname),
    {
      defaultSlug: 'skyward',
      byHostNames: false,
    },
  )
  const partner = monthPartner(partners.bySlug('harbor')!)
  partners.add(partner)
  const program = await newProgram(opened, partner, { members, merchants: Math.ceil(members / 10) })
  const places = await limitPlaces(program, partner)
  const visits = visitsOf(program)
  const services = { db: opened.preparedDb, clock, partners, log: console as never }
  const startedAt = performance.now()
  let events = 0
  for (const [day, ofDay] of eventsByDay(visits)) {
    now = new Date(`${day}T23:30:00Z`)
    events += await receive(ofDay)
    await sql`analyze dines, dine_amounts, card_events, ledger_postings, ledger_entries`.execute(db)
    await Promise.all(Array.from({ length: workers }, () => processInbox(services, batchSizes.server)))
  }
  const seconds = (performance.now() - startedAt) / 1_000
  print('events', `${events} in ${seconds.toFixed(0)} s, ${(events / seconds).toFixed(0)} a second`)
  await payOut(partners)
  if (recording) writeFileSync(recording, (await recordingOf(db, partner.slug, namesOf(program))).join('\n'))
  return compare(partner, program, places, visits)
}

function namesOf({ members, merchants }: Program): Map<string, string> {
  return new Map([
    ...members.flatMap(({ memberId, cardId }, n) => [
      [memberId, `member ${n}`] as const,
      [cardId, `card ${n}`] as const,
    ]),
    ...merchants.map(({ id }, n) => [id, `restaurant ${n}`] as const),
  ])
}

/** Spread like random ones, and the same in every run. */
function transactionIdOf(n: number): string {
  return createHash('sha256').update(`dine ${n}`).digest('hex').slice(0, 32)
}

/** The program has cash back at one rate, without bonuses. */
function monthPartner({ source }: Partner): Partner {
  const settings = {
    hostNames: [],
    hasVIP: false,
    bonuses: [],
    newMemberBonus: null,
    rewards: { earnRates: { '2': rate } },
    payout: { thresholdCents: threshold },
  }
  const built = buildPartner({ ...source, slug: 'month' }, { settings })
  if (!built.ok) throw new Error(JSON.stringify(built.problems))
  return built.partner
}

async function limitPlaces({ merchants }: Program, partner: Partner): Promise<Place[]> {
  const workdays = weekdays.filter(day => day !== 'Sat' && day !== 'Sun')
  const places = merchants.map(({ id }, n): Place => {
    const benefitDays = n % 7 === 0 ? workdays : [...weekdays]
    const maxSpendPerMonthCents = n % 5 === 0 ? limitCents : null
    const terms = {
      joinedOn: '2020-01-01',
      leftOn: null,
      benefitDays,
      maxSpendPerMonthCents,
      maxVisitsPerMonth: null,
      campaignCodes: [],
    }
    return { id, zone: 'America/New_York', terms, former: null }
  })
  for (const { id, terms } of places)
    await db
      .updateTable('merchantParticipations')
      .set({ benefitDays: [...terms.benefitDays], maxSpendPerMonthCents: terms.maxSpendPerMonthCents })
      .where('partnerId', '=', partner.slug)
      .where('merchantId', '=', id)
      .execute()
  return places
}

/**
 * Visits are on days 1 to 26, each at a minute of its own; the tip comes with the clearing, and of each tenth a part
 * comes back.
 */
function visitsOf(program: Program): Visit[] {
  return Array.from({ length: dines }, (_, n): Visit => {
    const cents = 1_000 + ((n * 7_919) % 9_000)
    const turn = Math.floor(n / members)
    const [day, minute] = [1 + ((n + turn * 5) % 26), (n * 37 + turn) % 600]
    const two = (value: number) => String(value).padStart(2, '0')
    return {
      transactionId: transactionIdOf(n),
      cents,
      clearedCents: Math.round(cents * (1 + (n % 4) / 15)),
      refundedCents: n % 10 === 3 ? Math.min(cents, 100 + ((n * 31) % 5_000)) : 0,
      at: `${month}-${two(day)}T${two(11 + Math.floor(minute / 60))}:${two(minute % 60)}:00`,
      member: program.members[n % members]!,
      // Few restaurants for a member, so that limits are reached.
      merchant: program.merchants[(n * 3 + (turn % 4)) % program.merchants.length]!,
    }
  })
}

/**
 * A clearing comes on the day, for some after an authorization or twice; refunds are up to four days later or earlier.
 */
function eventsByDay(visits: readonly Visit[]): [string, CardEvent[]][] {
  const days = new Map<string, CardEvent[]>()
  const add = (day: string, event: CardEvent) => {
    const ofDay = days.get(day)
    if (ofDay) ofDay.push(event)
    else days.set(day, [event])
  }
  visits.forEach((visit, n) => {
    const day = visit.at.slice(0, 10)
    const clearing = reportOf(visit, 'clearing', visit.clearedCents)
    if (n % 5 === 0) add(day, reportOf(visit, 'auth', visit.cents))
    add(day, clearing)
    if (n % 20 === 0) add(day, clearing)
    const other = Math.min(28, Math.max(1, Number(day.slice(8)) + (n % 6) - 1))
    if (visit.refundedCents > 0)
      add(`${month}-${String(other).padStart(2, '0')}`, reportOf(visit, 'refund', visit.refundedCents))
  })
  return [...days].sort(([a], [b]) => (a < b ? -1 : 1))
}

async function receive(events: readonly CardEvent[]): Promise<number> {
  let received = 0
  for (let start = 0; start < events.length; start += 500) {
    const rows = events.slice(start, start + 500).map(event => inboxRowOf(event, now))
    received += await insertEvents(db, rows)
  }
  return received
}

async function payOut(partners: ReturnType<typeof createPartnerRegistry>): Promise<void> {
  const gateways = { payouts: sandboxPayoutProvider(join(folder, 'payouts'), clock) }
  const services = {
    db,
    clock,
    partners,
    gateways,
    log: console,
    actor: { kind: 'system', name: 'month' },
    locale: 'en-US',
  }
  const sums = { reserved: 0, paid: 0, failed: 0 }
  // A run of the job takes a part of those that are due.
  for (let minute = 31, idle = 0; idle < 3; minute++) {
    now = new Date(`${month}-28T23:${minute}:00Z`)
    const run = await runPayouts(services as unknown as Parameters<typeof runPayouts>[0])
    sums.reserved += run.reserved
    sums.paid += run.paid
    sums.failed += run.failed
    idle = run.reserved + run.paid === 0 ? idle + 1 : 0
  }
  print('payouts', `${sums.reserved} reserved, ${sums.paid} paid, ${sums.failed} failed`)
}

async function compare(
  partner: Partner,
  program: Program,
  places: readonly Place[],
  visits: readonly Visit[],
): Promise<boolean> {
  const problems = [...(await ledgerProblems(db))]
  const same = (what: string, actual: unknown, expected: unknown) => {
    if (actual !== expected) problems.push(`${what}: ${actual}, the model says ${expected}`)
  }
  const byMember = Map.groupBy(visits, visit => visit.member.memberId)
  const earnedBy = await unitsBy(['member_rewards'], ['dine_reward', 'dine_adjustment'])
  const balances = await unitsBy(['member_rewards'], null)
  const funded = new Map<string, number>()
  const totals = { earned: 0, balance: 0, paid: 0 }
  for (const { memberId } of program.members) {
    const ofMember = byMember.get(memberId) ?? []
    const books = booksOf(places, ofMember)
    for (const [n, { baseUnits }] of books.dines.entries()) {
      const { id } = ofMember[n]!.merchant
      funded.set(id, (funded.get(id) ?? 0) + baseUnits)
    }
    const balance = books.balance >= threshold ? 0 : books.balance
    same(`earned by ${memberId}`, earnedBy.get(memberId) ?? 0, books.balance)
    same(`balance of ${memberId}`, balances.get(memberId) ?? 0, balance)
    totals.earned += books.balance
    totals.balance += balance
    totals.paid += books.balance - balance
  }
  const liability = await liabilityOf({ db, clock }, partner, null)
  same('owed to members', liability.owedToMembers, totals.balance)
  same('outstanding', liability.outstanding, totals.balance)
  same('paid', liability.accounts.statement_credits, totals.paid)
  const movements = await partnerStatement(db, partner, month as never)
  same('earned in the month', movements.earned - movements.takenBack, totals.earned)
  same('paid out in the month', movements.paidOut, totals.paid)
  same('closing', movements.closing, totals.balance)
  if (!closes(movements)) problems.push('the statement of the partner does not close')
  const statements = await merchantStatements(db, partner, { month: month as never, merchantId: null })
  const units = statements.reduce((sum, { baseUnits }) => sum + baseUnits, 0)
  for (const { merchant, baseUnits } of statements)
    same(`statement of ${merchant.id}`, baseUnits, funded.get(merchant.id) ?? 0)
  same('funded by restaurants', units, totals.earned)
  print('members', `${program.members.length}, ${visits.length} dines, ${statements.length} restaurants`)
  print('earned', dollars(totals.earned))
  print('paid out', dollars(totals.paid))
  print('owed', `${dollars(liability.owedToMembers)} to ${liability.creditors} members`)
  print('restaurants', `${dollars(units)} funded`)
  for (const problem of problems.slice(0, 20)) print('PROBLEM', problem)
  print('result', problems.length === 0 ? 'all equal to the cent' : `${problems.length} problems`)
  return problems.length === 0
}

function booksOf(places: readonly Place[], visits: readonly Visit[]) {
  return expectedBooks({
    rate,
    formerRate: null,
    optedOut: null,
    optedOutRate: rate,
    closed: null,
    vipRate: rate,
    rounding: 'down',
    links: [{ linkedAt: 0, removedAt: null }],
    places,
    payments: visits.map(
      ({ transactionId, merchant, at, clearedCents, refundedCents }): Payment => ({
        transactionId,
        placeId: merchant.id,
        at,
        clearedCents,
        refundedCents,
        authorizedCents: null,
        refunds: [],
        isExpired: false,
      }),
    ),
    offers: [],
    bookings: [],
    bonuses: [],
    vip: { dinesRequired: 1_000, dollarsRequired: 0 },
  })
}

async function unitsBy(accounts: string[], kinds: string[] | null): Promise<Map<string, number>> {
  const { rows } = await sql<{ memberId: string; units: number }>`
    select entry.member_id, sum(entry.units) as units
    from ledger_entries entry join ledger_postings posting on posting.id = entry.posting_id
    where entry.account = any(${accounts}::text[]) and (${kinds === null} or posting.kind = any(${kinds ?? []}::text[]))
    group by 1`.execute(db)
  return new Map(rows.map(({ memberId, units }) => [memberId, units]))
}

function dollars(cents: number): string {
  return `$${(cents / 100).toFixed(2)}`
}

function print(what: string, text: string): void {
  console.log(`${what.padEnd(12)}${text}`)
}
