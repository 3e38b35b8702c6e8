import { randomUUID } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { liabilityCommand, partnerStatementCommand } from '../../cli/commands/report-command.ts'
import type { Command } from '../../cli/control.ts'
import { newMember } from '../../testing/factories.ts'
import { createTestApp } from '../../testing/test-app.ts'
import { eraseMember } from '../leaving/erasure.service.ts'
import { type Posting, postMany, rewardEntries } from '../ledger/ledger.service.ts'
import { payoutsForTest } from '../payouts/payouts-for-test.ts'
import { newSettlement } from '../settlement/partner-for-test.ts'
import { commandsOf, rowsOfCsv } from './reports-for-test.ts'

const app = await createTestApp()
const run = commandsOf(app)
const clearing = 'transaction.clearing'

const csvOf = async (command: Command, slug: string, month?: string, runHere = run) => {
  const months = month ? ['--month', month] : []
  const { exitCode, lines } = await runHere(command, '--partner', slug, '--format', 'csv', ...months)
  expect(exitCode).toBe(0)
  return rowsOfCsv(lines)[0]!
}

describe('points that the partner posts', () => {
  test('by the month of the posting in the time zone of the program, until the partner has confirmed', async () => {
    const [partner, id] = [await newSettlement(app), randomUUID()]
    const { slug } = partner.partner
    app.clock.set('2026-11-01T03:59:59Z')
    await partner.deliver(clearing, { id })
    app.clock.set('2026-11-01T04:00:00Z')
    await partner.deliver(clearing)
    await partner.send()
    app.clock.set('2026-12-02T12:00:00Z')
    await partner.answer()
    await partner.receive()
    await partner.deliver(clearing, { amount: -10, originalTransactionId: id })

    const october = { unit: 'points', owed_to_members: '127', outstanding: '127', awaiting_partner: '0' }
    expect(await csvOf(liabilityCommand, slug, '2026-10')).toMatchObject(october)
    expect(await csvOf(liabilityCommand, slug, '2026-11')).toMatchObject({
      members_owed: '1',
      owed_to_members: '254',
      outstanding: '254',
      awaiting_partner: '254',
      account_member_rewards: '254',
      account_program_rewards: '-254',
    })
    expect(await csvOf(liabilityCommand, slug)).toMatchObject({
      members_owed: '0',
      owed_to_members: '0',
      members_owing: '1',
      owed_by_members: '30',
      outstanding: '-30',
      awaiting_partner: '0',
      account_settled_rewards: '254',
      account_program_rewards: '-224',
    })
    const none = { bonuses: '0', adjusted: '0', returned_to_program: '0', paid_out: '0' }
    const statements = ['2026-10', '2026-11', '2026-12'].map(month =>
      csvOf(partnerStatementCommand, slug, month),
    )
    expect(await Promise.all(statements)).toMatchObject([
      { ...none, opening: '0', earned: '127', taken_back: '0', settled: '0', closing: '127' },
      { ...none, opening: '127', earned: '127', taken_back: '0', settled: '0', closing: '254' },
      { ...none, opening: '254', earned: '0', taken_back: '-30', settled: '-254', closing: '-30' },
    ])
  })

  test('of an erased member -> given up; what the partner confirms later is the program’s', async () => {
    const partner = await newSettlement(app)
    app.clock.set('2026-03-10T18:00:00Z')
    await partner.deliver(clearing)
    await partner.send()
    await eraseMember(partner.ctx, partner.memberId)
    const before = await csvOf(partnerStatementCommand, partner.partner.slug, '2026-03')
    expect(before).toMatchObject({ earned: '127', returned_to_program: '-127', settled: '0', closing: '0' })
    await partner.answer()
    await partner.receive()
    const after = await csvOf(partnerStatementCommand, partner.partner.slug, '2026-03')
    expect(after).toMatchObject({ earned: '127', returned_to_program: '0', settled: '-127', closing: '0' })
  })
})

test('cash back: in flight it is still outstanding, paid it is not', async () => {
  const payouts = payoutsForTest(app)
  const network = await payouts.newEarner(2_014)
  const { slug } = network.partner
  await payouts.run(network)
  const reserved = { unit: 'USD', owed_to_members: '0.00', payouts_in_flight: '20.14', outstanding: '20.14' }
  expect(await csvOf(liabilityCommand, slug)).toMatchObject(reserved)
  await payouts.runFor(network, 5)
  expect(await csvOf(liabilityCommand, slug)).toMatchObject({
    payouts_in_flight: '0.00',
    outstanding: '0.00',
  })
  const statement = { earned: '20.14', paid_out: '-20.14', closing: '0.00' }
  expect(await csvOf(partnerStatementCommand, slug, '2026-03')).toMatchObject(statement)
})

test('no posting for a year: expected never to be claimed, until the next one', async () => {
  app.clock.set('2026-03-10T18:00:00Z')
  const network = await payoutsForTest(app).newEarner(1_014)
  const { slug } = network.partner
  app.clock.set('2027-04-02T18:00:00Z')
  const breakage = async (month?: string) => (await csvOf(liabilityCommand, slug, month)).expected_breakage
  expect([await breakage('2027-02'), await breakage('2027-03'), await breakage()]).toEqual([
    '0.00',
    '10.14',
    '10.14',
  ])
  await network.deliver(clearing)
  expect([await breakage('2027-03'), await breakage()]).toEqual(['10.14', '0.00'])
  app.clock.set('2026-03-10T18:00:00Z')
})

