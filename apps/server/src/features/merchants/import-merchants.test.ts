import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import type { Partner } from '@dineward/core/partner/partner.ts'
import { afterAll, describe, expect, test } from 'vitest'
import { newMerchant } from '../../testing/factories.ts'
import { createTestApp } from '../../testing/test-app.ts'
import { newClient } from '../../testing/test-client.ts'
import { importMerchants, type MerchantImport } from './import-merchants.ts'
import { findMerchantForEvent } from './merchants.service.ts'

const app = await createTestApp()
const { db } = app.database
const sample = new URL('./fixtures/nyc-sample.ndjson', import.meta.url).pathname
const folder = mkdtempSync(join(tmpdir(), 'dw-import-'))
afterAll(() => rmSync(folder, { recursive: true }))

function fileOf(name: string, content: string | Uint8Array): string {
  const file = join(folder, name)
  writeFileSync(file, content)
  return file
}

async function run(file: string, partner: Partner, options: Partial<MerchantImport> = {}) {
  const report: string[] = []
  const summary = await importMerchants(app.context(partner), {
    file,
    partnerId: partner.slug,
    format: 'standard',
    dryRun: false,
    report: sentence => report.push(sentence),
    progress: () => {},
    ...options,
  })
  return { summary, report }
}

const nothingElse = { updated: 0, unchanged: 0, repaired: 0, refused: 0 }
const row = (id: string, changes: object = {}) => ({
  id,
  name: `Casa ${id}`,
  street: '12 Bleecker St',
  city: 'New York',
  state: 'NY',
  zipCode: '10012',
  latitude: 40.7258,
  longitude: -73.9932,
  timezone: 'America/New_York',
  cuisines: 'Pizza|Italian',
  ...changes,
})
const ndjson = (...rows: unknown[]) =>
  rows.map(item => (typeof item === 'string' ? item : JSON.stringify(item))).join('\n')
/** An id that no other test uses. */
let count = 0
const newId = () => `import-${count++}`

describe('the city’s file', () => {
  test('adds what is right, repairs what it can, and says why of the rest, by line', async () => {
    const partner = app.newPartner()
    const { summary, report } = await run(sample, partner, { format: 'nyc' })
    expect(summary).toEqual({ read: 61, added: 59, updated: 0, unchanged: 0, repaired: 5, refused: 2 })
    expect(report.map(sentence => sentence.slice(0, 40))).toEqual([
      'line 7: repaired. Terminal Cafe/Yankee C',
      'line 9: repaired. Dining Room (40364691)',
      "line 17: repaired. Sammy's Steakhouse (4",
      'line 39: repaired. Starbucks Coffee (406',
      'line 42: repaired. Seguine Bagel Bakery ',
      "line 50: refused. Fratelli's Market Plac",
      'line 61: refused. restaurant 30112340 wa',
    ])
  })

  test('the second time nothing changes, not even the day it joined', async () => {
    const partner = app.newPartner()
    const before = app.clock.now()
    const state = () =>
      db
        .selectFrom('merchants')
        .innerJoin('merchantParticipations as terms', 'terms.merchantId', 'merchants.id')
        .innerJoin('merchantMids', 'merchantMids.merchantId', 'merchants.id')
        .selectAll()
        .where('terms.partnerId', '=', partner.slug)
        .orderBy('merchants.id')
        .execute()
    await run(sample, partner, { format: 'nyc' })
    const first = await state()
    try {
      app.clock.advance(86_400_000 * 3)
      const { summary } = await run(sample, partner, { format: 'nyc' })
      expect(summary).toEqual({ read: 61, added: 0, updated: 0, unchanged: 59, repaired: 5, refused: 2 })
      expect(await state()).toEqual(first)
      expect(first).toHaveLength(59)
    } finally {
      app.clock.set(before)
    }
  })

  test('its restaurants are found by what they are called and cook, and earn', async () => {
    const partner = app.newPartner()
    await run(sample, partner, { format: 'nyc' })
    const client = newClient(app, partner)
    const find = async (text: string) => {
      const place = 'latitude=40.7577&longitude=-73.9857&radiusMiles=40'
      const answer = await client.get(`/api/v2/Merchants/Search?${place}&restaurantOrCuisine=${text}`)
      return answer.json().merchants.map((merchant: { name: string }) => merchant.name)
    }
    expect(await find('wendys')).toContain("Wendy's")
    expect(await find('cafe%20coffee')).not.toEqual([])
    expect(await find('dominican')).not.toEqual([])
    const place = { mid: 'NYC30112340', localDate: '2026-03-10' }
    expect(await findMerchantForEvent({ db, partner }, place)).toMatchObject({
      id: 'nyc-30112340',
      name: "Wendy's",
      participation: {
        joinedOn: '2026-03-10',
        benefitDays: ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'],
      },
    })
  })

  test('for another partner adds its terms, and none for a third', async () => {
    const [one, other, third] = [app.newPartner(), app.newPartner(), app.newPartner()]
    await run(sample, one, { format: 'nyc' })
    const { summary } = await run(sample, other, { format: 'nyc' })
    expect(summary).toMatchObject({ added: 59, updated: 0 })
    for (const [partner, status] of [
      [one, 200],
      [other, 200],
      [third, 404],
    ] as const) {
      const response = await newClient(app, partner).get('/api/v2/Merchants/nyc-30112340')
      expect(response.statusCode).toBe(status)
    }
  })

  test('keeps what others have added to a restaurant', async () => {
    const partner = app.newPartner()
    await run(sample, partner, { format: 'nyc' })
    const edited = { phone: '212-555-0100', priceRange: 2, name: 'Wrong name' }
    await db.updateTable('merchants').set(edited).where('id', '=', 'nyc-30112340').execute()
    const { summary } = await run(sample, partner, { format: 'nyc' })
    expect(summary).toMatchObject({ added: 0, updated: 1, unchanged: 58 })
    const merchant = (await newClient(app, partner).get('/api/v2/Merchants/nyc-30112340')).json()
    expect(merchant).toMatchObject({ name: "Wendy's", phone: '212-555-0100', details: { priceRange: 2 } })
  })
})

