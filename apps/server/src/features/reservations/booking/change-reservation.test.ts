import { beforeEach, describe, expect, test } from 'vitest'
import { newMember } from '../../../testing/factories.ts'
import {
  type BookOptions,
  banFromBooking,
  book,
  newBookableMerchant,
} from '../../../testing/restaurant-book.ts'
import { createTestApp } from '../../../testing/test-app.ts'
import { signedInClient, type TestClient } from '../../../testing/test-client.ts'

const app = await createTestApp()
beforeEach(() => app.clock.set('2026-03-10T18:00:00Z'))

/** These are times of Thursday evening. */
const [six, seven, half, eight] = [
  '20260312T2200Z',
  '20260312T2300Z',
  '20260312T2330Z',
  '20260313T0000Z',
] as const
const path = '/api/Member/Reservations'

async function aReservation(options: BookOptions = {}) {
  const partner = app.newPartner()
  const merchant = await newBookableMerchant(app, partner, { seats: [2], ...options })
  const member = await newMember(app, partner)
  const client = await signedInClient(app, partner, member.id)
  const wish = { merchantId: merchant.id, slotId: seven, partySize: 2 }
  const { reservation } = (await book(client, wish)).json()
  const stranger = await signedInClient(app, partner, (await newMember(app, partner)).id)
  return { partner, merchant, member, client, wish, reservation, stranger }
}

const change = (client: TestClient, id: string, body: object, headers?: Record<string, string>) =>
  client.send('PUT', `${path}/${id}`, body, headers)
const items = async (client: TestClient) => (await client.get(path)).json().items
const mailsTo = (recipient: string) =>
  app.database.db.selectFrom('outgoingMails').selectAll().where('recipient', '=', recipient).execute()

