import type { MerchantSearchResult } from '@dineward/core/search/search.contract.ts'
import { beforeEach, describe, expect, test } from 'vitest'
import { newMember } from '../../testing/factories.ts'
import { type BookOptions, book, joinProgramOf, newBookableMerchant } from '../../testing/restaurant-book.ts'
import { createTestApp } from '../../testing/test-app.ts'
import { newClient, signedInClient, type TestClient, tokenHeader } from '../../testing/test-client.ts'
import { here, names, search } from './search-for-test.ts'

const app = await createTestApp()
/** It is Tuesday, two in the afternoon in New York. */
beforeEach(() => app.clock.set('2026-03-10T18:00:00Z'))

const thursday = `${here}&date=2026-03-12&time=19:00&partySize=2`
const seven = '20260312T2300Z'

async function aProgram(options: BookOptions = {}) {
  const partner = app.newPartner()
  const merchant = await newBookableMerchant(app, partner, {
    seats: [2],
    ...options,
    merchant: { name: 'Booked', ...options.merchant },
  })
  return { partner, merchant, visitor: newClient(app, partner) }
}

const timesOf = ({ merchants }: MerchantSearchResult) =>
  merchants.map(({ tables }) => tables?.map(({ startsAt }) => startsAt.slice(11, 16)))
const timesAt = async (client: TestClient, query = thursday) => timesOf(await search(client, query))

async function guestOf(partner: Parameters<typeof newMember>[1]) {
  return signedInClient(app, partner, (await newMember(app, partner)).id)
}

async function hold(client: TestClient, merchantId: string): Promise<void> {
  const wish = { merchantId, slotId: seven, partySize: 2 }
  const headers = await tokenHeader(client)
  expect((await client.send('POST', '/api/Member/Reservations/Holds', wish, headers)).statusCode).toBe(200)
}

