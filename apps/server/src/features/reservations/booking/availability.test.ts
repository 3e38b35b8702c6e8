import type { Partner } from '@dineward/core/partner/partner.ts'
import { beforeEach, describe, expect, test } from 'vitest'
import { newMember, newMerchant } from '../../../testing/factories.ts'
import { type BookOptions, book, newBookableMerchant } from '../../../testing/restaurant-book.ts'
import { createTestApp } from '../../../testing/test-app.ts'
import { newClient, signedInClient, type TestClient } from '../../../testing/test-client.ts'

const app = await createTestApp()
/** It is Tuesday, two in the afternoon in New York. */
beforeEach(() => app.clock.set('2026-03-10T18:00:00Z'))

const thursday = { date: '2026-03-12', time: '19:00', partySize: '2' }
const ask = (client: TestClient, merchantId: string, changes: Record<string, string> = {}) =>
  client.get(
    `/api/v2/Merchants/${merchantId}/Availability?${new URLSearchParams({ ...thursday, ...changes })}`,
  )

async function aRestaurant(options: BookOptions = {}, of?: Partner) {
  const partner = of ?? app.newPartner()
  const merchant = await newBookableMerchant(app, partner, options)
  const client = newClient(app, partner)
  return {
    partner,
    merchant,
    client,
    ask: async (changes?: Record<string, string>) => (await ask(client, merchant.id, changes)).json(),
  }
}

const bonus = { participation: { reservationBonus: 50 } }

describe('times around the asked one', () => {
  test('five of them, in order, as the restaurant’s clock shows them, each with its bonus', async () => {
    const restaurant = await aRestaurant(bonus)
    expect(await restaurant.ask()).toEqual({
      state: 'available',
      slots: [
        { slotId: '20260312T2200Z', startsAt: '2026-03-12T18:00:00-04:00', bonus: 50 },
        { slotId: '20260312T2230Z', startsAt: '2026-03-12T18:30:00-04:00', bonus: 50 },
        { slotId: '20260312T2300Z', startsAt: '2026-03-12T19:00:00-04:00', bonus: 50 },
        { slotId: '20260312T2330Z', startsAt: '2026-03-12T19:30:00-04:00', bonus: 50 },
        { slotId: '20260313T0000Z', startsAt: '2026-03-12T20:00:00-04:00', bonus: 50 },
      ],
    })
  })

  test('as many as the partner shows', async () => {
    const partner = app.newPartner({ settings: { reservations: { slotCount: 3 } } })
    const { slots } = await (await aRestaurant({}, partner)).ask()
    expect(slots.map(({ slotId }: { slotId: string }) => slotId)).toEqual([
      '20260312T2230Z',
      '20260312T2300Z',
      '20260312T2330Z',
    ])
  })

  test('a bonus only where the table is six hours away', async () => {
    const restaurant = await aRestaurant(bonus)
    const { state, slots } = await restaurant.ask({ date: '2026-03-10', time: '20:00' })
    expect(state).toBe('available')
    expect(
      slots.map((slot: { startsAt: string; bonus: number | null }) => [
        slot.startsAt.slice(11, 16),
        slot.bonus,
      ]),
    ).toEqual([
      ['19:00', null],
      ['19:30', null],
      ['20:00', 50],
      ['20:30', 50],
      ['21:00', 50],
    ])
    expect((await restaurant.ask({ date: '2026-03-10', time: '17:00' })).state).toBe('no_bonus')
  })

  test('no bonus where the partner gives none, and none is missed', async () => {
    const partner = app.newPartner({ settings: { hasReservationBonus: false } })
    const { state, slots } = await (await aRestaurant(bonus, partner)).ask()
    expect([state, slots[0].bonus]).toEqual(['available', null])
  })

  test('a table that is taken is taken for as long as a meal', async () => {
    const restaurant = await aRestaurant({ seats: [2] })
    const { partner, merchant } = restaurant
    const client = await signedInClient(app, partner, (await newMember(app, partner)).id)
    await book(client, { merchantId: merchant.id, slotId: '20260312T2300Z', partySize: 2 })
    const { slots } = await restaurant.ask()
    expect(slots.map((slot: { startsAt: string }) => slot.startsAt.slice(11, 16))).toEqual([
      '17:00',
      '17:30',
      '20:30',
      '21:00',
      '21:30',
    ])
  })

  test('the night the clocks go forward: no half past two', async () => {
    const hours = JSON.stringify({ Sun: [{ opens: '00:00', closes: '06:00' }] })
    const restaurant = await aRestaurant({ merchant: { hours } })
    app.clock.set('2027-03-10T18:00:00Z')
    const { slots } = await restaurant.ask({ date: '2027-03-14', time: '02:00' })
    expect(slots.map((slot: { startsAt: string }) => slot.startsAt.slice(11))).toEqual([
      '01:00:00-05:00',
      '01:30:00-05:00',
      '03:00:00-04:00',
      '03:30:00-04:00',
      '04:00:00-04:00',
    ])
  })
})