describe('changing a booking', () => {
  test('to a time that its own table covers: keeps id and code, and frees the old time', async () => {
    const { client, reservation, stranger, wish } = await aReservation()
    const response = await change(client, reservation.id, { slotId: eight, partySize: 2 })
    expect(response.json().reservation).toEqual({
      ...reservation,
      startsAt: '2026-03-12T20:00:00-04:00',
      endsAt: '2026-03-12T21:30:00-04:00',
      cancellableUntil: '2026-03-12T19:00:00-04:00',
    })
    expect(await items(client)).toEqual([response.json().reservation])
    expect((await book(stranger, { ...wish, slotId: six })).statusCode).toBe(200)
  })

  test('of the party: takes a table that is large enough', async () => {
    const { client, reservation } = await aReservation({ seats: [2, 6] })
    const response = await change(client, reservation.id, { slotId: seven, partySize: 5 })
    expect(response.json().reservation.partySize).toBe(5)
  })

  test('to a time that is taken: refused, and the booking stays as it was', async () => {
    const { client, reservation, stranger, wish } = await aReservation({ seats: [2, 4] })
    await book(stranger, { ...wish, slotId: half, partySize: 4 })
    const response = await change(client, reservation.id, { slotId: half, partySize: 4 })
    expect(response.json().code).toBe('slot_unavailable')
    expect(await items(client)).toEqual([reservation])
    expect((await book(stranger, { ...wish, slotId: '20260314T2300Z' })).statusCode).toBe(200)
  })

  test('to what it is: changes nothing and writes no mail', async () => {
    const { client, reservation, member } = await aReservation()
    const response = await change(client, reservation.id, { slotId: seven, partySize: 2 })
    expect(response.json().reservation).toEqual(reservation)
    expect((await mailsTo(member.email)).map(({ cause }) => cause.split(':')[0])).toEqual([
      'reservation-booked',
    ])
  })

  test('near another table of the member: refused', async () => {
    const { client, reservation, wish } = await aReservation({ seats: [2, 2] })
    await book(client, { ...wish, slotId: '20260314T2300Z' })
    const response = await change(client, reservation.id, { slotId: '20260314T2330Z', partySize: 2 })
    expect(response.json().code).toBe('reservation_overlap')
  })

  test.each([
    ['no slot', { slotId: 'soon', partySize: 2 }, 'slot_unavailable'],
    ['a past time', { slotId: '20260309T2300Z', partySize: 2 }, 'slot_unavailable'],
    ['a time of another zone', { slotId: '2026-03-12T19:00:00+09:00', partySize: 2 }, 'slot_unavailable'],
    ['a party of none', { slotId: eight, partySize: 0 }, 'validation_failed'],
    ['a party that is too large', { slotId: eight, partySize: 19 }, 'validation_failed'],
    ['a party in words', { slotId: eight, partySize: 'two' }, 'validation_failed'],
  ])('to %s: refused', async (_, body, code) => {
    const { client, reservation } = await aReservation()
    expect((await change(client, reservation.id, body)).json().code).toBe(code)
    expect(await items(client)).toEqual([reservation])
  })

  test('within an hour of it: the restaurant is called', async () => {
    const { partner, member, reservation } = await aReservation()
    app.clock.set('2026-03-12T22:00:01Z')
    const client = await signedInClient(app, partner, member.id)
    const response = await change(client, reservation.id, { slotId: eight, partySize: 2 })
    expect(response.json().code).toBe('outside_cancellation_window')
  })

  test('of a canceled booking: refused', async () => {
    const { client, reservation } = await aReservation()
    await client.send('DELETE', `${path}/${reservation.id}`)
    const response = await change(client, reservation.id, { slotId: eight, partySize: 2 })
    expect(response.json().code).toBe('reservation_failed')
  })

  test('by a banned member: refused', async () => {
    const { client, reservation, member, partner } = await aReservation()
    await banFromBooking(app, { partnerId: partner.slug, id: member.id })
    const response = await change(client, reservation.id, { slotId: eight, partySize: 2 })
    expect(response.json().code).toBe('reservation_user_fraud')
  })

  test('of another member or partner: 404; without an anti-forgery token: 403', async () => {
    const { client, reservation, stranger } = await aReservation()
    const elsewhere = app.newPartner()
    const outsider = await signedInClient(app, elsewhere, (await newMember(app, elsewhere)).id)
    for (const other of [stranger, outsider])
      expect((await change(other, reservation.id, { slotId: eight, partySize: 2 })).statusCode).toBe(404)
    const forged = await change(client, reservation.id, { slotId: eight, partySize: 2 }, {})
    expect(forged.json().code).toBe('csrf_invalid')
    expect(await items(client)).toEqual([reservation])
  })
})

describe('times to change to', () => {
  test('the own table counts as free, and the time that one has is among them', async () => {
    const { client, stranger, reservation, merchant } = await aReservation()
    const question = 'Availability?date=2026-03-12&time=19:00&partySize=2'
    const starts = async (at: string) =>
      (await client.get(`${at}/${question}`)).json().slots.map(({ slotId }: { slotId: string }) => slotId)
    const mine = `${path}/${reservation.id}`
    expect(await starts(mine)).toEqual(expect.arrayContaining([six, seven, eight]))
    expect(await starts(`/api/v2/Merchants/${merchant.id}`)).not.toContain(seven)
    expect((await stranger.get(`${mine}/${question}`)).json().code).toBe('reservation_not_found')
  })
})

