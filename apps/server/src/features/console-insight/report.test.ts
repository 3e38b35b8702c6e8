import {
  type Dimension,
  dimensionsOf,
  isTime,
  type MeasureName,
  measures,
} from '@dineward/core/console-insight/report-measures.ts'
import { seededRandom } from '@dineward/core/shared/seeded-random.ts'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { consoleClient } from '../../testing/access/console-for-test.ts'
import { newLinkedCard, newMember, newMerchant } from '../../testing/factories.ts'
import { newStoredOffer } from '../../testing/offers-for-test.ts'
import { sampleSize } from '../../testing/sample-size.ts'
import { createTestApp } from '../../testing/test-app.ts'
import type { TestClient } from '../../testing/test-client.ts'
import { type CardNetwork, cardNetworkOf, newCardNetwork } from '../card-events/card-network-for-test.ts'
import type { MadeReport } from './report.service.ts'

const app = await createTestApp()
let viewer: TestClient
/** It pays dollars; the other one gives miles. */
let dollars: CardNetwork
let miles: CardNetwork

beforeAll(async () => {
  app.clock.set('2026-01-20T18:00:00Z')
  const joinedAt = new Date('2025-12-15T12:00:00Z')
  dollars = await newCardNetwork(app, { like: 'harbor', member: { joinedAt, enrollmentSource: 'poster' } })
  miles = await newCardNetwork(app)
  const { partner } = dollars
  await newStoredOffer(app, partner, { startsOn: '2026-01-01', endsOn: '2026-03-31' })
  const other = await newMember(app, partner, { joinedAt: new Date('2026-02-01T03:00:00Z'), tierLevel: 3 })
  const card = await newLinkedCard(app, other, {
    cardType: 'Amex',
    linkedAt: new Date('2026-02-02T12:00:00Z'),
  })
  const place = {
    name: 'Noodle Bar',
    cuisines: ['Thai', 'Italian'],
    city: 'Austin',
    state: 'TX',
    neighborhood: 'East',
  }
  const merchant = await newMerchant(app, partner, place, { joinedOn: '2026-02-03' })
  const elsewhere = cardNetworkOf(app, partner, { memberId: other.id, cardId: card.id, merchant })
  for (const [network, day, amount] of [
    [dollars, '2026-01-10', 30],
    [dollars, '2026-01-25', 50],
    [elsewhere, '2026-02-05', 70.5],
    [dollars, '2026-03-02', 20],
    [elsewhere, '2026-03-03', 90],
    [miles, '2026-02-05', 100],
  ] as const) {
    app.clock.set(`${day}T20:00:00Z`)
    await network.deliver('transaction.clearing', { amount, datetime: `${day}T12:00:00` })
  }
  app.clock.set('2026-03-08T18:00:00Z')
  await dollars.deliver('transaction.auth', { amount: 40, datetime: '2026-03-08T12:00:00' })
  app.clock.set('2026-03-10T18:00:00Z')
  viewer = await consoleClient(app, 'viewer')
})

const ask = (query: string, client = viewer) => client.get(`/api/Console/Insight/Report?${query}`)
const read = async (query: string, period = 'from=2026-01-01&to=2026-03-10'): Promise<MadeReport> => {
  const response = await ask(`partner=${dollars.partner.slug}&${period}&${query}`)
  expect([response.statusCode, response.body]).toEqual([200, expect.anything()])
  return response.json()
}
const table = ({ rows }: MadeReport) => rows.map(({ by, values }) => [...by.map(({ key }) => key), ...values])

test('dines and spend by month -> a row a month, in words, with their total', async () => {
  const report = await read('measures=dines,spend&by=month')
  expect(table(report)).toEqual([
    ['2026-01', 2, 8_000],
    ['2026-02', 1, 7_050],
    ['2026-03', 2, 11_000],
  ])
  expect(report.rows[0]!.by[0]!.label).toBe('January 2026')
  expect(report.totals).toEqual([{ by: [], partner: dollars.partner.slug, values: [5, 26_050] }])
})

test('a period without any dine -> its months with zeros', async () => {
  const { partner } = await newCardNetwork(app)
  const response = await ask(`partner=${partner.slug}&measures=dines&by=month&period=last_month`)
  expect(table(response.json())).toEqual([['2026-02', 0]])
})