describe('states', () => {
  test.each([
    ['too_big', { partySize: '5' }],
    ['too_big', { partySize: '1000000' }],
    ['too_small', { partySize: '0' }],
    ['too_small', { partySize: '-1' }],
    ['too_far', { date: '2027-03-11' }],
    ['too_far', { date: '9999-12-31' }],
    ['too_close', { date: '2026-03-09' }],
    ['too_close', { date: '2026-03-10', time: '14:00' }],
    ['none', { time: '09:00' }],
  ])('%s: %j', async (state, changes) => {
    expect(await (await aRestaurant()).ask(changes)).toMatchObject({ state, slots: [] })
  })

  test.each([
    ['the largest party', { partySize: '9' }, { partySize: 4 }],
    ['the smallest party', { partySize: '0' }, { partySize: 1 }],
    ['the last day', { date: '9999-12-31' }, { date: '2027-03-10' }],
    ['the first day on which that time is not too soon', { date: '2026-03-09' }, { date: '2026-03-10' }],
    ['the next day, where today it is', { date: '2026-03-10', time: '14:00' }, { date: '2026-03-11' }],
    ['the nearest other time of the day', { time: '09:00' }, { time: '17:00' }],
    ['nothing, where there are times,', { time: '23:30' }, undefined],
  ])('%s is offered instead', async (_case, changes, instead) => {
    const question = { date: '2026-03-12', time: '19:00', partySize: 2 }
    const answer = await (await aRestaurant()).ask(changes)
    expect(answer.instead).toEqual(instead && { ...question, ...changes, ...instead })
  })

  test('where all is taken that day, the first of the next days with a table is offered; on none, nothing is', async () => {
    const onThursdays = JSON.stringify({ Thu: [{ opens: '19:00', closes: '20:00' }] })
    const restaurant = await aRestaurant({ seats: [2], merchant: { hours: onThursdays } })
    const { partner, merchant } = restaurant
    const client = await signedInClient(app, partner, (await newMember(app, partner)).id)
    await book(client, { merchantId: merchant.id, slotId: '20260312T2300Z', partySize: 2 })
    const nextThursday = { date: '2026-03-19', time: '19:00', partySize: 2 }
    const full = { state: 'none', slots: [], mayFree: true }
    expect(await restaurant.ask()).toEqual({ ...full, instead: nextThursday })
    await book(client, { merchantId: merchant.id, slotId: '20260319T2300Z', partySize: 2 })
    expect(await restaurant.ask()).toEqual(full)
  })

  test('a table may free only where guests are seated within an hour; the waitlist ends with the last seating', async () => {
    const hours = JSON.stringify({ Thu: [{ opens: '20:00', closes: '23:30' }] })
    const terms = { hasWaitlist: true, seatingMinutes: 240 }
    const restaurant = await aRestaurant({ seats: [2], merchant: { hours }, terms })
    const { partner, merchant } = restaurant
    const client = await signedInClient(app, partner, (await newMember(app, partner)).id)
    await book(client, { merchantId: merchant.id, slotId: '20260313T0000Z', partySize: 2 })
    const ways = async (asked: Parameters<typeof restaurant.ask>[0]) => {
      const { state, mayFree, hasWaitlist } = await restaurant.ask(asked)
      return [state, mayFree, hasWaitlist]
    }
    app.clock.set('2026-03-12T22:00:00Z')
    expect(await ways({ time: '19:00' })).toEqual(['none', true, true])
    expect(await ways({ time: '18:30' })).toEqual(['none', undefined, true])
    expect(await ways({ date: '2026-03-13' })).toEqual(['none', undefined, undefined])
    app.clock.set('2026-03-13T03:30:00Z')
    expect(await ways({ time: '23:45' })).toEqual(['too_close', undefined, undefined])
  })

  test('the last day that the partner allows', async () => {
    const restaurant = await aRestaurant()
    expect((await restaurant.ask({ date: '2027-03-10' })).state).toBe('available')
  })

  test('too far by the book where it looks less far ahead, too big by the partner where it takes fewer', async () => {
    const partner = app.newPartner({ settings: { reservations: { maxPartySize: 3 } } })
    const restaurant = await aRestaurant({ terms: { maxDaysAhead: 7 } }, partner)
    expect((await restaurant.ask({ date: '2026-03-18' })).state).toBe('too_far')
    expect((await restaurant.ask({ partySize: '4' })).state).toBe('too_big')
  })

  test.each([
    ['OpenTable keeps the book', { reservations: { provider: 'openTable' } }],
    ['no tables are booked', { reservations: { provider: 'none' } }],
  ])('none where %s', async (_case, settings) => {
    const restaurant = await aRestaurant({}, app.newPartner({ settings }))
    expect(await restaurant.ask()).toEqual({ state: 'none', slots: [] })
  })

  test('none where the restaurant keeps no book with us', async () => {
    const partner = app.newPartner()
    const merchant = await newMerchant(app, partner, { takesBookings: true })
    expect((await ask(newClient(app, partner), merchant.id)).json()).toEqual({ state: 'none', slots: [] })
  })
})

