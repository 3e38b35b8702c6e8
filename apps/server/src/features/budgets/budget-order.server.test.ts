import { type SeededRandom, seededRandom } from '@dineward/core/shared/seeded-random.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { newLinkedCard, newMember } from '../../testing/factories.ts'
import { longTest } from '../../testing/long-test.ts'
import { newStoredOffer } from '../../testing/offers-for-test.ts'
import { sampleSize } from '../../testing/sample-size.ts'
import { createTestApp } from '../../testing/test-app.ts'
import {
  type CardNetwork,
  cardNetworkOf,
  type EventName,
  newCardNetwork,
} from '../card-events/card-network-for-test.ts'
import { batchSizes, processInbox } from '../card-events/inbox.service.ts'
import { ledgerProblemsOf } from '../ledger/ledger-for-test.ts'
import { settleReferrals } from '../referrals/reward-referrer.service.ts'
import { redecideDines } from '../rewards/process-events.service.ts'

/*
 * The same events in several orders, against budgets that run out. With the order may differ who gets the last of a budget,
 * and with refunds between dines also how many do, since what a refund frees is for those who come after it. What may not
 * differ: the usual reward of each dine, and of what is not refunded how many are covered.
 * In any order: nothing is promised above a budget, what was promised stays until a refund of that member's own,
 * the ledger agrees after each step, and deciding everything again, or hearing of everything again, changes nothing.
 */

const app = await createTestApp()
const { db } = app.database
const cases = sampleSize(2, 40)

const units = 250
const reward = { kind: 'fixed' as const, units }
const dates = ['2026-03-02', '2026-03-04', '2026-03-06', '2026-03-08', '2026-03-09']
const limitOf = { offer: 3 * units + 90, bonus: 4 * units + 10, referral: 2 * 700 + 20 } as const
type Kind = keyof typeof limitOf

interface Event {
  /** Index of the member. */
  readonly member: number
  readonly dine: string
  readonly name: EventName
  readonly fields: Readonly<Record<string, unknown>>
}

/** Dines of five members; some have an authorization, are refunded or are reported twice. */
function newEvents(random: SeededRandom, withRefunds: boolean): Event[] {
  return Array.from({ length: 5 }, (_, member) =>
    dates
      .filter(() => random.chance(0.7))
      .flatMap((date, n): Event[] => {
        const dine = `${member}-${n}`
        const of = { member, dine }
        const fields = { datetime: `${date}T19:30:00`, amount: 20 + random.int(1, 40) }
        const cleared: Event = { ...of, name: 'transaction.clearing', fields }
        const events: Event[] = [cleared]
        if (random.chance(0.4)) events.push({ ...of, name: 'transaction.auth', fields })
        if (random.chance(0.3))
          events.push({ ...cleared, fields: { ...fields, updated: '2026-03-11T10:00:00.000Z' } })
        if (withRefunds && random.chance(0.3))
          events.push({ ...of, name: 'transaction.refund', fields: { ...fields, amount: -fields.amount } })
        return events
      }),
  ).flat()
}

function shuffled<T>(random: SeededRandom, list: readonly T[]): T[] {
  return list
    .map(item => ({ item, at: random.int(0, 1_000_000) }))
    .toSorted((one, other) => one.at - other.at)
    .map(({ item }) => item)
}

interface Program {
  readonly members: readonly CardNetwork[]
  readonly ids: Map<string, string>
  readonly slug: string
}

/** The first member has invited the others. @param isLimited the same without a limit says what all would cost */
async function newProgram(isLimited: boolean): Promise<Program> {
  const limit = (kind: Kind) => (isLimited ? limitOf[kind] : null)
  const spring = { code: 'SPRING', description: 'Spring', needsRegistration: false, from: '2026-03-01' }
  const network = await newCardNetwork(app, {
    settings: {
      hasFlexOffers: true,
      velocity: { dinesPerDay: 0 },
      bonuses: [{ ...spring, reward, repeats: true, budgetUnits: limit('bonus') }],
      referral: { referrerUnits: 500, friendUnits: 200, yearlyLimit: 9, budgetUnits: limit('referral') },
    },
  })
  const { partner, memberId: referrer, merchant } = network
  const { slug } = partner
  const code = await newStoredOffer(app, partner, { startsOn: '2026-03-01', endsOn: '2026-03-31' })
  const limitUnits = limit('offer')
  await db.updateTable('offers').set({ budgetUnits: limitUnits }).where('id', '=', code).execute()
  await db.updateTable('rewardBudgets').set({ limitUnits }).where('code', '=', code).execute()
  const members = [network]
  while (members.length < 5) {
    const member = await newMember(app, partner, { referrer, joinedAt: new Date('2026-01-01T00:00:00Z') })
    const card = await newLinkedCard(app, member)
    members.push(cardNetworkOf(app, partner, { memberId: member.id, cardId: card.id, merchant }))
  }
  return { members, ids: new Map(), slug }
}

interface Books {
  /** The usual reward of each dine. */
  readonly base: Readonly<Record<string, number>>
  /** Of each member and kind, in units; refunded dines have none. */
  readonly promised: Readonly<Record<string, number>>
  readonly balances: readonly number[]
}

const memberKey = (kind: string, member: number) => `${kind} of ${member}`