describe('the standard format', () => {
  test.each(['csv', 'csv.gz', 'ndjson', 'ndjson.gz', 'txt'])('is read from .%s', async ending => {
    const partner = app.newPartner()
    const [one, two] = [row(newId()), row(newId(), { name: 'Café "Zoë", Paris' })]
    const csv = [
      Object.keys(one).join(','),
      ...[one, two].map(item => Object.values(item).map(quoted).join(',')),
    ]
    const text = ending.includes('csv') ? csv.join('\r\n') : `\ufeff${ndjson(one, '', two)}\r\n`
    const file = fileOf(`rows.${ending}`, ending.endsWith('gz') ? gzipSync(text) : text)
    expect((await run(file, partner)).summary).toEqual({ ...nothingElse, read: 2, added: 2 })
    const merchant = (await newClient(app, partner).get(`/api/v2/Merchants/${two.id}`)).json()
    expect(merchant).toMatchObject({ name: 'Café "Zoë", Paris', details: { cuisines: ['Pizza', 'Italian'] } })
  })

  test('a dry run says the same and changes nothing', async () => {
    const partner = app.newPartner()
    const id = newId()
    const file = fileOf('dry.ndjson', ndjson(row(id), row(id), '{'))
    const dry = await run(file, partner, { dryRun: true })
    expect(dry.summary).toEqual({ ...nothingElse, read: 3, added: 1, refused: 2 })
    expect((await newClient(app, partner).get(`/api/v2/Merchants/${id}`)).statusCode).toBe(404)
    expect(await run(file, partner)).toEqual(dry)
  })

  test('every refused row is named by its line, and the others are in', async () => {
    const id = newId()
    const file = fileOf(
      'broken.ndjson',
      ndjson(
        row(id),
        '{"id":',
        '"text"',
        row(newId(), { latitude: 91 }),
        row(id),
        row(newId(), { colour: 1 }),
      ),
    )
    const { summary, report } = await run(file, app.newPartner())
    expect(summary).toEqual({ ...nothingElse, read: 6, added: 1, refused: 5 })
    expect(report).toEqual([
      'line 2: refused. it is not JSON; give one object a line',
      'line 3: refused. Invalid input: expected object, received string',
      'line 4: refused. latitude: Too big: expected number to be <=90',
      `line 5: refused. restaurant ${id} was already on line 1`,
      'line 6: refused. Unrecognized key: "colour"',
    ])
  })

  test('rows of a CSV that do not fit its header are refused by line', async () => {
    const good = row(newId())
    const text = `${Object.keys(good).join(',')}\na,b\n${Object.values(good).map(quoted).join(',')}\n`
    const { summary, report } = await run(fileOf('short.csv', text), app.newPartner())
    expect(summary).toEqual({ ...nothingElse, read: 2, added: 1, refused: 1 })
    expect(report[0]).toMatch(/^line 2: refused\. Invalid Record Length/)
  })

  test('bytes that are not text are refused by row', async () => {
    const good = Buffer.from(`${JSON.stringify(row(newId()))}\n`)
    const bad = Buffer.from(JSON.stringify(row(newId(), { name: 'Caf#' })).replace('#', '\u00e9'), 'latin1')
    const { summary, report } = await run(
      fileOf('latin1.ndjson', Buffer.concat([good, bad])),
      app.newPartner(),
    )
    expect(summary).toMatchObject({ added: 1, refused: 1 })
    expect(report).toEqual(['line 2: refused. it has bytes that are not UTF-8 text'])
  })

  test('a changed row changes the restaurant; one that left is in the file as such', async () => {
    const partner = app.newPartner()
    const [id, mid] = [newId(), newId()]
    await run(fileOf('before.ndjson', ndjson(row(id, { mid }))), partner)
    const changed = row(id, { mid: `${mid}-2`, name: 'Osteria Nuova', leftOn: '2026-03-10' })
    const { summary } = await run(fileOf('after.ndjson', ndjson(changed)), partner)
    expect(summary).toEqual({ ...nothingElse, read: 1, added: 0, updated: 1 })
    const merchant = (await newClient(app, partner).get(`/api/v2/Merchants/${id}`)).json()
    expect(merchant).toMatchObject({ name: 'Osteria Nuova', leftOn: '2026-03-10' })
    const byMid = (which: string, localDate: string) =>
      findMerchantForEvent({ db, partner }, { mid: which, localDate })
    expect(await byMid(mid, '2026-03-10')).toBeNull()
    expect(await byMid(`${mid}-2`, '2026-03-10')).toMatchObject({ id })
    const again = await run(fileOf('again.ndjson', ndjson(changed)), partner)
    expect(again.summary).toEqual({ ...nothingElse, read: 1, added: 0, unchanged: 1 })
  })

  test('nothing of another source is written over, no MID is taken away', async () => {
    const partner = app.newPartner()
    const merchant = await newMerchant(app, partner)
    const [id, other] = [newId(), newId()]
    const rows = [
      row(merchant.id),
      row(id, { mid: merchant.mid }),
      row(newId(), { mid: other }),
      row(newId(), { mid: other }),
    ]
    const { summary, report } = await run(fileOf('taken.ndjson', ndjson(...rows)), partner)
    expect(summary).toEqual({ ...nothingElse, read: 4, added: 1, refused: 3 })
    expect(report).toEqual([
      `line 1: refused. the id ${merchant.id} is that of a restaurant from another source (test)`,
      `line 2: refused. the MID ${merchant.mid} is that of restaurant ${merchant.id}`,
      `line 4: refused. the MID ${other} was already on line 3`,
    ])
  })

  test('more rows than a batch holds, counted as they go', async () => {
    const rows = Array.from({ length: 1_201 }, () => row(newId()))
    const done: number[] = []
    const file = fileOf('many.ndjson.gz', gzipSync(ndjson(...rows)))
    const { summary } = await run(file, app.newPartner(), { progress: rowsDone => done.push(rowsDone) })
    expect(summary).toEqual({ ...nothingElse, read: 1_201, added: 1_201 })
    expect(done).toEqual([500, 1_000, 1_201])
  })
})