describe('what is no question', () => {
  test.each([
    ['the day before yesterday', { date: '2026-03-08' }, 'date'],
    ['the year one', { date: '0001-01-01' }, 'date'],
    ['no day', { date: '2026-02-30' }, 'date'],
    ['a day in words', { date: 'tomorrow' }, 'date'],
    ['no time', { time: '25:00' }, 'time'],
    ['no number of guests', { partySize: '' }, 'partySize'],
    ['a blank one', { partySize: ' ' }, 'partySize'],
    ['guests as machines count', { partySize: '0x10' }, 'partySize'],
    ['half a guest', { partySize: '2.5' }, 'partySize'],
    ['a guest in words', { partySize: 'two' }, 'partySize'],
    ['more than anyone can count', { partySize: '1e300' }, 'partySize'],
  ])('%s: 400 %j', async (_case, changes, field) => {
    const { client, merchant } = await aRestaurant()
    const response = await ask(client, merchant.id, changes)
    expect([response.statusCode, response.json().code]).toEqual([400, 'validation_failed'])
    expect(response.json().fieldErrors.map((error: { field: string }) => error.field)).toEqual([field])
  })

  test('unknown parameter: 400', async () => {
    const { client, merchant } = await aRestaurant()
    expect((await ask(client, merchant.id, { extra: '1' })).statusCode).toBe(400)
  })

  test.each(['nowhere', '__proto__', '%00', 'x'.repeat(101)])('a restaurant that is none: %s', async id => {
    const response = await ask(newClient(app, app.newPartner()), id)
    expect([400, 404]).toContain(response.statusCode)
  })

  test("another partner's restaurant: 404", async () => {
    const { merchant } = await aRestaurant()
    const response = await ask(newClient(app, app.newPartner()), merchant.id)
    expect(response.json().code).toBe('merchant_not_found')
  })
})
