import { balanceFigureNames, bridgeFigureNames, movementFigureNames } from '@dineward/core/ledger/figures.ts'
import { expect, test } from 'vitest'
import { consoleClient } from '../../testing/access/console-for-test.ts'
import { newMember } from '../../testing/factories.ts'
import { longTest } from '../../testing/long-test.ts'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'
import { newCardNetwork } from '../card-events/card-network-for-test.ts'
import { type Posting, postMany, rewardEntries } from '../ledger/ledger.service.ts'
import { newPayoutOf } from '../payouts/payouts-for-test.ts'
import { closePeriod } from '../reports/close-period.service.ts'
import { newSettlement } from '../settlement/partner-for-test.ts'

const app = await createTestApp()

type Row = { units: number; postingId: number; account: string }

async function clientOf(on: TestApp, { slug }: { readonly slug: string }) {
  const finance = await consoleClient(on, 'finance')
  const get = (path: string, query: Record<string, string> = {}) =>
    finance.get(`/api/Console/Finance/${path}?${new URLSearchParams({ partner: slug, ...query })}`)
  const read = async (path: string, query?: Record<string, string>) => (await get(path, query)).json()
  return { get, read }
}

/** February is closed; then a late dine and refunds of a part and of a whole, and a payout. */
async function newProgram() {
  app.clock.set('2026-02-12T18:00:00Z')
  const settings = { merchantFee: { basisPoints: 1_250 } }
  const network = await newCardNetwork(app, { like: 'harbor', settings })
  const { partner } = network
  const of = (name: string) => `${partner.slug}-${name}`
  const clear = (name: string, amount: number, datetime: string) =>
    network.deliver('transaction.clearing', { id: of(name), amount, datetime })
  const refund = (name: string, amount: number) =>
    network.deliver('transaction.refund', {
      amount: -amount,
      originalTransactionId: of(name),
      datetime: '2026-03-05T12:00:00',
    })
  await clear('january', 60, '2026-01-31T23:30:00')
  await clear('february', 1_000, '2026-02-10T19:30:00')
  app.clock.set('2026-03-02T18:00:00Z')
  await clear('late', 80, '2026-02-27T19:30:00')
  const context = { ...app.context(partner), actor: { kind: 'system', name: 'ada' } as const }
  await closePeriod(context, { month: '2026-01', note: null })
  await closePeriod(context, { month: '2026-02', note: null })
  app.clock.set('2026-03-05T18:00:00Z')
  await refund('february', 40)
  await refund('january', 60)
  await clear('march', 33.33, '2026-03-04T19:30:00')
  await newPayoutOf(app, network)
  return { ...network, ...(await clientOf(app, partner)) }
}

/** The postings are of no dines, which the ledger check of other tests would find. */
async function newProgramOfPostings() {
  const own = await createTestApp({}, { ownDatabase: true })
  own.clock.set('2026-03-10T18:00:00Z')
  const partner = own.newPartner({ like: 'harbor' })
  const members = await Promise.all([1, 2, 3].map(() => newMember(own, partner)))
  const kinds = ['bonus', 'bonus_correction', 'corporate', 'manual', 'referral', 'erasure'] as const
  const postings = Array.from({ length: 230 }, (_, n): Posting => {
    const kind = kinds[n % kinds.length]!
    const units = ((n * 7_919) % 401) - 150 || 1
    const { id } = members[(n * 7) % members.length]!
    return {
      partnerId: partner.slug,
      idempotencyKey: `${n}`,
      kind,
      correlationId: `${n}`,
      reasonCode: 'test',
      postedAt: new Date(Date.parse('2026-01-20T05:00:00Z') + n * 15_000_000),
      entries: rewardEntries(id, units, kind === 'corporate' ? 'partner' : 'program'),
    }
  })
  await postMany(own.database.db, postings)
  return clientOf(own, partner)
}

type Client = Awaited<ReturnType<typeof clientOf>>