test('a thousand postings of three months: every figure is a plain sum of them', async () => {
  // Of no dines, which the checks of other tests would find.
  const own = await createTestApp({}, { ownDatabase: true })
  const partner = own.newPartner({ like: 'harbor' })
  const members = await Promise.all([1, 2, 3, 4, 5].map(() => newMember(own, partner)))
  const kinds = [
    'dine_reward',
    'dine_adjustment',
    'bonus',
    'bonus_correction',
    'corporate',
    'manual',
  ] as const
  const rows = Array.from({ length: 1_000 }, (_, n) => ({
    kind: kinds[n % kinds.length]!,
    member: members[(n * 7) % members.length]!.id,
    units: ((n * 7_919) % 4_001) - 1_500 || 1,
    postedAt: new Date(Date.parse('2026-01-01T05:00:00Z') + n * 7_700_000),
  }))
  await postMany(
    own.database.db,
    rows.map(
      ({ kind, member, units, postedAt }, n): Posting => ({
        partnerId: partner.slug,
        idempotencyKey: `${n}`,
        kind,
        correlationId: `${n}`,
        reasonCode: 'test',
        postedAt,
        entries: rewardEntries(member, units, kind === 'corporate' ? 'partner' : 'program'),
      }),
    ),
  )
  const cents = (total: number) => (total / 100).toFixed(2)
  const sum = (some: typeof rows) => some.reduce((total, { units }) => total + units, 0)
  // Midnight in New York, before and after the clocks change.
  const months = {
    '2026-01': '2026-02-01T05:00Z',
    '2026-02': '2026-03-01T05:00Z',
    '2026-03': '2026-04-01T04:00Z',
  }
  let from = new Date(0)
  for (const [month, end] of Object.entries(months)) {
    const before = rows.filter(({ postedAt }) => postedAt < from)
    const during = rows.filter(({ postedAt }) => postedAt >= from && postedAt < new Date(end))
    const of = (parts: string[], sign: number) =>
      sum(during.filter(({ kind, units }) => parts.includes(kind) && Math.sign(units) === sign))
    const [dines, bonuses] = [
      ['dine_reward', 'dine_adjustment'],
      ['bonus', 'bonus_correction', 'corporate'],
    ] as const
    const paidBy = (payer: string) =>
      [...before, ...during].filter(({ kind }) => (kind === 'corporate') === (payer === 'partner'))
    expect(during.length).toBeGreaterThan(250)
    expect(await csvOf(partnerStatementCommand, partner.slug, month, commandsOf(own))).toMatchObject({
      opening: cents(sum(before)),
      earned: cents(of([...dines], 1)),
      bonuses: cents(of([...bonuses], 1)),
      taken_back: cents(of([...dines, ...bonuses], -1)),
      adjusted: cents(sum(during.filter(({ kind }) => kind === 'manual'))),
      paid_by_partner: cents(sum(during.filter(({ kind }) => kind === 'corporate'))),
      closing: cents(sum(before) + sum(during)),
    })
    const balances = members.map(({ id }) =>
      sum([...before, ...during].filter(({ member }) => member === id)),
    )
    expect(await csvOf(liabilityCommand, partner.slug, month, commandsOf(own))).toMatchObject({
      owed_to_members: cents(balances.filter(units => units > 0).reduce((a, b) => a + b, 0)),
      owed_by_members: cents(balances.filter(units => units < 0).reduce((a, b) => a - b, 0)),
      account_program_rewards: cents(-sum(paidBy('program'))),
      account_partner_rewards: cents(-sum(paidBy('partner'))),
    })
    from = new Date(end)
  }
})

describe('what a person reads', () => {
  test('names every account after debtor and creditor', async () => {
    const { lines } = await run(liabilityCommand, '--partner', app.newPartner().slug)
    expect(lines.join('\n')).toMatch(/add up to zero[\s\S]* {2}member_rewards: program -> members\. /)
  })
  test('the statement of a partner as PDF: a page in the folder', async () => {
    const [folder, { slug }] = [mkdtempSync(join(tmpdir(), 'dw-statement-')), app.newPartner()]
    const args = ['--partner', slug, '--month', '2026-02', '--format', 'pdf', '--folder', folder]
    const { exitCode, lines } = await run(partnerStatementCommand, ...args)
    const file = join(folder, `partner-statement-${slug}-2026-02.pdf`)
    expect([exitCode, lines]).toEqual([0, [`Wrote ${file}.`]])
    expect(readFileSync(file).subarray(0, 5).toString()).toBe('%PDF-')
    rmSync(folder, { recursive: true })
  })
  test.each([
    [['--month', '2026-13'], 'not a month'],
    [['--partner', 'nobody'], 'no partner'],
    [['--format', 'pdf'], 'text, csv'],
    [['--format', 'csv', '--folder', 'x'], '--folder is for --format pdf'],
    [['--what'], 'npm run report'],
  ])('%j -> refused with what is expected', async (args, sentence) => {
    await expect(run(liabilityCommand, ...args)).rejects.toThrow(sentence)
  })
})