describe('the booking bonus of a changed booking', () => {
  test('stays as promised for a later day, also where the restaurant now gives less', async () => {
    const { client, reservation, merchant, partner } = await aReservation({
      participation: { reservationBonus: 50 },
    })
    await app.database.db
      .updateTable('merchantParticipations')
      .set({ reservationBonus: 20 })
      .where('partnerId', '=', partner.slug)
      .where('merchantId', '=', merchant.id)
      .execute()
    const response = await change(client, reservation.id, { slotId: '20260314T2300Z', partySize: 2 })
    expect(response.json().reservation.bonus).toEqual({ amount: 50, status: 'pending' })
  })

  test('ends where the new time is less than six hours ahead, and the mail says so', async () => {
    const { client, reservation, member } = await aReservation({ participation: { reservationBonus: 50 } })
    const response = await change(client, reservation.id, { slotId: '20260310T2300Z', partySize: 2 })
    expect(response.json().reservation.bonus).toBeNull()
    const mail = (await mailsTo(member.email)).find(({ cause }) => cause.startsWith('reservation-changed'))
    expect(mail?.subject).toBe('Changed: your table at Casa Lumen, Tuesday, March 10, 2026 at 7:00 PM')
    expect(mail?.textBody).toContain(
      'It replaces your table for 2 guests on Thursday, March 12, 2026 at 7:00 PM.',
    )
    expect(mail?.textBody).toContain('50 points')
    expect(mail?.textBody).not.toMatch(/\{[a-z ]+\}/)
  })

  test('stays for another party at the same time, however late', async () => {
    const { partner, member, reservation } = await aReservation({
      seats: [4],
      participation: { reservationBonus: 50 },
    })
    app.clock.set('2026-03-12T20:00:00Z')
    const client = await signedInClient(app, partner, member.id)
    const response = await change(client, reservation.id, { slotId: seven, partySize: 3 })
    expect(response.json().reservation.bonus).toEqual({ amount: 50, status: 'pending' })
  })
})

test('calendar: each change and the cancellation raise the sequence of the same event', async () => {
  const { client, reservation } = await aReservation()
  const sequence = async () =>
    /SEQUENCE:(\d+)/.exec((await client.get(`${path}/${reservation.id}/Calendar`)).body)?.[1]
  expect(await sequence()).toBe('0')
  await change(client, reservation.id, { slotId: eight, partySize: 2 })
  await change(client, reservation.id, { slotId: six, partySize: 2 })
  expect(await sequence()).toBe('2')
  await client.send('DELETE', `${path}/${reservation.id}`)
  expect(await sequence()).toBe('3')
})

describe('what the restaurant is told', () => {
  const told = { occasion: 'birthday', notes: 'A quiet corner,\nplease. <b>', allergies: 'Peanuts' }

  test('is kept with the booking, and changed with it or without', async () => {
    const { partner, wish } = await aReservation({ seats: [2, 2] })
    const client = await signedInClient(app, partner, (await newMember(app, partner)).id)
    const { reservation } = (await book(client, { ...wish, ...told })).json()
    expect(reservation).toMatchObject(told)
    const moved = await change(client, reservation.id, { slotId: eight, partySize: 2, notes: '' })
    expect(moved.json().reservation).toMatchObject({ ...told, notes: '' })
    const renamed = await change(client, reservation.id, { slotId: eight, partySize: 2, occasion: null })
    expect(renamed.json().reservation).toMatchObject({ occasion: null, allergies: 'Peanuts' })
  })

  test.each([
    ['notes that are too long', { notes: 'x'.repeat(501) }, 'notes'],
    ['allergies that are too long', { allergies: 'x'.repeat(201) }, 'allergies'],
    ['a control character', { notes: 'a\u0007b' }, 'notes'],
    ['a text that is reversed', { allergies: 'a\u202Eb' }, 'allergies'],
    ['another occasion', { occasion: 'funeral' }, 'occasion'],
  ])('with %s: 400', async (_, requests, field) => {
    const { client, reservation, wish } = await aReservation()
    for (const response of [
      await change(client, reservation.id, { slotId: eight, partySize: 2, ...requests }),
      await book(client, { ...wish, slotId: '20260315T2300Z', ...requests }),
    ])
      expect([response.statusCode, response.json().fieldErrors[0].field]).toEqual([400, field])
  })
})

test('times near an own table: the answer says when that is, to its member only', async () => {
  const { client, stranger, merchant } = await aReservation({ seats: [2, 2] })
  const times = `/api/v2/Merchants/${merchant.id}/Availability?date=2026-03-12&time=20:00&partySize=2`
  expect((await client.get(times)).json().ownTables).toEqual(['2026-03-12T19:00:00-04:00'])
  expect((await stranger.get(times)).json().ownTables).toBeUndefined()
})