test('measures of several kinds in one report -> rows of equal keys are one', async () => {
  expect(table(await read('measures=joined,members,dines&by=month'))).toEqual([
    // In New York the second member joined on the last evening of January.
    ['2026-01', 1, 2, 2],
    ['2026-02', 0, 2, 1],
    ['2026-03', 0, 2, 2],
  ])
})

test('a state by month and another dimension -> what it is at the end of each month', async () => {
  expect(table(await read('measures=cards&by=network,month'))).toEqual([
    ['Visa', '2026-01', 1],
    ['Amex', '2026-01', 0],
    ['Amex', '2026-02', 1],
    ['Visa', '2026-02', 1],
    ['Amex', '2026-03', 1],
    ['Visa', '2026-03', 1],
  ])
})

test('restaurants are named, and a filter narrows to one', async () => {
  const report = await read('measures=spend&by=restaurant')
  expect(report.rows.map(({ by, values }) => [by[0]!.label, ...values])).toEqual([
    ['Noodle Bar, Austin', 16_050],
    ['Casa Lumen, New York', 10_000],
  ])
  const { key } = report.rows[0]!.by[0]!
  expect(table(await read(`measures=dines&by=tier&restaurant=${key}`))).toEqual([['3', 2]])
})

test('figures of rewards and liability -> those of the partner statement', async () => {
  const finance = await consoleClient(app, 'finance')
  const { slug } = dollars.partner
  const { movements } = (
    await finance.get(`/api/Console/Finance/PartnerStatement?partner=${slug}&month=2026-03`)
  ).json()
  const of = async (names: string) =>
    (await read(`measures=${names}`, 'from=2026-03-01&to=2026-03-31')).totals[0]!.values
  expect(await of('earned,bonuses,takenBack')).toEqual([
    movements.earned,
    movements.bonuses,
    movements.takenBack,
  ])
  expect(await of('adjusted,paid,liability')).toEqual([
    movements.adjusted,
    movements.paidOut + movements.settled,
    movements.closing,
  ])
  expect(movements.closing).toBeGreaterThan(0)
})

test('figures that Insight has too -> the same', async () => {
  const period = `partner=${dollars.partner.slug}&from=2026-01-01&to=2026-03-10`
  const { programs, funnel } = (await viewer.get(`/api/Console/Insight?${period}`)).json()
  const { now } = programs[0]
  const of = async (names: string) => (await read(`measures=${names}`)).totals[0]!.values
  expect(await of('dines,spend,activeMembers')).toEqual([now.dines, now.spentCents, now.activeMembers])
  expect(await of('rewards,members,joined')).toEqual([now.rewardUnits, now.members, now.newMembers])
  expect(await of('cards,joinedWithCard')).toEqual([now.linkedCards, funnel[0].linkedCard])
})

test('what is promised -> the pending dine, which no other measure counts', async () => {
  const { values } = (await read('measures=promised,allDines')).totals[0]!
  expect(values).toEqual([expect.any(Number), 6])
  expect(values[0]).toBeGreaterThan(0)
})

describe('any allowed report', () => {
  test.each(Array.from({ length: sampleSize(25, 400) }, (_, seed) => seed))(
    'seed %i -> parts add up to the whole',
    async seed => {
      const random = seededRandom(`report ${seed}`)
      const names = Object.keys(measures) as MeasureName[]
      const name = random.pick(names.filter(one => !/^active|^cardMembers/.test(one)))
      const allowed = dimensionsOf([name])
      const by = [random.pick(allowed), random.pick(allowed)]
      const asked = by.filter((one, index) => by.indexOf(one) === index && !(index > 0 && by.every(isTime)))
      const whole = (await read(`measures=${name}`)).totals[0]!.values[0]!
      const report = await read(`measures=${name}&by=${asked}`)
      expect(sumOf(report, name, asked)).toBe(whole)
    },
  )
})

