import { bookingProvider, hasEnrollment } from '@dineward/core/partner/partner-questions.ts'
import { createTestApp } from '@dineward/server/testing/test-app.ts'
import { newClient, signedInClient } from '@dineward/server/testing/test-client.ts'
import { beforeAll, describe, expect, test } from 'vitest'
import { demoMemberId } from './demo-accounts.ts'
import { loadDemoWorld } from './load-demo-world.ts'

const app = await createTestApp({}, { ownDatabase: true })
const { db } = app.database
const partners = app.partners.all()
const booking = partners.filter(partner => bookingProvider(partner) === 'book' && hasEnrollment(partner))

const { gateways } = app.context(partners[0]!)
const world = { database: app.database, clock: app.clock, partners: app.partners, gateways }

beforeAll(() => loadDemoWorld(world, booking, { report: () => {} }))

test('restaurant that takes bookings: has a book with tables; others have none', async () => {
  const restaurants = await db.selectFrom('merchants').select(['id', 'takesBookings']).execute()
  const books = await db.selectFrom('restaurantBooks').selectAll().execute()
  const tables = await db.selectFrom('restaurantTables').selectAll().execute()
  expect(books.map(({ merchantId }) => merchantId).toSorted()).toEqual(
    restaurants
      .filter(({ takesBookings }) => takesBookings)
      .map(({ id }) => id)
      .toSorted(),
  )
  for (const { merchantId, maxPartySize } of books) {
    const seats = tables.filter(table => table.merchantId === merchantId).map(table => table.seats)
    expect(Math.max(...seats)).toBe(maxPartySize)
  }
})

test('partners with the built-in book: at least one', () => {
  expect(booking.length).toBeGreaterThanOrEqual(2)
})

describe.each(booking.map(partner => [partner.slug, partner] as const))('at %s', (_slug, partner) => {
  test('member: upcoming, past and canceled bookings', async () => {
    const client = await signedInClient(app, partner, demoMemberId(partner, 'member'))
    const { items } = (await client.get('/api/Member/Reservations')).json()
    const now = app.clock.now().toISOString()
    const upcoming = items.filter((one: { startsAt: string }) => new Date(one.startsAt).toISOString() > now)
    expect([items.length, upcoming.length]).toEqual([5, 2])
    expect(items.filter((one: { status: string }) => one.status === 'canceled')).toHaveLength(1)
  })

  test('free tables: some with a bonus where the partner gives one', async () => {
    const rows = await db
      .selectFrom('merchants')
      .innerJoin('merchantParticipations as terms', 'terms.merchantId', 'merchants.id')
      .select(['merchants.id', 'terms.reservationBonus'])
      .where('takesBookings', '=', true)
      .where('terms.partnerId', '=', partner.slug)
      .where('terms.leftOn', 'is', null)
      .where('terms.joinedOn', '<', '2026-01-01')
      .orderBy('merchants.id')
      .limit(20)
      .execute()
    const client = newClient(app, partner)
    const states = await Promise.all(
      rows.map(async ({ id }) => {
        const query = 'date=2026-03-13&time=19:00&partySize=2'
        return (await client.get(`/api/v2/Merchants/${id}/Availability?${query}`)).json()
      }),
    )
    expect(states.filter(({ state }) => state === 'available').length).toBeGreaterThan(10)
    const earning = states
      .flatMap(({ slots }) => slots)
      .some((slot: { bonus: number | null }) => slot.bonus !== null)
    expect(earning).toBe(partner.settings.hasReservationBonus)
  })
})