describe('a file that cannot be imported says so in a sentence', () => {
  const partner = app.newPartner()

  test.each([
    ['nowhere.ndjson', null, /^There is no file .*nowhere\.ndjson\.$/],
    ['empty.ndjson', '', /is empty\.$/],
    ['blank.ndjson', '\n \n', /has no rows\.$/],
    ['header.csv', 'id,name\n', /has no rows\.$/],
    ['empty.ndjson.gz', gzipSync(''), /has no rows\.$/],
    ['text.ndjson.gz', '{"id":1}', /is named \.gz but is not packed with gzip\.$/],
    ['picture.ndjson', Buffer.from([137, 80, 78, 71, 0, 0, 0, 13]), /is not a text file/],
    ['garbage.gz', Buffer.from([0x1f, 0x8b, 1, 2, 3, 4, 5]), /is damaged or cut off/],
    ['array.json', '[{"id":1}]', /is one JSON list/],
  ])('%s', async (name, content, sentence) => {
    const file = content === null ? join(folder, name) : fileOf(name, content)
    await expect(run(file, partner)).rejects.toThrow(sentence)
  })

  test('a folder', async () => {
    await expect(run(folder, partner)).rejects.toThrow(/is a folder/)
  })

  test('cut off half-way: what came before is in, once, when the whole file follows', async () => {
    const cut = app.newPartner()
    const rows = ndjson(...Array.from({ length: 3_000 }, () => row(newId(), { about: crypto.randomUUID() })))
    const whole = gzipSync(rows)
    const half = fileOf('half.ndjson.gz', whole.subarray(0, whole.length / 2))
    await expect(run(half, cut)).rejects.toThrow(/is damaged or cut off after line \d+/)
    const { summary } = await run(fileOf('whole.ndjson.gz', whole), cut)
    expect(summary.added + summary.unchanged).toBe(3_000)
    expect(summary.unchanged).toBeGreaterThan(1_000)
  })
})

const quoted = (value: unknown) => `"${String(value).replaceAll('"', '""')}"`
