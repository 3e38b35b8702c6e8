import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import type { Partner } from '@dineward/core/partner/partner.ts'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { newMember, newMerchant } from '../../../testing/factories.ts'
import { book, everyEvening, newBookableMerchant } from '../../../testing/restaurant-book.ts'
import { createTestApp } from '../../../testing/test-app.ts'
import { newClient, signedInClient } from '../../../testing/test-client.ts'
import { here, search } from '../../search/search-for-test.ts'
import { type BookImport, importBooks } from './books.import.ts'

const app = await createTestApp()
const folder = mkdtempSync(join(tmpdir(), 'dw-books-'))
afterAll(() => rmSync(folder, { recursive: true }))
beforeEach(() => app.clock.set('2026-03-10T18:00:00Z'))

const nothing = { added: 0, updated: 0, unchanged: 0, refused: 0, leavingTables: 0 }
const seven = '20260312T2300Z'

async function run(rows: readonly object[] | string, { name = 'books.ndjson', dryRun = false } = {}) {
  const text = typeof rows === 'string' ? rows : rows.map(row => JSON.stringify(row)).join('\n')
  const file = join(folder, name)
  writeFileSync(file, name.endsWith('.gz') ? gzipSync(text) : text)
  const report: string[] = []
  const options: BookImport = { file, dryRun, report: sentence => report.push(sentence) }
  return { summary: await importBooks({ db: app.database.db, clock: app.clock }, options), report }
}

const restaurant = (partner: Partner, hours = everyEvening) => newMerchant(app, partner, { hours })

async function slotsFor(partner: Partner, merchantId: string, partySize: number): Promise<string[]> {
  const query = `date=2026-03-12&time=19:00&partySize=${partySize}`
  const answer = await newClient(app, partner).get(`/api/v2/Merchants/${merchantId}/Availability?${query}`)
  return (answer.json().slots ?? []).map(({ slotId }: { slotId: string }) => slotId)
}

async function guestAt(partner: Partner, merchantId: string, partySize: number) {
  const client = await signedInClient(app, partner, (await newMember(app, partner)).id)
  return book(client, { merchantId, slotId: seven, partySize })
}

describe('books from a file', () => {
  test.each(['csv', 'csv.gz', 'ndjson', 'ndjson.gz'])(
    'are read from .%s, and tables can be booked',
    async ending => {
      const partner = app.newPartner()
      const { id } = await restaurant(partner)
      expect(await slotsFor(partner, id, 4)).toEqual([])
      const rows = ending.startsWith('csv')
        ? `merchantId,slotMinutes,tables\r\n${id},15,"1x2,1x4"`
        : [{ merchantId: id, slotMinutes: 15, tables: '1x2|1x4' }]
      expect(await run(rows, { name: `books.${ending}` })).toEqual({
        summary: { ...nothing, read: 1, added: 1 },
        report: [],
      })
      expect(await slotsFor(partner, id, 4)).toEqual(expect.arrayContaining([seven, '20260312T2315Z']))
      expect((await guestAt(partner, id, 4)).statusCode).toBe(200)
      expect((await guestAt(partner, id, 4)).json().code).toBe('slot_unavailable')
    },
  )

  test('by where a restaurant came from and its id there', async () => {
    const partner = app.newPartner()
    const { id, source, sourceId } = await restaurant(partner)
    await run([{ source, sourceId, tables: '1x2' }])
    expect(await slotsFor(partner, id, 2)).toContain(seven)
  })

  test('a search for tables finds the restaurant from then on, until it takes no bookings', async () => {
    const partner = app.newPartner()
    const { id } = await restaurant(partner)
    const found = async () => {
      await app.searchIndex.refresh()
      return (await search(newClient(app, partner), `${here}&reservations=true`)).totalResultSize
    }
    expect(await found()).toBe(0)
    await run([{ merchantId: id, tables: '1x2' }])
    expect(await found()).toBe(1)
    const { summary } = await run([{ merchantId: id, tables: '1x2', takesBookings: false }])
    expect(summary).toEqual({ ...nothing, read: 1, updated: 1 })
    expect(await found()).toBe(0)
    expect(await slotsFor(partner, id, 2)).toEqual([])
  })

  test('once more changes nothing; a dry run neither, and says the same', async () => {
    const partner = app.newPartner()
    const { id } = await restaurant(partner)
    const rows = [{ merchantId: id, tables: '2x2' }]
    const dry = await run(rows, { dryRun: true })
    expect(await slotsFor(partner, id, 2)).toEqual([])
    expect(await run(rows)).toEqual(dry)
    expect(await run(rows)).toEqual({ summary: { ...nothing, read: 1, unchanged: 1 }, report: [] })
  })

  test('every refused row is named by its line, and the others are in', async () => {
    const partner = app.newPartner()
    const { id, source, sourceId } = await restaurant(partner)
    const rows = [
      { merchantId: id, tables: '1x2' },
      { merchantId: 'nowhere', tables: '1x2' },
      { source: 'nyc', sourceId: 'unknown', tables: '1x2' },
      { merchantId: id, tables: 'two' },
      { source, sourceId, tables: '9x9' },
    ]
    const { summary, report } = await run(`${rows.map(row => JSON.stringify(row)).join('\n')}\n{`)
    expect(summary).toEqual({ ...nothing, read: 6, added: 1, refused: 5 })
    expect(report).toEqual([
      'line 2: refused. there is no restaurant nowhere',
      'line 3: refused. there is no restaurant nyc unknown',
      'line 4: refused. tables: "two" is not such as 4x2, four tables for two',
      `line 5: refused. restaurant ${id} was already on line 1`,
      'line 6: refused. it is not JSON; give one object a line',
    ])
  })

  test('restaurant without opening hours -> a note: no times are offered', async () => {
    const { id, name } = await restaurant(app.newPartner(), '{}')
    const { report } = await run([{ merchantId: id, tables: '1x2' }])
    expect(report).toEqual([`line 1: note. ${name} has no opening hours, so that no times are offered`])
  })
})

