import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { generalLedgerCode } from '@dineward/core/exports/journal.rules.ts'
import { ledgerAccountNames } from '@dineward/core/ledger/postings.ts'
import { monthAfter } from '@dineward/core/reports/reports.rules.ts'
import { seededRandom } from '@dineward/core/shared/seeded-random.ts'
import { parse } from 'csv-parse/sync'
import { afterAll, describe, expect, test } from 'vitest'
import { journalCommand } from '../../cli/commands/export-command.ts'
import { longTest } from '../../testing/long-test.ts'
import { sampleSize } from '../../testing/sample-size.ts'
import { createTestApp } from '../../testing/test-app.ts'
import { postAdjustment } from '../adjustments/adjustments.service.ts'
import { newCardNetwork } from '../card-events/card-network-for-test.ts'
import { postMany, rewardEntries } from '../ledger/ledger.service.ts'
import { payoutsForTest } from '../payouts/payouts-for-test.ts'
import { closePeriod } from '../reports/close-period.service.ts'
import { liabilityOf } from '../reports/liability.service.ts'
import { commandsOf } from '../reports/reports-for-test.ts'

const app = await createTestApp()
const folder = mkdtempSync(join(tmpdir(), 'dw-journal-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const withServices = commandsOf(app, folder)

type Line = Record<
  'date' | 'account' | 'debit' | 'credit' | 'currency' | 'reference' | 'description' | 'period',
  string
>

async function journal(slug: string, month: string): Promise<Line[]> {
  const { exitCode, lines } = await withServices(journalCommand, '--partner', slug, '--month', month)
  expect(exitCode).toBe(0)
  return parse<Line>(lines.join('\r\n'), { columns: true })
}

/** In the smallest unit. */
const units = (amount: string) => Math.round(Number(amount) * (amount.includes('.') ? 100 : 1))
const net = (lines: readonly Line[]) =>
  lines.reduce((sum, { debit, credit }) => sum + units(credit) - units(debit), 0)

/** Net movements by code, from the report of the month and of the one before. */
async function movements(slug: string, month: string): Promise<Map<string, number>> {
  const partner = app.partners.bySlug(slug)!
  const accountsAt = async (at: string) =>
    (await liabilityOf({ db: app.database.db, clock: app.clock }, partner, at)).accounts
  const [before, after] = [await accountsAt(monthAfter(month, -1)), await accountsAt(month)]
  return new Map(
    ledgerAccountNames
      .filter(account => account !== 'program_rewards')
      .map(account => [
        generalLedgerCode(partner.settings.generalLedger, { account, kind: 'dine_reward' }),
        after[account] - before[account],
      ]),
  )
}

async function expectAgreement(slug: string, month: string): Promise<Line[]> {
  const lines = await journal(slug, month)
  for (const [code, moved] of await movements(slug, month))
    expect([code, net(lines.filter(({ account }) => account === code))]).toEqual([code, moved])
  expect(net(lines)).toBe(0)
  for (const reference of new Set(lines.map(line => line.reference)))
    expect([reference, net(lines.filter(line => line.reference === reference))]).toEqual([reference, 0])
  for (const { debit, credit } of lines) expect([debit, credit].filter(Boolean)).toHaveLength(1)
  return lines
}

describe('the journal of a month', () => {
  test.each(Array.from({ length: sampleSize(2, 20) }, (_, n) => n))(
    'generated dines, refunds, adjustments and payouts over two months’ ends, %i -> the liability to the cent',
    longTest,
    async seed => {
      const random = seededRandom(`journal ${seed}`)
      const payouts = payoutsForTest(app)
      const network = await payouts.newEarner(1_014)
      const { partner, memberId } = network
      const ctx = { ...app.context(partner), actor: { kind: 'system', name: 'ada' } } as const
      for (let step = 0; step < 14; step++) {
        app.clock.advance(random.int(20, 130) * 3_600_000)
        const amount = random.int(500, 40_000)
        const id = `${partner.slug}-${step}`
        await network.deliver('transaction.clearing', {
          id,
          amount: amount / 100,
          datetime: app.clock.now().toISOString().slice(0, 19),
        })
        if (random.chance(0.4))
          await network.deliver('transaction.refund', {
            amount: -Math.floor(amount / 2) / 100,
            originalTransactionId: id,
          })
        if (random.chance(0.3))
          await postAdjustment(ctx, { memberId, units: random.int(-300, 900) || 1, reason: 'A gift' })
        if (random.chance(0.5)) await payouts.runFor(network, 4)
      }
      const last = app.clock.now().toISOString().slice(0, 7)
      const lines = await expectAgreement(partner.slug, '2026-03')
      expect(lines.length).toBeGreaterThan(3)
      for (let month = '2026-04'; month <= last; month = monthAfter(month)) {
        expect(month <= '2026-07').toBe(true)
        await expectAgreement(partner.slug, month)
      }
    },
  )

  test('every kind and account of points -> whole units, by the program’s codes', async () => {
    app.clock.set('2026-03-10T18:00:00Z')
    const own = await createTestApp({}, { ownDatabase: true })
    const codes = { costs: { bonuses: '5100' }, memberRewards: '21-00.7' }
    const { slug } = own.newPartner({ settings: { generalLedger: codes } })
    const moves = [
      ['dine_reward', rewardEntries('ada', 120)],
      ['dine_adjustment', rewardEntries('ada', -20)],
      ['bonus', rewardEntries('ada', 500)],
      ['corporate', rewardEntries('ada', 70, 'partner')],
      ['referral', rewardEntries('ada', 9)],
      ['manual', rewardEntries('ada', -3)],
      [
        'settlement',
        [
          { account: 'member_rewards', memberId: 'ada', units: -600 },
          { account: 'settled_rewards', memberId: null, units: 600 },
        ],
      ],
    ] as const
    await postMany(
      own.database.db,
      moves.map(([kind, entries], n) => ({
        partnerId: slug,
        idempotencyKey: `${n}`,
        kind,
        correlationId: `${n}`,
        reasonCode: 'test',
        // It is still February in New York.
        postedAt: new Date(n === 0 ? '2026-03-01T04:59:59Z' : '2026-03-01T05:00:00Z'),
        entries,
      })),
    )
    const run = commandsOf(own, folder)
    const linesOf = async (month: string) =>
      (await run(journalCommand, '--partner', slug, '--month', month)).lines
    expect(await linesOf('2026-02')).toEqual([
      'date,account,debit,credit,currency,reference,description,period',
      `2026-02-28,21-00.7,,120,points,${slug}-2026-02-28-dine_reward,member rewards: dine reward,2026-02 open`,
      `2026-02-28,5100,120,,points,${slug}-2026-02-28-dine_reward,program rewards: dine reward,2026-02 open`,
    ])
    const march = parse<Line>((await linesOf('2026-03')).join('\n'), { columns: true })
    const byCode = (code: string) => net(march.filter(({ account }) => account === code))
    expect(['21-00.7', '5100', '1200', '5120', '5130', '2120'].map(byCode)).toEqual([
      -44, -480, -70, -9, 3, 600,
    ])
    expect(new Set(march.map(({ date }) => date))).toEqual(new Set(['2026-03-01']))
  })

  test('a closed month says so, and what comes later is in the next one', async () => {
    app.clock.set('2026-02-12T18:00:00Z')
    const network = await newCardNetwork(app, { like: 'harbor' })
    const { partner } = network
    const { slug } = partner
    await network.deliver('transaction.clearing', {
      id: `${slug}-one`,
      amount: 100,
      datetime: '2026-02-10T19:30:00',
    })
    app.clock.set('2026-03-02T18:00:00Z')
    expect(new Set((await journal(slug, '2026-02')).map(({ period }) => period))).toEqual(
      new Set(['2026-02 open']),
    )
    const ctx = { ...app.context(partner), actor: { kind: 'system', name: 'ada' } } as const
    await closePeriod(ctx, { month: '2026-02', note: null })
    const before = await journal(slug, '2026-02')
    expect(new Set(before.map(({ period }) => period))).toEqual(new Set(['2026-02 closed']))
    await network.deliver('transaction.refund', {
      amount: -40,
      originalTransactionId: `${slug}-one`,
      datetime: '2026-02-20T12:00:00',
    })
    expect(await expectAgreement(slug, '2026-02')).toEqual(before)
    expect(net((await expectAgreement(slug, '2026-03')).filter(({ account }) => account === '2100'))).toBe(
      -120,
    )

    const out = join(folder, 'february.csv')
    const { lines } = await withServices(
      journalCommand,
      '--partner',
      slug,
      '--month',
      '2026-02',
      '--out',
      out,
    )
    expect(lines.join()).toContain('the month is closed')
    expect(parse(readFileSync(out), { columns: true })).toEqual(before)
  })
})

test.each([
  ['no program', ['--month', '2026-02'], '--partner'],
  ['an unknown program', ['--month', '2026-02', '--partner', 'nowhere'], 'There is no partner "nowhere"'],
  ['no month', ['--partner', 'skyward'], 'such as --month 2026-11'],
  ['half a month', ['--partner', 'skyward', '--month', '2026-13'], 'such as --month 2026-11'],
  ['a month that is to come', ['--partner', 'skyward', '--month', '2099-01'], 'has not begun'],
  ['a month before the program', ['--partner', 'skyward', '--month', '2001-01'], 'since it began'],
  ['an unknown option', ['--partner', 'skyward', '--year', '2026'], '--year'],
])('%s -> one sentence that says what to do', async (_name, args, sentence) => {
  await expect(withServices(journalCommand, ...args)).rejects.toThrow(sentence)
})