/** What all pages sum to. */
async function rowsOf(
  { read }: Client,
  query: Record<string, string>,
): Promise<{ rows: Row[]; total: { rows: number; units: number } }> {
  const { items, total, next } = await read('Postings', query)
  const rows: Row[] = [...items]
  for (let after = next; after !== null; ) {
    const page = await read('Postings', { ...query, after })
    expect(page.total).toBeNull()
    rows.push(...page.items)
    after = page.next
  }
  expect(new Set(rows.map(({ postingId, account }) => `${postingId} ${account}`)).size).toBe(rows.length)
  return { rows, total }
}

test.each([
  ['dines, refunds and payouts', newProgram],
  ['postings of every kind', newProgramOfPostings],
])(
  '%s: every figure of statement, liability and bridge is the sum of its rows',
  longTest,
  async (_, make) => {
    const program: Client = await make()
    const sumOf = async (query: Record<string, string>) => {
      const { rows, total } = await rowsOf(program, query)
      const units = rows.reduce((sum, row) => sum + row.units, 0)
      expect(total).toEqual({ rows: rows.length, units })
      return units
    }
    for (const month of ['2026-02', '2026-03']) {
      const { movements } = await program.read('PartnerStatement', { month })
      for (const figure of movementFigureNames.filter(name => name !== 'outstanding'))
        expect(await sumOf({ month, figure }), `${figure} of ${month}`).toBe(movements[figure])
      expect(await sumOf({ until: month, figure: 'outstanding' })).toBe(movements.closing)
      const [liability] = (await program.read('Liability', { month })).items
      for (const figure of [...balanceFigureNames, 'awaitingPartner'] as const)
        expect(await sumOf({ until: month, figure }), `${figure} of ${month}`).toBe(liability[figure])
      for (const { account, units } of liability.accounts)
        expect(await sumOf({ until: month, account }), account).toBe(units)
      const bridge = await program.read('Bridge', { month })
      expect(bridge.addsUp, month).toBe(true)
      expect(bridge.partner).toBe(movements.earned + movements.bonuses - movements.takenBack)
      for (const figure of bridgeFigureNames)
        expect(await sumOf({ month, figure }), `${figure} of ${month}`).toBe(bridge[figure])
    }
    const [now] = (await program.read('Liability')).items
    expect(await sumOf({ figure: 'owedToMembers' })).toBe(now.owedToMembers)
    expect(await sumOf({ account: 'payouts_in_flight' })).toBe(now.inFlight)
    const file = (await program.get('Postings.csv', { account: 'member_rewards' })).body
    const { rows } = await rowsOf(program, { account: 'member_rewards' })
    expect(file.trim().split('\r\n')).toHaveLength(rows.length + 1)
  },
)

test('statements of restaurants open into dines: a closed month, its corrections, and the next', async () => {
  const program = await newProgram()
  const open = async (month: string, part: string) => {
    const { items, sums } = await program.read('StatementDines', { month, part })
    const parts = [sums.listed, sums.unchanged, sums.billedBefore, sums.changedLater].map(
      sum => sum.spentCents - sum.refundedCents,
    )
    const figure = sums.figure.spentCents - sums.figure.refundedCents
    expect(parts[0]! + parts[1]! - parts[2]! - parts[3]!).toBe(figure)
    const listed = items.reduce(
      (sum: number, one: { spentCents: number; refundedCents: number }) =>
        sum + one.spentCents - one.refundedCents,
      0,
    )
    expect(listed).toBe(parts[0])
    return { items, parts, figure }
  }
  const [february] = (await program.read('MerchantStatements', { month: '2026-02' })).items
  const billed = await open('2026-02', 'dines')
  expect([billed.figure, february.netCents]).toEqual([108_000, 108_000])
  // The refund came after the month was closed.
  expect(billed.parts).toEqual([104_000, 0, 0, -4_000])
  const [march] = (await program.read('MerchantStatements', { month: '2026-03' })).items
  const corrected = await open('2026-03', 'corrections')
  expect([corrected.figure, march.correctedNetCents]).toEqual([-10_000, -10_000])
  expect(corrected.items).toMatchObject([
    { counts: true, clearedOn: '2026-02-10', spentCents: 100_000, refundedCents: 4_000 },
    { counts: false, clearedOn: '2026-01-31', spentCents: 0 },
  ])
  expect(corrected.parts).toEqual([96_000, 8_000, 114_000, 0])
  expect((await open('2026-03', 'dines')).figure + corrected.figure).toBe(march.netCents)
  const file = (await program.get('StatementDines.csv', { month: '2026-03', part: 'corrections' })).body
  expect(file.trim().split('\r\n')).toHaveLength(3)
})

