import { gzipSync } from 'node:zlib'
import type { NetworkDifference } from '@dineward/core/console-finance/reconciliation.contract.ts'
import { sql } from 'kysely'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { consoleClient, reauthenticate, sendTo } from '../../testing/access/console-for-test.ts'
import { longTest } from '../../testing/long-test.ts'
import { createTestApp } from '../../testing/test-app.ts'
import type { TestClient } from '../../testing/test-client.ts'
import { newCardNetwork } from '../card-events/card-network-for-test.ts'

// Files are compared with everything that arrived.
const app = await createTestApp({}, { ownDatabase: true })
const path = '/api/Console/Finance'
const head = 'transaction_id,kind,amount,date,mid'
let finance: TestClient
let network: Awaited<ReturnType<typeof newCardNetwork>>

beforeAll(async () => {
  app.clock.set('2026-03-10T18:00:00Z')
  network = await newCardNetwork(app)
})
beforeEach(async () => {
  app.clock.set('2026-03-10T18:00:00Z')
  finance = await consoleClient(app, 'finance')
})

const row = (id: string, amount: string, date: string) =>
  `${id},clearing,${amount},${date},${network.merchant.mid}`

/**
 * Each test has its own day: three dines arrived; the file has one as it is, one otherwise, and one that did not
 * arrive.
 */
async function newDay(date: string) {
  const deliver = (id: string) =>
    network.deliver('transaction.clearing', { id: `${id} ${date}`, datetime: `${date}T19:30:00` })
  for (const id of ['same', 'amount', 'unlisted']) await deliver(id)
  const rowOf = (id: string, amount = '42.50') => row(`${id} ${date}`, amount, date)
  const fileOf = (...rows: string[]) => [head, ...rows].join('\n')
  return { deliver, rowOf, fileOf, file: fileOf(rowOf('same'), rowOf('amount', '42.51'), rowOf('lost')) }
}

const upload = (
  call: 'Reconciliations' | 'Reconciliations/Preview',
  content: string | Buffer,
  client = finance,
) => {
  const url = `${path}/${call}?network=fidel&fileName=day.csv`
  return sendTo(client, 'POST', url, Buffer.from(content), { 'content-type': 'text/csv' })
}
const listed = async (query: string): Promise<NetworkDifference[]> =>
  (await finance.get(`${path}/NetworkDifferences?${query}`)).json().items
const contentOf = async () =>
  (
    await sql`
      select (select json_agg(one order by id) from reconciliations one) as files,
        (select json_agg(one order by id) from network_differences one) as differences,
        (select count(*) from audit_log where action like 'reconciliation.%') as entries`.execute(
      app.database.db,
    )
  ).rows

test('preview -> what is equal, missing, different and unknown; nothing is written', async () => {
  const day = '2026-03-01'
  const { file } = await newDay(day)
  const before = await contentOf()
  const { counts, differences, recordedAt } = (await upload('Reconciliations/Preview', file)).json()
  expect(counts).toEqual({ rows: 3, equal: 1, refused: 0, missing: 1, different: 1, unknown: 1 })
  const side = { amountCents: 4_250, date: day, mid: network.merchant.mid }
  const movement = 'clearing'
  expect(differences).toEqual([
    { kind: 'missing', movement, transactionId: `lost ${day}`, line: 4, inFile: side, arrived: null },
    {
      kind: 'different',
      movement,
      transactionId: `amount ${day}`,
      line: 3,
      inFile: { ...side, amountCents: 4_251 },
      arrived: side,
    },
    { kind: 'unknown', movement, transactionId: `unlisted ${day}`, line: null, inFile: null, arrived: side },
  ])
  expect(recordedAt).toBeNull()
  expect(await contentOf()).toEqual(before)
})

test('recorded -> exceptions and an audit entry; the same file again changes nothing', async () => {
  const { file } = await newDay('2026-03-02')
  const recorded = await upload('Reconciliations', file)
  expect([recorded.statusCode, recorded.json().opened]).toEqual([201, 3])
  const [entry] = (await finance.get('/api/Console/Audit')).json().items
  expect(entry).toMatchObject({ action: 'reconciliation.record', after: { missing: 1, opened: 3 } })
  const { id } = recorded.json().reconciliation
  expect((await listed(`reconciliation=${id}`)).map(({ kind }) => kind)).toEqual([
    'missing',
    'different',
    'unknown',
  ])
  const count = (await listed('state=open')).length
  const { items } = (await finance.get(`${path}/Exceptions`)).json()
  expect(items).toContainEqual(expect.objectContaining({ kind: 'network_differences', partner: null, count }))
  const before = await contentOf()
  app.clock.set('2026-03-10T18:10:00Z')
  await reauthenticate(finance)
  expect((await upload('Reconciliations', file)).json()).toMatchObject({ opened: 0, resolved: 0 })
  expect(await contentOf()).toEqual(before)
})