describe('free tables in search', () => {
  test('the three times nearest to the asked one, in order, each with its bonus', async () => {
    const { visitor } = await aProgram({ participation: { reservationBonus: 50 } })
    const [found] = (await search(visitor, thursday)).merchants
    expect(found!.tables).toEqual([
      { slotId: '20260312T2230Z', startsAt: '2026-03-12T18:30:00-04:00', bonus: 50 },
      { slotId: '20260312T2300Z', startsAt: '2026-03-12T19:00:00-04:00', bonus: 50 },
      { slotId: '20260312T2330Z', startsAt: '2026-03-12T19:30:00-04:00', bonus: 50 },
    ])
  })

  test('the map has the same', async () => {
    const { visitor } = await aProgram()
    const { places } = (await visitor.get(`/api/v2/Merchants/Map?${thursday}`)).json()
    expect(places[0].tables).toEqual((await search(visitor, thursday)).merchants[0]!.tables)
  })

  test('each of them can be booked, and is gone then', async () => {
    const { partner, merchant, visitor } = await aProgram()
    const [found] = (await search(visitor, thursday)).merchants
    const { slotId } = found!.tables![2]!
    const guest = await guestOf(partner)
    expect((await book(guest, { merchantId: merchant.id, slotId, partySize: 2 })).statusCode).toBe(200)
    expect(await timesAt(visitor)).toEqual([['17:00', '17:30', '18:00']])
  })

  test('a canceled table is free again', async () => {
    const { partner, merchant, visitor } = await aProgram()
    const guest = await guestOf(partner)
    const booked = await book(guest, { merchantId: merchant.id, slotId: seven, partySize: 2 })
    expect(await timesAt(visitor)).toEqual([['17:00', '17:30', '20:30']])
    const path = `/api/Member/Reservations/${booked.json().reservation.id}`
    await guest.send('DELETE', path, undefined, await tokenHeader(guest))
    expect(await timesAt(visitor)).toEqual([['18:30', '19:00', '19:30']])
  })

  test('a held table is free for its member only, and for all once the hold ends', async () => {
    const { partner, merchant, visitor } = await aProgram()
    const guest = await guestOf(partner)
    await hold(guest, merchant.id)
    expect(await timesAt(visitor)).toEqual([['17:00', '17:30', '20:30']])
    expect(await timesAt(guest)).toEqual([['18:30', '19:00', '19:30']])
    app.clock.advance(5 * 60_000)
    expect(await timesAt(visitor)).toEqual([['18:30', '19:00', '19:30']])
  })

  test.each([
    ['no table for the party', { seats: [1] }, [[]]],
    ['closed that day', { merchant: { hours: '{}' } }, [[]]],
    ['not so far ahead', { terms: { maxDaysAhead: 1 } }, [[]]],
    ['leaves the program before', { participation: { leftOn: '2026-03-12' } }, [[]]],
    ['joins after', { participation: { joinedOn: '2026-03-13' } }, [[]]],
    ['takes no bookings', { merchant: { takesBookings: false } }, [undefined]],
    ['books elsewhere', { merchant: { takesBookings: false, openTableId: '42' } }, [undefined]],
  ] satisfies [string, BookOptions, unknown][])('%s', async (_case, options, expected) => {
    const { visitor } = await aProgram(options)
    expect(await timesAt(visitor)).toEqual(expected)
    expect((await search(visitor, `${thursday}&hasTable=true`)).totalResultSize).toBe(0)
  })

  test('tonight: what is past, or too soon, is left out', async () => {
    const { visitor } = await aProgram()
    app.clock.set('2026-03-10T22:45:00Z')
    expect(await timesAt(visitor, `${here}&date=2026-03-10&time=19:00&partySize=2`)).toEqual([
      ['19:30', '20:00', '20:30'],
    ])
  })

  test('a changed book shows at once, and so do changed hours', async () => {
    const { merchant, visitor } = await aProgram()
    await search(visitor, thursday)
    const { db } = app.database
    await db
      .updateTable('restaurantBooks')
      .set({ slotMinutes: 60 })
      .where('merchantId', '=', merchant.id)
      .execute()
    expect(await timesAt(visitor)).toEqual([['18:00', '19:00', '20:00']])
    await db.deleteFrom('restaurantTables').where('merchantId', '=', merchant.id).execute()
    expect(await timesAt(visitor)).toEqual([[]])
    await db
      .insertInto('restaurantTables')
      .values({ merchantId: merchant.id, tableNo: 7, seats: 2 })
      .execute()
    const hours = JSON.stringify({ Thu: [{ opens: '20:00', closes: '23:00' }] })
    await db.updateTable('merchants').set({ hours }).where('id', '=', merchant.id).execute()
    expect(await timesAt(visitor)).toEqual([['20:00', '21:00']])
  })

  test('times go by each restaurant’s clock', async () => {
    const { visitor } = await aProgram({ merchant: { timezone: 'America/Los_Angeles' } })
    const [found] = (await search(visitor, thursday)).merchants
    expect(found!.tables![1]!.startsAt).toBe('2026-03-12T19:00:00-07:00')
  })

  test('not asked for: none', async () => {
    const { visitor } = await aProgram()
    expect((await search(visitor, here)).merchants[0]).not.toHaveProperty('tables')
  })

  test('a partner that books elsewhere, or nowhere, has none', async () => {
    const { merchant } = await aProgram()
    const other = app.newPartner({ settings: { reservations: { provider: 'openTable' } } })
    await newBookableMerchant(app, other, { merchant: { openTableId: '7' } })
    const client = newClient(app, other)
    expect(await timesAt(client)).toEqual([undefined])
    expect((await search(client, `${thursday}&hasTable=true`)).totalResultSize).toBe(0)
    expect(merchant.takesBookings).toBe(true)
  })

  test('a table that another program’s member has taken is taken here', async () => {
    const { merchant, visitor } = await aProgram()
    const other = app.newPartner()
    await joinProgramOf(app, other, merchant.id)
    await book(await guestOf(other), { merchantId: merchant.id, slotId: seven, partySize: 2 })
    expect(await timesAt(visitor)).toEqual([['17:00', '17:30', '20:30']])
  })
})