test('the bridge of a closed month: what was posted and refunded later', async () => {
  const program = await newProgram()
  expect(await program.read('Bridge', { month: '2026-02' })).toMatchObject({
    restaurants: 3_240,
    corrections: 0,
    changedLater: -120,
    dinesOfMonth: 3_120,
    // The late dine less what was taken back.
    postedInOtherMonths: 240 - 120,
    dinesOfOtherMonths: 0,
    dinesOfNoStatement: 180,
    partner: 3_180,
  })
})

test('rows by member, restaurant and kind; another program has none of them', async () => {
  const program = await newProgram()
  const filters = { merchant: program.merchant.id, kind: 'dine_reward', account: 'member_rewards' }
  const dines = (await program.read('Postings', filters)).items
  expect(dines).toHaveLength(4)
  expect(dines[0]).toMatchObject({ merchant: { id: program.merchant.id }, memberId: program.memberId })
  const { total } = await program.read('Postings', { member: program.memberId })
  expect(total).toEqual({ rows: (await program.read('Postings')).total.rows, units: 0 })
  const other = app.newPartner().slug
  expect(await program.read('Postings', { partner: other, member: program.memberId })).toEqual({
    items: [],
    next: null,
    total: { rows: 0, units: 0 },
  })
  const stranger = await consoleClient(app, 'finance', other)
  for (const path of ['Postings', 'Postings.csv', 'StatementDines', 'StatementDines.csv', 'Bridge']) {
    const query = `partner=${program.partner.slug}&month=2026-02`
    expect((await stranger.get(`/api/Console/Finance/${path}?${query}`)).statusCode).toBe(404)
  }
})

test('rows of an accrual file, by the answer of the partner', async () => {
  app.clock.set('2026-03-10T18:00:00Z')
  const settlement = await newSettlement(app)
  await settlement.deliver('transaction.clearing')
  const [file] = await settlement.send()
  const { read } = await clientOf(app, settlement.partner)
  const rows = { account: 'member_rewards', file: file!.fileId }
  expect(await read('Postings', rows)).toMatchObject({
    items: [{ fileId: file!.fileId, memberId: settlement.memberId }],
    total: { rows: 1, units: file!.units },
  })
  expect((await read('Postings', { ...rows, answer: 'rejected' })).total.rows).toBe(0)
  expect((await read('Postings', { figure: 'awaitingPartner' })).total.units).toBe(file!.units)
})

test.each([
  [{ month: '2026-13' }, 'month'],
  [{ month: '2026-02', until: '2026-02' }, 'until'],
  [{ figure: 'withoutDine' }, 'month'],
  [{ figure: 'other' }, 'figure'],
  [{ after: 'x' }, 'after'],
])('postings by %j -> 400 that names %s', async (query, field) => {
  const finance = await consoleClient(app, 'finance')
  const search = new URLSearchParams({ partner: app.newPartner().slug, ...(query as Record<string, string>) })
  const response = await finance.get(`/api/Console/Finance/Postings?${search}`)
  expect(response.statusCode).toBe(400)
  expect(response.json().fieldErrors).toMatchObject([{ field }])
})
