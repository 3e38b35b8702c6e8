import type { Partner } from '@dineward/core/partner/partner.ts'
import { beforeEach, describe, expect, test } from 'vitest'
import { newMember } from '../../../testing/factories.ts'
import {
  type BookOptions,
  banFromBooking,
  book,
  joinProgramOf,
  newBookableMerchant,
} from '../../../testing/restaurant-book.ts'
import { createTestApp } from '../../../testing/test-app.ts'
import { newClient, signedInClient, type TestClient, tokenHeader } from '../../../testing/test-client.ts'
import { findBan } from '../reservations.repository.ts'
import { bookingBanVersion, setMemberBookingBan } from '../reservations.service.ts'

const app = await createTestApp()
/** It is Tuesday, two in the afternoon in New York. */
beforeEach(() => app.clock.set('2026-03-10T18:00:00Z'))

/** This is Thursday at seven. */
const seven = '20260312T2300Z'

async function aMember(partner: Partner, overrides: object = {}) {
  const member = await newMember(app, partner, overrides)
  return { member, client: await signedInClient(app, partner, member.id) }
}

async function aTable(options: BookOptions = {}) {
  const partner = app.newPartner()
  const merchant = await newBookableMerchant(app, partner, options)
  const wish = { merchantId: merchant.id, slotId: seven, partySize: 2 }
  return { partner, merchant, wish, ...(await aMember(partner)) }
}

const list = async (client: TestClient) => (await client.get('/api/Member/Reservations')).json().items

describe('booking a table', () => {
  test('answers the reservation, which is then on the list', async () => {
    const { client, wish, merchant } = await aTable({ participation: { reservationBonus: 50 } })
    const response = await book(client, wish)
    expect(response.statusCode).toBe(200)
    const { reservation } = response.json()
    expect(reservation).toMatchObject({
      merchantId: merchant.id,
      merchantName: 'Casa Lumen',
      address: '12 Bleecker St, New York, NY 10012',
      startsAt: '2026-03-12T19:00:00-04:00',
      endsAt: '2026-03-12T20:30:00-04:00',
      timezone: 'America/New_York',
      partySize: 2,
      status: 'booked',
      bonus: { amount: 50, status: 'pending' },
      cancellableUntil: '2026-03-12T18:00:00-04:00',
    })
    expect(reservation.confirmationCode).toMatch(/^[A-Z0-9]{6}$/)
    expect(await list(client)).toEqual([reservation])
  })

  test('less than six hours ahead earns no bonus', async () => {
    const { client, wish } = await aTable({ participation: { reservationBonus: 50 } })
    const response = await book(client, { ...wish, slotId: '20260310T2300Z' })
    expect(response.json().reservation.bonus).toBeNull()
  })

  test.each([
    ['taken a moment ago', { slotId: seven }, 400, 'slot_unavailable'],
    ['off the grid', { slotId: '20260312T2310Z' }, 400, 'slot_unavailable'],
    ['when it is closed', { slotId: '20260312T1500Z' }, 400, 'slot_unavailable'],
    ['in the past', { slotId: '20260309T2300Z' }, 400, 'slot_unavailable'],
    ['past the year', { slotId: '20270312T2300Z' }, 400, 'slot_unavailable'],
    ['that is none', { slotId: 'abc' }, 400, 'slot_unavailable'],
    ['called __proto__', { slotId: '__proto__' }, 400, 'slot_unavailable'],
    ['of ten thousand characters', { slotId: 'x'.repeat(10_000) }, 400, 'validation_failed'],
    ['party of zero', { partySize: 0 }, 400, 'validation_failed'],
    ['negative party', { partySize: -1 }, 400, 'validation_failed'],
    ['for a million', { partySize: 1_000_000 }, 400, 'validation_failed'],
    ['for half a guest', { partySize: 2.5 }, 400, 'validation_failed'],
    ['for two in words', { partySize: '2' }, 400, 'validation_failed'],
    ['nowhere', { merchantId: 'nowhere' }, 404, 'merchant_not_found'],
    ['nowhere at length', { merchantId: 'x'.repeat(10_000) }, 400, 'validation_failed'],
    ['unknown field', { price: 1 }, 400, 'validation_failed'],
    ['unknown hold', { holdId: 'x' }, 400, 'lease_expired'],
  ])('%s is refused, and nothing is booked', async (_case, changes, status, code) => {
    const { client, wish, partner } = await aTable({ seats: [2] })
    if (code === 'slot_unavailable') await book((await aMember(partner)).client, wish)
    const response = await book(client, { ...wish, ...changes })
    expect([response.statusCode, response.json().code]).toEqual([status, code])
    expect(await list(client)).toEqual([])
  })

  test.each([
    ['no key', {}],
    ['an empty key', { 'idempotency-key': '' }],
    ['a key of 101 characters', { 'idempotency-key': 'x'.repeat(101) }],
    ['a key with odd characters', { 'idempotency-key': 'a b' }],
  ])('%s: 400 that names the header', async (_case, headers) => {
    const { client, wish } = await aTable()
    const response = await client.send('POST', '/api/Member/Reservations', wish, {
      ...(await tokenHeader(client)),
      ...headers,
    })
    expect(response.json()).toMatchObject({
      code: 'validation_failed',
      fieldErrors: [{ field: 'Idempotency-Key' }],
    })
  })

  test('anonymous: 401; no anti-forgery token: 403; closed account: 403', async () => {
    const { partner, wish, client } = await aTable()
    expect((await book(newClient(app, partner), wish)).statusCode).toBe(401)
    const headers = { 'idempotency-key': 'a' }
    expect((await client.send('POST', '/api/Member/Reservations', wish, headers)).json().code).toBe(
      'csrf_invalid',
    )
    const closed = { memberType: 'ClosedAccountMember', closedAt: app.clock.now() }
    expect((await book((await aMember(partner, closed)).client, wish)).json().code).toBe('forbidden')
  })

  test('where OpenTable keeps the book, nothing is booked here', async () => {
    const partner = app.newPartner({ settings: { reservations: { provider: 'openTable' } } })
    const merchant = await newBookableMerchant(app, partner)
    const { client } = await aMember(partner)
    const wish = { merchantId: merchant.id, slotId: seven, partySize: 2 }
    expect((await book(client, wish)).json().code).toBe('reservation_failed')
  })
})

