import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { extractText, getDocumentProxy } from 'unpdf'
import { afterAll, describe, expect, test } from 'vitest'
import { merchantStatementCommand } from '../../cli/commands/restaurants/merchant-statement-command.ts'
import { newMerchant } from '../../testing/factories.ts'
import { createTestApp } from '../../testing/test-app.ts'
import { cardNetworkOf, newCardNetwork } from '../card-events/card-network-for-test.ts'
import { merchantStatements } from './merchant-statement.service.ts'
import { commandsOf, rowsOfCsv } from './reports-for-test.ts'
import { statementPdf } from './statement-pdf.view.ts'

const app = await createTestApp()
const folder = mkdtempSync(join(tmpdir(), 'dw-statements-'))
afterAll(() => rmSync(folder, { recursive: true }))
const run = commandsOf(app, folder)
const clearing = 'transaction.clearing'
const settings = { merchantFee: { basisPoints: 1_250 } }

const csvOf = async (slug: string, month: string) => {
  const args = ['--partner', slug, '--month', month, '--format', 'csv']
  const { exitCode, lines } = await run(merchantStatementCommand, ...args)
  expect(exitCode).toBe(0)
  return rowsOfCsv(lines)
}

describe('merchant statement', () => {
  test('dines by the local date of their clearing, with refunds, and the fee of the terms', async () => {
    app.clock.set('2026-03-10T18:00:00Z')
    const network = await newCardNetwork(app, { settings })
    const other = cardNetworkOf(app, network.partner, {
      ...network,
      merchant: await newMerchant(app, network.partner, { name: 'Other, "B"' }, { feeBasisPoints: 0 }),
    })
    const of = (name: string) => `${network.partner.slug}-${name}`
    const clear = (name: string, amount: number, datetime: string) =>
      network.deliver(clearing, { id: of(name), amount, datetime })
    await clear('feb', 10, '2026-02-28T23:59:59')
    await clear('first', 42.5, '2026-03-01T00:00:00')
    await clear('second', 33.33, '2026-03-01T20:00:00')
    await network.deliver(clearing, { amount: -3.33, originalTransactionId: of('second') })
    // The dine is authorized in the month before, and cleared in this one.
    await network.deliver('transaction.auth', { id: of('late'), amount: 20, datetime: '2026-02-28T22:00:00' })
    await clear('late', 25, '2026-03-02T06:00:00')
    // They earn nothing: too small, and refunded whole.
    await clear('small', 0.1, '2026-03-03T12:00:00')
    await clear('gone', 50, '2026-03-03T13:00:00')
    await network.deliver(clearing, { amount: -50, originalTransactionId: of('gone') })
    await network.deliver('transaction.auth', { id: of('pending'), datetime: '2026-03-04T12:00:00' })
    await other.deliver(clearing, { amount: 100, datetime: '2026-03-09T23:59:59' })

    const [spent, refunded] = [4_250 + 3_333 + 2_500, 333]
    const net = spent - refunded
    const reward = [4_250, 3_000, 2_500].reduce((sum, cents) => sum + Math.floor((cents * 3) / 100), 0)
    const rows = await csvOf(network.partner.slug, '2026-03')
    expect(rows).toHaveLength(2)
    expect(rows[0]).toEqual({
      partner: network.partner.slug,
      month: '2026-03',
      merchant_id: network.merchant.id,
      merchant: 'Casa Lumen',
      dines: '3',
      unit: 'points',
      spent: (spent / 100).toFixed(2),
      refunded: '3.33',
      net_spend: (net / 100).toFixed(2),
      base_reward: String(reward),
      bonus_reward: '0',
      fee_basis_points: '1250',
      fee: (Math.floor(net / 8) / 100).toFixed(2),
      corrected_net_spend: '0.00',
    })
    const february = await csvOf(network.partner.slug, '2026-02')
    expect(february).toMatchObject([{ dines: '1', net_spend: '10.00', base_reward: '30', fee: '1.25' }])
    expect(await csvOf(network.partner.slug, '2026-04')).toEqual([])
    const { lines } = await run(
      merchantStatementCommand,
      '--partner',
      network.partner.slug,
      '--month',
      '2026-03',
    )
    expect(lines.join('\n')).toMatch(/Other, "B" +1 +\$100\.00 +300 points +0% +\$0\.00\n.*total \(2\)/)
  })

  test('a restaurant without dines has a statement of zero; one of another partner has none', async () => {
    const partner = app.newPartner({ settings })
    const { id } = await newMerchant(app, partner)
    const args = ['--month', '2026-03', `--merchant=${id}`, '--format', 'csv', '--partner']
    const { lines } = await run(merchantStatementCommand, ...args, partner.slug)
    expect(rowsOfCsv(lines)).toMatchObject([{ merchant_id: id, dines: '0', net_spend: '0.00', fee: '0.00' }])
    await expect(run(merchantStatementCommand, ...args, app.newPartner().slug)).rejects.toThrow(
      'no restaurant',
    )
    await expect(run(merchantStatementCommand, '--partner', partner.slug)).rejects.toThrow('Give the month')
  })
})