describe('fewer tables than before', () => {
  test('one that is booked stays until then, and the reservation with it', async () => {
    const partner = app.newPartner()
    const { id } = await newBookableMerchant(app, partner, { seats: [2, 4, 4] })
    expect((await guestAt(partner, id, 4)).statusCode).toBe(200)
    const rows = [{ merchantId: id, tables: '2x2' }]
    expect(await run(rows)).toEqual({
      summary: { ...nothing, read: 1, updated: 1, leavingTables: 1 },
      report: [
        'line 1: in use. Table 2 (for 4) is booked or held until 2026-03-12 20:30, and gets no new bookings; import again after that',
      ],
    })
    expect(await tablesOf(id)).toEqual([
      { tableNo: 1, seats: 2 },
      { tableNo: 2, seats: 4 },
      { tableNo: 3, seats: 2 },
    ])
    app.clock.set('2026-03-13T00:29:00Z')
    expect((await run(rows)).summary).toMatchObject({ unchanged: 1, leavingTables: 1 })
    app.clock.set('2026-03-13T00:30:00Z')
    expect(await run(rows)).toEqual({ summary: { ...nothing, read: 1, updated: 1 }, report: [] })
    expect(await tablesOf(id)).toEqual([
      { tableNo: 1, seats: 2 },
      { tableNo: 3, seats: 2 },
    ])
  })

  test('booked and leaving -> assigned to no other party until it is wanted again', async () => {
    const partner = app.newPartner()
    const { id } = await newBookableMerchant(app, partner, { seats: [2, 4] })
    for (const size of [2, 2]) expect((await guestAt(partner, id, size)).statusCode).toBe(200)
    const smaller = [{ merchantId: id, tables: '1x2' }]
    expect((await run(smaller)).summary).toMatchObject({ updated: 1, leavingTables: 1 })
    const other = await signedInClient(app, partner, (await newMember(app, partner)).id)
    // One table for two is left, and one that stays until half past eight: at half past nine only the first is given.
    const wish = { merchantId: id, slotId: '20260313T0130Z', partySize: 2 }
    expect((await book(other, wish)).statusCode).toBe(200)
    const third = await signedInClient(app, partner, (await newMember(app, partner)).id)
    expect((await book(third, wish)).json().code).toBe('slot_unavailable')
    expect((await run(smaller)).summary).toMatchObject({ unchanged: 1, leavingTables: 1 })
    await run([{ merchantId: id, tables: '1x2|1x4' }])
    expect((await book(third, wish)).statusCode).toBe(200)
  })

  test('one that is held when it should go can still be booked by who holds it', async () => {
    const partner = app.newPartner()
    const { id } = await newBookableMerchant(app, partner, { seats: [2] })
    const client = await signedInClient(app, partner, (await newMember(app, partner)).id)
    const wish = { merchantId: id, slotId: seven, partySize: 2 }
    const { hold } = (await client.send('POST', '/api/Member/Reservations/Holds', wish)).json()
    await run([{ merchantId: id, tables: '1x3' }])
    expect((await book(client, { ...wish, holdId: hold.id })).statusCode).toBe(200)
  })

  test('one that is held stays; once the lease is over it goes', async () => {
    const partner = app.newPartner()
    const { id } = await newBookableMerchant(app, partner, { seats: [4] })
    const client = await signedInClient(app, partner, (await newMember(app, partner)).id)
    await client.send('POST', '/api/Member/Reservations/Holds', {
      merchantId: id,
      slotId: seven,
      partySize: 3,
    })
    const rows = [{ merchantId: id, tables: '1x2' }]
    expect((await run(rows)).summary).toMatchObject({ updated: 1, leavingTables: 1 })
    app.clock.advance(6 * 60_000)
    expect((await run(rows)).summary).toMatchObject({ updated: 1, leavingTables: 0 })
    expect(await tablesOf(id)).toEqual([{ tableNo: 2, seats: 2 }])
  })
})

const tablesOf = (merchantId: string) =>
  app.database.db
    .selectFrom('restaurantTables')
    .select(['tableNo', 'seats'])
    .where('merchantId', '=', merchantId)
    .orderBy('tableNo')
    .execute()
