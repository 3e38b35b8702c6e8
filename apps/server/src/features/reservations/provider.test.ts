import { tmpdir } from 'node:os'
import { beforeEach, describe, expect, test } from 'vitest'
import {
  type BookingGateway,
  type BookingRefusal,
  BookingRefused,
  type ProviderBooking,
} from '../../gateways/booking.ts'
import { newMember } from '../../testing/factories.ts'
import { book, newBookableMerchant } from '../../testing/restaurant-book.ts'
import { createTestApp, testGateways } from '../../testing/test-app.ts'
import { signedInClient, type TestClient } from '../../testing/test-client.ts'

/*
 * The provider behind the port is in memory, and able to do all that providers do. It reads our database in every call,
 * which on the embedded one hangs as soon as it is called inside a transaction.
 */

const behavior: {
  refuse: BookingRefusal | null
  fail: 'down' | 'slow' | 'garbage' | 'lostAnswer' | null
} = { refuse: null, fail: null }
const lines: string[] = []
const bookings = new Map<string, ProviderBooking>()
const canceled = new Set<string>()

const provider: BookingGateway = {
  // Short only where it is to be missed: a busy machine is slow enough by itself.
  get deadlineMs() {
    return behavior.fail === 'slow' ? 50 : 30_000
  },
  async availability() {
    await meet()
    if (behavior.fail === 'garbage') return [{ startsAt: 'soon' as unknown as Date }]
    const times = [
      '2026-03-12T22:45:00Z',
      '2026-03-12T23:00:00Z',
      '2026-03-12T23:20:30Z',
      '2026-03-01T23:00:00Z',
    ]
    return times.map(time => ({ startsAt: new Date(time) }))
  },
  async hold() {
    await meet()
    if (behavior.fail === 'garbage') return {} as never
    return { leaseId: 'lease-1', expiresAt: new Date('2026-03-10T18:02:00Z') }
  },
  async book({ token, startsAt }) {
    await meet()
    if (behavior.fail === 'garbage') return { bookingId: '<b>', startsAt, endsAt: startsAt } as never
    const before = bookings.get(token)
    const booking = before ?? {
      bookingId: `ot-${bookings.size + 1}`,
      startsAt,
      endsAt: new Date(startsAt.getTime() + 105 * 60_000),
      confirmationCode: `C${bookings.size + 1}`,
    }
    bookings.set(token, booking)
    if (behavior.fail === 'lostAnswer') {
      behavior.fail = null
      throw new Error('socket hang up')
    }
    return booking
  },
  async cancel({ bookingId }) {
    await meet()
    canceled.add(bookingId)
  },
}

async function meet(): Promise<void> {
  await app.database.db.selectFrom('merchants').select('id').limit(1).execute()
  if (behavior.refuse) throw new BookingRefused(behavior.refuse)
  if (behavior.fail === 'down') throw new Error('ECONNREFUSED')
  if (behavior.fail === 'slow') await new Promise(resolve => setTimeout(resolve, 60_000).unref())
}

const app = await createTestApp({
  gateways: { ...testGateways(tmpdir()), bookings: { openTable: provider } },
  logLevel: 'warn',
  logStream: { write: line => void lines.push(line) },
})
beforeEach(() => {
  app.clock.set('2026-03-10T18:00:00Z')
  Object.assign(behavior, { refuse: null, fail: null })
  bookings.clear()
  canceled.clear()
})

async function aTable() {
  const partner = app.newPartner({ settings: { reservations: { provider: 'openTable' } } })
  const merchant = await newBookableMerchant(app, partner, { merchant: { openTableId: '123456' } })
  const client = await signedInClient(app, partner, (await newMember(app, partner)).id)
  return { client, wish: { merchantId: merchant.id, slotId: '20260312T2300Z', partySize: 2 } }
}

const list = async (client: TestClient) => (await client.get('/api/Member/Reservations')).json().items
const ask = (client: TestClient, merchantId: string) =>
  client.get(`/api/v2/Merchants/${merchantId}/Availability?date=2026-03-12&time=19:00&partySize=2`)

describe('a provider that keeps the book', () => {
  test('its times are shown, apart from those that are past or no whole minutes', async () => {
    const { client, wish } = await aTable()
    expect((await ask(client, wish.merchantId)).json()).toEqual({
      state: 'available',
      slots: [
        { slotId: '20260312T2245Z', startsAt: '2026-03-12T18:45:00-04:00', bonus: null },
        { slotId: '20260312T2300Z', startsAt: '2026-03-12T19:00:00-04:00', bonus: null },
      ],
    })
  })

  test('holds, books and gives back there, and here it is on the list', async () => {
    const { client, wish } = await aTable()
    const { hold } = (await client.send('POST', '/api/Member/Reservations/Holds', wish)).json()
    const { reservation } = (await book(client, { ...wish, holdId: hold.id })).json()
    expect(reservation).toMatchObject({ confirmationCode: 'C1', endsAt: '2026-03-12T20:45:00-04:00' })
    expect(await list(client)).toEqual([reservation])
    const response = await client.send('DELETE', `/api/Member/Reservations/${reservation.id}`)
    expect(response.json().reservation.status).toBe('canceled')
    expect([...canceled]).toEqual(['ot-1'])
  })

  test.each([
    ['slot_unavailable', 'slot_unavailable'],
    ['already_booked_by_member', 'reservation_overlap'],
    ['lease_expired', 'lease_expired'],
    ['user_fraud', 'reservation_user_fraud'],
    ['not_bookable', 'reservation_failed'],
  ] as const)('refuses: %s -> %s, nothing stored', async (reason, code) => {
    const { client, wish } = await aTable()
    behavior.refuse = reason
    const response = await book(client, wish)
    expect([response.statusCode, response.json().code]).toEqual([400, code])
    expect(await list(client)).toEqual([])
  })

  test('does not take a table back any more: it stays booked', async () => {
    const { client, wish } = await aTable()
    const { id } = (await book(client, wish)).json().reservation
    behavior.refuse = 'outside_cancellation_window'
    const response = await client.send('DELETE', `/api/Member/Reservations/${id}`)
    expect(response.json().code).toBe('outside_cancellation_window')
    expect((await list(client))[0].status).toBe('booked')
  })
})

describe.each(['down', 'slow', 'garbage'] as const)('a provider that is %s', fail => {
  test('every call is answered 503 in time, nothing is lost, and the list still works', async () => {
    const { client, wish } = await aTable()
    const { id } = (await book(client, wish)).json().reservation
    const other = { ...wish, slotId: '20260314T2300Z' }
    behavior.fail = fail
    const answers = [
      await ask(client, wish.merchantId),
      await client.send('POST', '/api/Member/Reservations/Holds', other),
      await book(client, other),
    ]
    expect(answers.map(answer => [answer.statusCode, answer.json().code])).toEqual(
      answers.map(() => [503, 'unavailable']),
    )
    expect((await list(client)).map((one: { id: string }) => one.id)).toEqual([id])
    expect(lines.join('')).toContain('booking provider failed')
    expect(lines.join('')).not.toContain('database')
  })
})

test('an answer that was lost: the same key hears of the same booking', async () => {
  const { client, wish } = await aTable()
  behavior.fail = 'lostAnswer'
  expect((await book(client, wish, 'once')).statusCode).toBe(503)
  expect(await list(client)).toEqual([])
  const again = await book(client, wish, 'once')
  expect(again.json().reservation.confirmationCode).toBe('C1')
  expect((await book(client, wish, 'once')).json()).toEqual(again.json())
  expect([bookings.size, (await list(client)).length]).toEqual([1, 1])
})