describe('merchant statement as PDF', () => {
  test('says program, restaurant, month, table and fee', async () => {
    const network = await newCardNetwork(app, { like: 'harbor', settings })
    await network.deliver(clearing, { amount: 80, datetime: '2026-03-09T19:30:00' })
    const args = [
      '--partner',
      network.partner.slug,
      '--month',
      '2026-03',
      '--format',
      'pdf',
      '--folder',
      'out',
    ]
    const { lines } = await run(merchantStatementCommand, ...args)
    const file = join(folder, 'out', `statement-${network.partner.slug}-2026-03-${network.merchant.id}.pdf`)
    expect(lines).toEqual([`Wrote ${file}.`])
    const text = await textOf(readFileSync(file))
    expect(text).toContain(network.partner.settings.programName)
    for (const part of [
      'Casa Lumen',
      'March 2026',
      'Mar 9, 2026',
      '$80.00',
      '$2.40',
      'Fee for this month: $10.00',
    ])
      expect(text).toContain(part)
    expect(text).toContain('12.5% of the net spend')
  })

  test('a dine on every day and a long name in several alphabets: one page, no letter replaced', async () => {
    const partner = app.newPartner()
    const name = `Café Łódź Ψάρι Пельмени 東京 すし ${'and sons '.repeat(20)}`
    const { id } = await newMerchant(app, partner, { name })
    const [empty] = await merchantStatements(app.database.db, partner, { month: '2026-03', merchantId: id })
    const days = Array.from({ length: 31 }, (_, index) => ({
      merchantId: id,
      clearedOn: `2026-03-${String(index + 1).padStart(2, '0')}`,
      dines: 1_234,
      spentCents: 123_456_789,
      refundedCents: 99,
      baseUnits: 9_999_999,
      bonusUnits: 1,
      feeBasisPoints: 1_000,
      feeParts: 123_456_690_000,
    }))
    const pdf = await statementPdf({ ...empty!, days, bonusUnits: 31 }, app.clock.now())
    expect((await getDocumentProxy(new Uint8Array(pdf))).numPages).toBe(1)
    expect((await textOf(pdf)).replaceAll(/\s+/g, ' ')).toContain(
      'Café Łódź Ψάρι Пельмени 東京 すし and sons',
    )
  })

  test('screen readers hear the language, a title, headings, and a table with its header cells', async () => {
    const partner = app.newPartner()
    const { id } = await newMerchant(app, partner)
    const [empty] = await merchantStatements(app.database.db, partner, { month: '2026-03', merchantId: id })
    const pdf = await getDocumentProxy(new Uint8Array(await statementPdf(empty!, app.clock.now())))
    expect(await pdf.getMarkInfo()).toMatchObject({ Marked: true })
    expect((await pdf.getMetadata()).info).toMatchObject({ Language: 'en-US' })
    const roles = rolesOf((await (await pdf.getPage(1)).getStructTree()) as TreeNode)
    expect(roles).toEqual(expect.arrayContaining(['H1', 'H2', 'P', 'Table', 'TR', 'TH', 'TD']))
  })
})

const textOf = async (pdf: Buffer): Promise<string> =>
  (await extractText(new Uint8Array(pdf), { mergePages: true })).text

type TreeNode = { readonly role?: string; readonly children?: readonly TreeNode[] }
const rolesOf = ({ role, children = [] }: TreeNode): string[] => [
  ...(role ? [role] : []),
  ...children.flatMap(rolesOf),
]
