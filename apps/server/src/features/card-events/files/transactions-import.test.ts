import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, describe, expect, test } from 'vitest'
import { createTestApp } from '../../../testing/test-app.ts'
import { type CardNetwork, newCardNetwork } from '../card-network-for-test.ts'
import { importTransactions } from './transactions.import.ts'

const app = await createTestApp()
const services = { db: app.database.db, clock: app.clock }
const folder = mkdtempSync(join(tmpdir(), 'dw-import-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

let files = 0
function fileOf(extension: string, content: string | Buffer): string {
  const path = join(folder, `transactions-${files++}.${extension}`)
  writeFileSync(path, content)
  return path
}

async function importFile(file: string, options: { dryRun?: boolean } = {}) {
  const refusals: string[] = []
  const report = ({ line, reason }: { line: number; reason: string }) => refusals.push(`${line} ${reason}`)
  return { ...(await importTransactions(services, file, { ...options, report })), refusals }
}

const header = 'transactionId,event,cardId,merchantId,mid,amount,currency,datetime,authCode'

function csvOf(network: CardNetwork, ids: readonly string[]): string {
  const rows = ids.map(
    id => `${id},,${network.cardId},${network.merchant.id},,42.50,USD,2026-03-09T19:30:00,`,
  )
  return [header, ...rows].join('\n')
}

const json = (network: CardNetwork, fields: object = {}) =>
  JSON.stringify({
    transactionId: `json-${network.cardId}`,
    cardId: network.cardId,
    mid: network.merchant.mid,
    amount: 42.5,
    currency: 'USD',
    datetime: '2026-03-09T19:30:00',
    ...fields,
  })

describe('importing transactions', () => {
  test.each(['csv', 'csv.gz'])(
    'a %s file awards its dines, and once only when imported twice',
    async extension => {
      const network = await newCardNetwork(app)
      const text = csvOf(network, [`a-${network.cardId}`, `b-${network.cardId}`])
      const file = fileOf(extension, extension.endsWith('gz') ? gzipSync(text) : text)
      expect(await importFile(file)).toEqual({ accepted: 2, repeated: 0, refused: 0, refusals: [] })
      await network.processAll()
      expect(await network.balance()).toBe(254)
      expect(await importFile(file)).toMatchObject({ accepted: 0, repeated: 2 })
      await network.processAll()
      expect(await network.balance()).toBe(254)
    },
  )

  test.each(['ndjson', 'ndjson.gz'])('a %s file, with a refund in it', async extension => {
    const network = await newCardNetwork(app)
    const refund = {
      transactionId: `refund-${network.cardId}`,
      amount: '-10.00',
      datetime: '2026-03-09T20:30:00',
    }
    const text = `\u{feff}${json(network)}\r\n\r\n${json(network, refund)}\n`
    const file = fileOf(extension, extension.endsWith('gz') ? gzipSync(text) : text)
    expect(await importFile(file)).toMatchObject({ accepted: 2, refused: 0 })
    await network.processAll()
    expect(await network.balance()).toBe(97)
  })

  test('transaction: also reported by webhook, before or after -> counts once', async () => {
    const [before, after] = [await newCardNetwork(app), await newCardNetwork(app)]
    const [first, second] = [`json-${before.cardId}`, `json-${after.cardId}`]
    await before.deliver('transaction.clearing', { id: first })
    await importFile(fileOf('ndjson', json(before)))
    await before.processAll()
    await importFile(fileOf('ndjson', json(after)))
    await after.processAll()
    await after.deliver('transaction.clearing', { id: second })
    expect(await before.balance()).toBe(127)
    expect(await after.balance()).toBe(127)
  })

  test('the network’s own bodies can be replayed from a file', async () => {
    const network = await newCardNetwork(app)
    const body = network.body()
    const file = fileOf(
      'ndjson',
      [body, { ...body, amount: -10 }, { ...body, card: {} }].map(row => JSON.stringify(row)).join('\n'),
    )
    expect(await importFile(file)).toMatchObject({ accepted: 2, refusals: ['3 cardId: missing'] })
    await network.processAll()
    expect(await network.balance()).toBe(97)
  })

  test('invalid rows -> reported with line and reason, the others are imported', async () => {
    const network = await newCardNetwork(app)
    const good = json(network)
    const rows = [
      good,
      '{"transactionId":',
      '[]',
      json(network, { amount: 1.005 }),
      json(network, { amount: 'ten' }),
      json(network, { transactionId: '' }),
      json(network, { cardId: 'unknown' }),
      json(network, { mid: undefined }),
      json(network, { datetime: '2026-02-30T12:00:00' }),
      json(network, { event: 'transaction.unknown' }),
      json(network, { currency: 'dollars' }),
    ]
    const { refusals, ...counts } = await importFile(fileOf('ndjson', rows.join('\n')))
    expect(counts).toEqual({ accepted: 1, repeated: 0, refused: 10 })
    expect(refusals.sort()).toEqual([
      '10 event: "transaction.unknown" is not one we receive',
      '11 currency: must be a currency code of three letters',
      '2 it is not JSON; give one object a line',
      '3 it is not a JSON object',
      '4 amount: "1.005" is not an amount of money',
      '5 amount: "ten" is not an amount of money',
      '6 transactionId: missing',
      '7 cardId: no linked card has the id "unknown"',
      '8 merchantId or mid: missing',
      '9 datetime: is not a time that exists',
    ])
    await network.processAll()
    expect(await network.balance()).toBe(127)
  })

  test('a row of a CSV file that cannot be read does not stop the file', async () => {
    const network = await newCardNetwork(app)
    const [top, row] = csvOf(network, [`x-${network.cardId}`]).split('\n')
    const { refusals, ...counts } = await importFile(
      fileOf('csv', `${top}\nbroken "quote,a,b\nshort\n${row}\n`),
    )
    expect(counts).toEqual({ accepted: 1, repeated: 0, refused: 2 })
    expect(refusals.map(refusal => refusal.split(' ')[0])).toEqual(['2', '3'])
  })

  test('dry run -> the same report, nothing stored', async () => {
    const network = await newCardNetwork(app)
    const file = fileOf('ndjson', `${json(network)}\n{}`)
    expect(await importFile(file, { dryRun: true })).toMatchObject({ accepted: 1, refused: 1 })
    await network.processAll()
    expect(await network.activity()).toEqual([])
    expect(await importFile(file)).toMatchObject({ accepted: 1, refused: 1 })
  })

  test.each([
    ['that is not there', () => join(folder, 'nothing.ndjson')],
    ['with a broken archive', () => fileOf('ndjson.gz', gzipSync('x'.repeat(5_000)).subarray(0, 20))],
    ['with a broken CSV archive', () => fileOf('csv.gz', 'no archive')],
  ])('a file %s fails, rather than reading as empty', async (_, file) => {
    await expect(importFile(file())).rejects.toThrow()
  })
})