describe('limits of a member', () => {
  test('a second table at the restaurant within two hours overlaps, one two hours later does not', async () => {
    const { client, wish } = await aTable({ terms: { slotMinutes: 15 } })
    await book(client, wish)
    for (const slotId of [seven, '20260313T0045Z', '20260312T2115Z']) {
      const response = await book(client, { ...wish, slotId })
      expect(response.json()).toMatchObject({
        code: 'reservation_overlap',
        message: expect.stringContaining('within two hours'),
      })
    }
    expect((await book(client, { ...wish, slotId: '20260313T0100Z' })).statusCode).toBe(200)
  })

  test('two at once for the same hour: one', async () => {
    const { client, wish } = await aTable()
    await tokenHeader(client)
    const codes = (await Promise.all([book(client, wish), book(client, wish)])).map(
      response => response.json().code ?? 'booked',
    )
    expect(codes.toSorted()).toEqual(['booked', 'reservation_overlap'])
  })

  test('an hour that was given back is free for another table', async () => {
    const { client, wish } = await aTable()
    const { id } = (await book(client, wish)).json().reservation
    await client.send('DELETE', `/api/Member/Reservations/${id}`)
    expect((await book(client, wish)).statusCode).toBe(200)
  })

  test('whose account the booking provider has deactivated: fraud, at this partner only', async () => {
    const { client, wish, member } = await aTable()
    await banFromBooking(app, member)
    expect((await book(client, wish)).json().code).toBe('reservation_user_fraud')
    const held = await client.send('POST', '/api/Member/Reservations/Holds', wish)
    expect(held.json().code).toBe('reservation_user_fraud')
  })

  test('is banned and allowed again', async () => {
    const { client, wish, member, partner } = await aTable()
    const actor = { kind: 'system', name: 'operator' } as const
    const set = async (banned: boolean) =>
      setMemberBookingBan(
        { ...app.context(partner), actor },
        {
          memberId: member.id,
          banned,
          version: bookingBanVersion(
            await findBan(app.database.db, { partnerId: partner.slug, memberId: member.id }),
          ),
          reason: 'Never came.',
        },
      )
    await set(true)
    expect((await book(client, wish)).json().code).toBe('reservation_user_fraud')
    await set(false)
    expect((await book(client, wish)).statusCode).toBe(200)
  })

  test('twelve tables ahead are enough', async () => {
    const { client, wish } = await aTable()
    const evenings = Array.from({ length: 13 }, (_, i) => `202603${12 + i}T2300Z`)
    const codes: string[] = []
    for (const slotId of evenings)
      codes.push((await book(client, { ...wish, slotId })).json().code ?? 'booked')
    expect(codes).toEqual([...Array.from({ length: 12 }, () => 'booked'), 'reservation_limit_reached'])
  })
})

describe('the same key', () => {
  test('answers the same reservation, and writes one mail', async () => {
    const { client, wish, member } = await aTable()
    const [first, second] = [await book(client, wish, 'once'), await book(client, wish, 'once')]
    expect(second.json()).toEqual(first.json())
    expect(await list(client)).toHaveLength(1)
    const mails = await app.database.db
      .selectFrom('outgoingMails')
      .select('id')
      .where('recipient', '=', member.email)
      .execute()
    expect(mails).toHaveLength(1)
  })

  test('for something else is a conflict, also in the hold that is named', async () => {
    const { client, wish } = await aTable()
    await book(client, wish, 'once')
    for (const change of [{ partySize: 3 }, { slotId: '20260313T2300Z' }, { holdId: 'x' }])
      expect((await book(client, { ...wish, ...change }, 'once')).json().code).toBe('idempotency_conflict')
  })

  test('after a refusal books', async () => {
    const { client, wish, partner } = await aTable({ seats: [2] })
    const other = await aMember(partner)
    const { id } = (await book(other.client, wish)).json().reservation
    expect((await book(client, wish, 'again')).json().code).toBe('slot_unavailable')
    await other.client.send('DELETE', `/api/Member/Reservations/${id}`)
    expect((await book(client, wish, 'again')).statusCode).toBe(200)
  })

  test('of another member, or of another partner’s, is another key', async () => {
    const { client, wish, partner, merchant } = await aTable({ seats: [2, 2, 2] })
    const elsewhere = app.newPartner()
    await joinProgramOf(app, elsewhere, merchant.id)
    const clients = [client, (await aMember(partner)).client, (await aMember(elsewhere)).client]
    const ids = new Set<string>()
    for (const one of clients) ids.add((await book(one, wish, 'mine')).json().reservation.id)
    expect(ids.size).toBe(3)
  })

  test('still answers when the restaurant has left the program meanwhile', async () => {
    const { client, wish, partner } = await aTable()
    const first = await book(client, wish, 'once')
    await app.database.db.deleteFrom('merchantParticipations').where('partnerId', '=', partner.slug).execute()
    expect((await book(client, wish, 'once')).json()).toEqual(first.json())
  })
})