test('explained with a reason; by two people at once -> the second is told; of staff of one program -> refused', async () => {
  const { file } = await newDay('2026-03-03')
  const recorded = (await upload('Reconciliations', file)).json().reconciliation.id
  const [first] = await listed(`state=open&reconciliation=${recorded}`)
  const { id, version } = first!
  const body = { state: 'explained', reason: 'Kept back by the network.', version }
  const change = (client: TestClient, changed: object = {}) =>
    client.send('POST', `${path}/NetworkDifferences/${id}`, { ...body, ...changed })
  const ofProgram = await consoleClient(app, 'finance', network.partner.slug)
  expect((await change(ofProgram)).statusCode).toBe(403)
  expect((await ofProgram.get(`${path}/NetworkDifferences`)).statusCode).toBe(403)
  expect((await change(await consoleClient(app, 'viewer'))).statusCode).toBe(403)
  expect((await change(finance, { reason: ' ' })).statusCode).toBe(400)
  expect((await change(finance)).json().difference).toMatchObject({ ...body, version: version + 1 })
  expect((await change(finance, { state: 'resolved' })).json().code).toBe('changed_meanwhile')
  const [entry] = (await finance.get('/api/Console/Audit')).json().items
  expect(entry).toMatchObject({
    action: 'reconciliation.decide',
    subject: String(id),
    reason: body.reason,
    before: { state: 'open' },
    after: { state: 'explained' },
  })
})

test('a file that agrees -> resolved; one that differs again -> open again', async () => {
  const { deliver, rowOf, fileOf } = await newDay('2026-03-04')
  const record = async (amount: string) => {
    const file = fileOf(rowOf('same'), rowOf('amount'), rowOf('unlisted'), rowOf('corrected', amount))
    await upload('Reconciliations', file)
    return (await listed('')).find(({ transactionId }) => transactionId === 'corrected 2026-03-04')
  }
  expect(await record('42.51')).toMatchObject({ kind: 'missing', state: 'open' })
  await deliver('corrected')
  expect(await record('42.51')).toMatchObject({ kind: 'different', state: 'open' })
  expect(await record('42.50')).toMatchObject({ state: 'resolved', decidedBy: null })
  expect(await record('42.51')).toMatchObject({ state: 'open', reason: null })
})

test('CSV -> every difference, formulas are text', async () => {
  await upload('Reconciliations', [head, row('-2+3', '1.00', '2026-03-05')].join('\n'))
  const { body, headers } = await finance.get(`${path}/NetworkDifferences.csv`)
  expect(headers['content-type']).toContain('text/csv')
  expect(body).toContain("clearing,'-2+3,1.00,2026-03-05")
})

describe('a file that cannot be read', () => {
  test.each([
    ['other columns', 'id,total\n1,2\n', 'expected are transaction_id, kind, amount, date, mid'],
    ['an empty one', '', 'The file is empty.'],
    ['no text', Buffer.from([137, 80, 78, 71, 0, 0, 0, 13]), 'is not a text file'],
    ['truncated', gzipSync(`${head}\n`.padEnd(5_000, 'x')).subarray(0, 40), 'is damaged or cut off'],
    [
      'small, and 40 MB unpacked',
      gzipSync(`${head}\n`.padEnd(40_000_000, '\n')),
      'more than 32 MB, unpacked',
    ],
  ])('%s -> refused with a sentence that names the file', longTest, async (_, content, sentence) => {
    const before = await contentOf()
    for (const call of ['Reconciliations', 'Reconciliations/Preview'] as const) {
      const response = await upload(call, content)
      expect(response.statusCode).toBe(400)
      expect(response.body).toContain(sentence)
      expect(response.body).not.toContain('dineward-reconcile')
    }
    expect(await contentOf()).toEqual(before)
  })

  test('rows -> refused with line and reason; the others are compared', async () => {
    const { rowOf } = await newDay('2026-03-06')
    const lines = [
      `${head},currency`,
      `${rowOf('same')},USD`,
      `${rowOf('euros')},EUR`,
      `=1+2${rowOf('formula')},USD`,
      `${rowOf('amount', '=42')},USD`,
      rowOf('cut').slice(0, 24),
      `${rowOf('same')},USD`,
    ]
    const { counts, refused } = (await upload('Reconciliations/Preview', lines.join('\n'))).json()
    expect(counts).toMatchObject({ rows: 6, equal: 1, refused: 5 })
    expect(refused.map(({ line, reason }: { line: number; reason: string }) => [line, reason])).toEqual([
      [3, 'currency: "EUR" is not USD'],
      [4, 'transaction_id: "=1+2formula 2026-03-06" is a formula'],
      [5, expect.stringContaining('amount: "=42" is not an amount')],
      [6, expect.stringContaining('another number of fields')],
      [7, 'it repeats line 2'],
    ])
  })

  test('too large -> 413', async () => {
    expect((await upload('Reconciliations/Preview', 'x'.repeat(8 * 1024 * 1024 + 1))).statusCode).toBe(413)
  })
})