async function booksOf({ members, ids, slug }: Program): Promise<Books> {
  const ofPartner = sql`partner_id = ${slug}`
  const { rows: dines } = await sql<{ source: string; base: number; memberId: string; parts: object }>`
    select source_transaction_id as source, reward_units as base, member_id,
      (select coalesce(json_object_agg(kind, units), '{}') from dine_components component
        where component.partner_id = dine.partner_id and component.dine_id = dine.id) as parts
    from dines dine where ${ofPartner}`.execute(db)
  const { rows: friends } = await sql<{ memberId: string; units: number }>`
    select member_id, sum(units)::int as units from account_rewards
    where ${ofPartner} and kind = 'referral' group by 1`.execute(db)
  const indexOf = (id: string) => members.findIndex(({ memberId }) => memberId === id)
  const promised: Record<string, number> = {}
  const add = (key: string, more: number) => {
    promised[key] = (promised[key] ?? 0) + more
  }
  for (const { memberId, parts } of dines)
    for (const [kind, more] of Object.entries(parts)) add(memberKey(kind, indexOf(memberId)), Number(more))
  for (const friend of friends) add(memberKey('referral', indexOf(friend.memberId)), friend.units)
  const names = new Map([...ids].map(([dine, id]) => [id, dine]))
  const balances: number[] = []
  for (const member of members) balances.push(await member.balance())
  return {
    base: Object.fromEntries(
      dines.map(({ source, base }) => [names.get(source.split(':').at(-1)!) ?? source, base]),
    ),
    promised,
    balances,
  }
}

const sumOf = ({ promised }: Books, kind: Kind): number =>
  Object.entries(promised).reduce((sum, [key, more]) => (key.startsWith(`${kind} `) ? sum + more : sum), 0)

async function send(program: Program, { member, dine, name, fields }: Event): Promise<void> {
  const { members, ids } = program
  const id = ids.get(dine) ?? crypto.randomUUID()
  ids.set(dine, id)
  const isRefund = name === 'transaction.refund'
  const of = isRefund ? { originalTransactionId: id } : { id }
  expect((await members[member]!.send(name, { ...fields, ...of })).statusCode).toBe(200)
}

async function processAll({ members, slug }: Program): Promise<void> {
  await processInbox({ db, clock: app.clock, partners: app.partners }, batchSizes.server)
  const all = () => [members[0]!.partner]
  await settleReferrals({ db, clock: app.clock, partners: { ...app.partners, all } })
  expect(await ledgerProblemsOf(db, slug)).toEqual([])
}

/** Several events at once, then the next: after each step nothing that was promised is gone. */
async function live(random: SeededRandom, events: readonly Event[], isLimited: boolean): Promise<Program> {
  const program = await newProgram(isLimited)
  let before = await booksOf(program)
  for (let rest = events; rest.length > 0; ) {
    const step = rest.slice(0, random.int(1, 8))
    rest = rest.slice(step.length)
    for (const event of step) await send(program, event)
    await processAll(program)
    const after = await booksOf(program)
    const refunded = new Set(
      events
        .slice(0, events.length - rest.length)
        .flatMap(event => (event.name === 'transaction.refund' ? [event.member] : [])),
    )
    for (const [key, promised] of Object.entries(before.promised)) {
      const member = Number(key.split(' ').at(-1))
      // A referrer loses with the refund of a friend.
      const mayLose =
        refunded.has(member) || (member === 0 && key.startsWith('referral') && refunded.size > 0)
      if (!mayLose) expect(after.promised[key] ?? 0, key).toBeGreaterThanOrEqual(promised)
    }
    if (isLimited)
      for (const kind of ['offer', 'bonus', 'referral'] as const)
        expect(sumOf(after, kind), kind).toBeLessThanOrEqual(limitOf[kind])
    before = after
  }
  return program
}

/** Everything is decided again, then heard of again. */
async function rebuild(program: Program, events: readonly Event[]): Promise<void> {
  const services = { db, clock: app.clock, partners: app.partners }
  const before = await booksOf(program)
  for (const { memberId, merchant } of program.members.toReversed()) {
    const key = { partnerId: program.slug, memberId, merchantId: merchant.id }
    await redecideDines(services, key, dine => dine)
  }
  expect(await booksOf(program)).toEqual(before)
  for (const event of events) {
    const updated = '2026-03-12T10:00:00.000Z'
    if (event.name === 'transaction.clearing')
      await send(program, { ...event, fields: { ...event.fields, updated } })
  }
  await processAll(program)
  expect(await booksOf(program)).toEqual(before)
}

test.each(Array.from({ length: cases }, (_, n) => n + 1))(
  'lives %i: without refunds any order covers as many, and the usual rewards are the same',
  longTest,
  async seed => {
    const random = seededRandom(`budgets ${seed}`)
    const events = newEvents(random, false)
    const unlimited = await booksOf(await live(random, shuffled(random, events), false))
    for (let order = 0; order < 2; order++) {
      const program = await live(random, shuffled(random, events), true)
      const books = await booksOf(program)
      expect(books.base).toEqual(unlimited.base)
      for (const kind of ['offer', 'bonus', 'referral'] as const) {
        const once = kind === 'referral' ? 700 : units
        const fits = Math.floor(limitOf[kind] / once) * once
        expect(sumOf(unlimited, kind), `${kind} without a limit`).toBeGreaterThan(fits)
        expect(sumOf(books, kind), kind).toBe(fits)
      }
      await rebuild(program, events)
    }
  },
)

test.each(Array.from({ length: cases }, (_, n) => n + 1))(
  'lives %i with refunds: any order stays within the budgets, and keeps what it promised',
  longTest,
  async seed => {
    const random = seededRandom(`refunds ${seed}`)
    const events = newEvents(random, true)
    const [first, second] = [
      await live(random, shuffled(random, events), true),
      await live(random, shuffled(random, events), true),
    ]
    expect((await booksOf(second)).base).toEqual((await booksOf(first)).base)
    for (const program of [first, second]) await rebuild(program, events)
  },
)
