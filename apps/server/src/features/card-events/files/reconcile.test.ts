import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, describe, expect, test } from 'vitest'
import { reconcileCommand } from '../../../cli/commands/rewards/reconcile-command.ts'
import { createTestApp } from '../../../testing/test-app.ts'
import { commandsOf } from '../../reports/reports-for-test.ts'
import { type CardNetwork, newCardNetwork } from '../card-network-for-test.ts'
import { kardOf } from '../kard-for-test.ts'

// All of what arrived is compared.
const app = await createTestApp({}, { ownDatabase: true })
const folder = mkdtempSync(join(tmpdir(), 'dw-reconcile-'))
afterAll(() => rmSync(folder, { recursive: true }))
const run = commandsOf(app, folder)
const clearing = 'transaction.clearing'
const head = 'transaction_id,kind,amount,date,mid'

async function reconcileLines(lines: readonly string[], header = head, network = 'fidel') {
  writeFileSync(join(folder, 'day.csv'), `${[header, ...lines].join('\n')}\n`)
  return run(reconcileCommand, 'day.csv', '--dry-run', '--network', network)
}

/** Each test has a day of its own. */
async function newDay(date: string) {
  const network = await newCardNetwork(app)
  const { mid } = network.merchant
  return {
    ...network,
    mid,
    row: (id: string, kind = 'clearing', amount = '42.50', day = date) =>
      `${id},${kind},${amount},${day},${mid}`,
    on: (id: string, fields: object = {}) => ({ id, datetime: `${date}T19:30:00`, ...fields }),
  }
}

const eventIdOf = async (transactionId: string) => {
  const events = app.database.db.selectFrom('cardEvents').select('id')
  return (await events.where('transactionId', '=', transactionId).executeTakeFirstOrThrow()).id
}

const contentOf = async ({ partner }: Pick<CardNetwork, 'partner'>) => {
  const { rows } = await sql`
    select (select json_agg(event order by id) from card_events event) as events,
      (select json_agg(posting order by id) from ledger_postings posting where partner_id = ${partner.slug}) as postings,
      (select count(*) from audit_log) as entries`.execute(app.database.db)
  return rows
}