/** A state is what it is in the last part. */
function sumOf({ rows, parts }: MadeReport, name: MeasureName, by: readonly Dimension[]): number {
  const time = by.findIndex(isTime)
  const isState = 'isAtEnd' in measures[name]
  const counted = rows.filter(row => !isState || time < 0 || row.by[time]!.key === parts.at(-1)!.key)
  return counted.reduce((sum, { values }) => sum + values[0]!, 0)
}

test('dines by two dimensions -> what plain code counts', async () => {
  const { rows } = await sql<{ month: string; city: string; dines: number; spend: number }>`
    select dined_at, to_char(dined_at, 'YYYY-MM') as month, city || ', ' || state as city, cleared_cents as spend
    from dines join merchants on merchants.id = merchant_id
    where partner_id = ${dollars.partner.slug} and status <> 'Pending'`.execute(app.database.db)
  const sums = new Map<string, number>()
  for (const { month, city, spend } of rows)
    sums.set(`${month} ${city}`, (sums.get(`${month} ${city}`) ?? 0) + spend)
  const report = await read('measures=spend&by=month,city')
  const found = new Map(report.rows.map(({ by, values }) => [by.map(({ key }) => key).join(' '), values[0]]))
  expect(found).toEqual(sums)
})

describe('programs', () => {
  const both = async () => {
    const client = await consoleClient(app, 'viewer', dollars.partner.slug)
    await app.database.db
      .insertInto('staffRoles')
      .columns(['partnerId', 'staffId', 'role'])
      .expression(db =>
        db
          .selectFrom('staffRoles')
          .select(({ val, ref }) => [
            val(miles.partner.slug).as('partnerId'),
            ref('staffId').as('staffId'),
            'role',
          ])
          .where('partnerId', '=', dollars.partner.slug)
          .limit(1),
      )
      .execute()
    return client
  }
  test('of different units -> rewards are never added, and each has its own total', async () => {
    const client = await both()
    const period = 'from=2026-01-01&to=2026-03-10'
    const refused = await ask(`measures=rewards&${period}`, client)
    expect([refused.statusCode, refused.json().message]).toEqual([
      400,
      expect.stringMatching(/different units/),
    ])
    const report: MadeReport = (await ask(`measures=rewards&by=program&${period}`, client)).json()
    expect(report.totals.map(({ partner }) => partner).toSorted()).toEqual(
      [dollars.partner.slug, miles.partner.slug].toSorted(),
    )
    expect((await ask(`measures=spend&${period}`, client)).json().totals).toEqual([
      { by: [], partner: null, values: [36_050] },
    ])
  })
  test('one that the reader may not read -> 404, and nothing of it without its name', async () => {
    const client = await consoleClient(app, 'viewer', miles.partner.slug)
    expect((await ask(`measures=dines&partner=${dollars.partner.slug}`, client)).statusCode).toBe(404)
    const report: MadeReport = (await ask('measures=spend&from=2026-01-01&to=2026-03-10', client)).json()
    expect(report.totals[0]!.values).toEqual([10_000])
  })
})

test.each([
  ['an unknown measure', 'measures=steps', /no longer there/],
  ['a pair that is not allowed', 'measures=joined&by=cuisine', /cannot be divided/],
  ['ten years by day', 'measures=dines&by=day&period=&from=2016-01-01&to=2025-12-31', /at most a year/],
  ['a long value', `measures=dines&cuisine=${'x'.repeat(101)}`, /check the highlighted/],
])('%s -> 400, in words', async (_, query, message) => {
  const response = await ask(query)
  expect([response.statusCode, response.json().message]).toEqual([400, expect.stringMatching(message)])
})

test('values to narrow by -> what the program has, found by their words', async () => {
  const values = async (query: string) =>
    (await viewer.get(`/api/Console/Insight/ReportValues?partner=${dollars.partner.slug}&${query}`)).json()
      .items
  expect(await values('dimension=cuisine')).toEqual([
    { key: 'Italian', label: 'Italian' },
    { key: 'Thai', label: 'Thai' },
  ])
  expect(await values('dimension=restaurant&search=noodle')).toMatchObject([{ label: 'Noodle Bar, Austin' }])
  expect(await values('dimension=source')).toEqual([{ key: 'poster', label: 'poster' }])
  expect((await values('dimension=tier')).map(({ label }: { label: string }) => label)).toContain('VIP')
})
