import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { newMerchant } from '../../testing/factories.ts'
import { longTest } from '../../testing/long-test.ts'
import { createTestApp } from '../../testing/test-app.ts'
import { newClient } from '../../testing/test-client.ts'
import { findMerchantForEvent } from '../merchants/merchants.service.ts'
import { importBench, ndjson, newId, row } from './import-for-test.ts'

const app = await createTestApp()
const { db } = app.database
const { folder, fileOf, run } = importBench(app)
const nothingElse = { updated: 0, unchanged: 0, repaired: 0, refused: 0 }

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
        row(newId(), { color: 1 }),
      ),
    )
    const { summary, report } = await run(file, app.newPartner())
    expect(summary).toEqual({ ...nothingElse, read: 6, added: 1, refused: 5 })
    expect(report).toEqual([
      'line 2: refused. it is not JSON; give one object a line',
      'line 3: refused. This must be an object.',
      'line 4: refused. latitude: This must be at most 90.',
      `line 5: refused. restaurant ${id} was already on line 1`,
      'line 6: refused. color: This field is not known.',
    ])
  })

  test('rows of a CSV that do not fit its header are refused by line', async () => {
    const good = row(newId())
    const text = `${Object.keys(good).join(',')}\na,b\n${Object.values(good).map(quoted).join(',')}\n`
    const { summary, report } = await run(fileOf('short.csv', text), app.newPartner())
    expect(summary).toEqual({ ...nothingElse, read: 2, added: 1, refused: 1 })
    expect(report[0]).toMatch(/^line 2: refused\. it has another number of fields \(2\) than the header/)
  })

  test('bytes that are not text are refused by row', async () => {
    const good = Buffer.from(`${JSON.stringify(row(newId(), { name: 'Zoë' }))}\n`)
    const bad = Buffer.from(JSON.stringify(row(newId(), { name: 'Caf#' })).replace('#', '\u00e9'), 'latin1')
    const { summary, report } = await run(
      fileOf('mixed.ndjson', Buffer.concat([good, bad])),
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

  test('says when a restaurant is open, and where its menu, its orders and its tables are', async () => {
    const partner = app.newPartner({ settings: { reservations: { provider: 'book' } } })
    const id = newId()
    const said = {
      hours: 'Mon-Tue 17:00-22:00',
      menuUrl: 'https://casa.example/menu',
      menuImages: 'https://casa.example/1.jpg|https://casa.example/2.jpg',
      onlineOrderingUrl: 'https://order.casa.example/',
      openTableId: '123456',
    }
    const file = fileOf('said.ndjson', ndjson(row(id, said)))
    await run(file, partner)
    const evening = [{ opens: '17:00', closes: '22:00' }]
    const shown = async () => (await newClient(app, partner).get(`/api/v2/Merchants/${id}`)).json()
    expect(await shown()).toMatchObject({
      hours: { Mon: evening, Tue: evening },
      menuUrl: said.menuUrl,
      menuImages: said.menuImages.split('|'),
      onlineOrdering: { url: said.onlineOrderingUrl },
      reservationProviders: { openTable: '123456' },
    })
    expect((await run(file, partner)).summary).toEqual({ ...nothingElse, read: 1, added: 0, unchanged: 1 })
    await run(fileOf('unsaid.ndjson', ndjson(row(id))), partner)
    expect(await shown()).toMatchObject({ hours: {}, menuUrl: '', menuImages: [] })
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
    [
      'short.csv',
      'id,name\n1,Casa\n2,Lumen\n',
      /short\.csv lacks columns: street, city, state, zipCode,.* timezone\.$/,
    ],
    [
      'other.csv',
      `${Object.keys(row('')).join()},color,size\n`,
      /has columns that are not known: color, size\./,
    ],
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

  test('cut off half-way: what came before is in, once, when the whole file follows', longTest, async () => {
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