describe('reconcile', () => {
  test('the same as arrived, in any version and order -> exit code 0', async () => {
    const day = await newDay('2026-03-02')
    await day.deliver('transaction.auth', day.on('a'))
    await day.deliver(clearing, day.on('a', { updated: '2026-03-02T23:30:00Z' }))
    await day.deliver(clearing, day.on('a', { amount: 50, updated: '2026-03-03T01:00:00Z' }))
    await day.deliver(clearing, day.on('a', { amount: 45, updated: '2026-03-03T00:00:00Z' }))
    await day.deliver(clearing, day.on('back', { amount: -10, originalTransactionId: 'a' }))
    const refund = day.row('back', 'refund', '-10.00')
    expect(
      await reconcileLines([refund, day.row('a', 'clearing', '50'), day.row('a', 'authorization')]),
    ).toEqual({
      exitCode: 0,
      lines: [
        '3 rows: 3 as they arrived, 0 missing, 0 different, 0 refused. 0 arrived that the file does not have. Nothing was changed.',
      ],
    })
  })

  test('missing, different and unknown -> each with its line, exit code 1, and nothing changes', async () => {
    const day = await newDay('2026-03-04')
    for (const id of ['same', 'amount', 'unlisted']) await day.deliver(clearing, day.on(id))
    await day.deliver(clearing, day.on('stranger', { card: { metadata: { id: 'no-such-card' } } }))
    await day.deliver(clearing, { id: 'other-day', datetime: '2026-03-06T19:30:00' })
    const before = await contentOf(day)
    const { exitCode, lines } = await reconcileLines([
      day.row('same'),
      day.row('amount', 'clearing', '42.51'),
      day.row('lost'),
      day.row('same', 'refund'),
      `stranger,clearing,42.50,2026-03-04,ELSEWHERE`,
    ])
    expect(lines).toEqual([
      `line 4: missing: clearing lost, 42.50 on 2026-03-04 at MID ${day.mid}`,
      `line 5: missing: refund same, 42.50 on 2026-03-04 at MID ${day.mid}`,
      'line 3: different: clearing amount: amount 42.51, here 42.50',
      `line 6: different: clearing stranger: mid ELSEWHERE, here ${day.mid}`,
      `event ${await eventIdOf('unlisted')}: unknown: clearing unlisted, 42.50 on 2026-03-04 at MID ${day.mid}`,
      '5 rows: 1 as they arrived, 2 missing, 2 different, 0 refused. 1 arrived that the file does not have. Nothing was changed.',
    ])
    expect(exitCode).toBe(1)
    expect(await contentOf(day)).toEqual(before)
  })

  test('another network: statuses are kinds, and its ids are its own', async () => {
    const day = await newDay('2026-03-09')
    const kard = kardOf(app, day)
    await day.deliver(clearing, day.on('k', { amount: 50 }))
    for (const status of ['APPROVED', 'REVERSED', 'SETTLED'] as const)
      await kard.deliver(status, { transactionId: 'k', authorizationDate: '2026-03-10T02:00:00Z' })
    const rows = ['authorization', 'void', 'clearing', 'refund'].map(kind => day.row('k', kind))
    const { lines } = await reconcileLines(rows, head, 'kard')
    expect(lines).toEqual([
      `line 5: missing: refund kard:k, 42.50 on 2026-03-09 at MID ${day.mid}`,
      '4 rows: 3 as they arrived, 1 missing, 0 different, 0 refused. 0 arrived that the file does not have. Nothing was changed.',
    ])
  })

  test('rows that cannot be read -> refused with line and field; the others are compared', async () => {
    const day = await newDay('2026-03-08')
    await day.deliver(clearing, day.on('good'))
    const { exitCode, lines } = await reconcileLines([
      day.row('good'),
      day.row(''),
      day.row('x', 'payment'),
      day.row('x', 'clearing', '42.505'),
      day.row('x', 'clearing', '-1.00'),
      day.row('x', 'clearing', '1.00', '2026-02-30'),
      'x,clearing,1.00,2026-03-08,',
      'x,clearing',
      day.row('good'),
    ])
    expect(lines.map(line => line.split(':').slice(0, 3).join(':'))).toEqual([
      'line 3: refused: transaction_id',
      'line 4: refused: kind',
      'line 5: refused: amount',
      'line 6: refused: amount',
      'line 7: refused: date',
      'line 8: refused: mid',
      expect.stringMatching(/^line 9: refused: /),
      'line 10: refused: it repeats line 2',
      '9 rows: 1 as they arrived, 0 missing, 0 different, 8 refused. 0 arrived that the file does not have. Nothing was changed.',
    ])
    expect(exitCode).toBe(1)
  })

  test.each([
    ['id,type,total\n1,2,3\n', 'expected are transaction_id, kind, amount, date, mid'],
    [`${head},tip\n1,2,3,4,5,6\n`, 'expected are transaction_id, kind, amount, date, mid'],
    ['', 'empty'],
  ])('a file with other columns (%j) -> refused with what is expected', async (text, sentence) => {
    writeFileSync(join(folder, 'day.csv'), text)
    await expect(run(reconcileCommand, 'day.csv')).rejects.toThrow(sentence)
  })

  test('a file of JSON -> refused as no CSV', async () => {
    writeFileSync(join(folder, 'package.json'), JSON.stringify({ name: 'dineward', files: ['a'] }, null, 2))
    await expect(run(reconcileCommand, 'package.json')).rejects.toThrow('package.json is JSON. Give CSV.')
  })

  test('no file, or two -> how it is used', async () => {
    await expect(run(reconcileCommand)).rejects.toThrow('npm run reconcile -- FILE')
    await expect(run(reconcileCommand, 'a', 'b')).rejects.toThrow('npm run reconcile -- FILE')
    await expect(run(reconcileCommand, 'none.csv')).rejects.toThrow('There is no file')
  })
})