describe('filter: has a table', () => {
  test('total, pages and facets count those with one', async () => {
    const { partner, merchant, visitor } = await aProgram({ merchant: { cuisines: ['Thai'] } })
    for (const name of ['A', 'B', 'C'])
      await newBookableMerchant(app, partner, { seats: [2], merchant: { name, cuisines: ['Pizza'] } })
    await newBookableMerchant(app, partner, { seats: [1], merchant: { name: 'Small' } })
    const guest = await guestOf(partner)
    await app.database.db
      .updateTable('restaurantBooks')
      .set({ seatingMinutes: 480 })
      .where('merchantId', '=', merchant.id)
      .execute()
    await book(guest, { merchantId: merchant.id, slotId: seven, partySize: 2 })
    const pages = await Promise.all(
      [1, 2].map(page => search(visitor, `${thursday}&hasTable=true&pageSize=2&pageNo=${page}`)),
    )
    expect(pages.map(({ totalResultSize }) => totalResultSize)).toEqual([3, 3])
    expect(pages.flatMap(names).toSorted()).toEqual(['A', 'B', 'C'])
    expect(pages[0]!.facets.cuisines).toEqual([{ value: 'Pizza', count: 3 }])
    const all = await search(visitor, thursday)
    expect([all.totalResultSize, all.facets.hasTable]).toEqual([5, [{ value: 'true', count: 3 }]])
    expect((await search(visitor, here)).facets.hasTable).toEqual([])
    expect(
      (await visitor.get(`/api/v2/Merchants/Map?${thursday}&hasTable=true`)).json().totalResultSize,
    ).toBe(3)
  })

  test('with words and other filters', async () => {
    const { visitor } = await aProgram({ merchant: { name: 'Thai Corner', cuisines: ['Thai'] } })
    expect(names(await search(visitor, `${thursday}&hasTable=true&restaurantOrCuisine=thai`))).toEqual([
      'Thai Corner',
    ])
    expect(names(await search(visitor, `${thursday}&hasTable=true&priceRange=4`))).toEqual([])
  })

  test('false keeps all', async () => {
    const { visitor } = await aProgram({ seats: [1] })
    expect((await search(visitor, `${thursday}&hasTable=false`)).totalResultSize).toBe(1)
  })
})

describe('what cannot be asked', () => {
  test.each([
    ['date=2026-03-08&time=19:00&partySize=2', 'date'],
    ['date=2020-01-01&time=19:00&partySize=2', 'date'],
    ['date=2027-04-14&time=19:00&partySize=2', 'date'],
    ['date=2026-02-30&time=19:00&partySize=2', 'date'],
    ['date=tomorrow&time=19:00&partySize=2', 'date'],
    ['date=2026-03-12T19:00Z&time=19:00&partySize=2', 'date'],
    ['date=2026-03-12&time=19:00Z&partySize=2', 'time'],
    ['date=2026-03-12&time=19:00%2B02:00&partySize=2', 'time'],
    ['date=2026-03-12&time=25:00&partySize=2', 'time'],
    ['date=2026-03-12&time=7 PM&partySize=2', 'time'],
    ['date=2026-03-12&time=19:00&partySize=0', 'partySize'],
    ['date=2026-03-12&time=19:00&partySize=-1', 'partySize'],
    ['date=2026-03-12&time=19:00&partySize=19', 'partySize'],
    ['date=2026-03-12&time=19:00&partySize=two', 'partySize'],
    ['date=2026-03-12&time=19:00&partySize=', 'partySize'],
    ['date=2026-03-12&date=2026-03-13&time=19:00&partySize=2', 'date'],
    ['date=2026-03-12&time=19:00', 'partySize'],
    ['date=2026-03-12&partySize=2', 'time'],
    ['time=19:00&partySize=2', 'date'],
    ['hasTable=true', 'date'],
    ['date=2026-03-12&time=19:00&partySize=2&hasTable=yes', 'hasTable'],
  ])('%s: 400 names %s', async (query, field) => {
    const client = newClient(app, app.newPartner())
    for (const call of ['Search', 'Map']) {
      const response = await client.get(`/api/v2/Merchants/${call}?${query}`)
      expect(response.statusCode, response.body).toBe(400)
      expect(response.json()).toMatchObject({
        code: 'validation_failed',
        fieldErrors: expect.arrayContaining([expect.objectContaining({ field })]),
      })
    }
  })

  test('a day that is not over everywhere, and the last one, are answered', async () => {
    const { visitor } = await aProgram()
    app.clock.set('2026-03-10T05:00:00Z')
    for (const date of ['2026-03-09', '2027-03-10'])
      expect((await search(visitor, `${here}&date=${date}&time=19:00&partySize=2`)).totalResultSize).toBe(1)
  })
})
