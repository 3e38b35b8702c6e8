import type { Partner } from '@dineward/core/partner/partner.ts'
import { beforeEach, describe, expect, test } from 'vitest'
import { newMember } from '../../../testing/factories.ts'
import { guestSettings, newGuestTable } from '../../../testing/guest-table.ts'
import { banFromBooking } from '../../../testing/restaurant-book.ts'
import { createTestApp } from '../../../testing/test-app.ts'
import { signedInClient, tokenHeader } from '../../../testing/test-client.ts'
import { takeOverGuestTables } from './take-over.service.ts'

const app = await createTestApp()
/** It is Tuesday, two in the afternoon in New York. */
beforeEach(() => app.clock.set('2026-03-10T18:00:00Z'))

const aGuest = (options: { partner?: Partner } = {}) =>
  newGuestTable(app, { partner: app.newPartner({ settings: guestSettings }), ...options })

const takeOver = (partner: Partner, memberId: string) =>
  app.database.db.transaction().execute(db => takeOverGuestTables({ ...app.context(partner), db }, memberId))

const tablesOf = async (partner: Partner, memberId: string) =>
  (await (await signedInClient(app, partner, memberId)).get('/api/Member/Reservations')).json().items

describe('a guest who joins', () => {
  test('address confirmed -> their table, with code, notes and bonus; the mailed link has ended', async () => {
    const { partner, email, client, token, reservation } = await aGuest()
    const { id } = await newMember(app, partner, { email })
    await takeOver(partner, id)
    expect(await tablesOf(partner, id)).toMatchObject([
      {
        startsAt: reservation.startsAt,
        confirmationCode: reservation.confirmationCode,
        notes: 'By the window',
        status: 'booked',
        bonus: { amount: 50, status: 'pending' },
      },
    ])
    expect((await client.get(`/api/Guests/Reservations?token=${token}`)).statusCode).toBe(404)
  })

  test('theirs -> the table stays taken until they cancel it', async () => {
    const { partner, email, merchantId } = await aGuest()
    const { id } = await newMember(app, partner, { email })
    await takeOver(partner, id)
    const client = await signedInClient(app, partner, id)
    const times = `/api/v2/Merchants/${merchantId}/Availability?date=2026-03-12&time=19:00&partySize=2`
    const free = async () =>
      (await client.get(times)).json().slots.map(({ slotId }: { slotId: string }) => slotId)
    expect(await free()).not.toContain('20260312T2300Z')
    const [{ id: reservationId }] = await tablesOf(partner, id)
    expect((await client.send('DELETE', `/api/Member/Reservations/${reservationId}`)).statusCode).toBe(200)
    expect(await free()).toContain('20260312T2300Z')
  })

  test('less than six hours ahead -> theirs, without a bonus', async () => {
    const { partner, email } = await aGuest()
    const { id } = await newMember(app, partner, { email })
    app.clock.set('2026-03-12T18:00:00Z')
    await takeOver(partner, id)
    expect(await tablesOf(partner, id)).toMatchObject([{ bonus: null }])
  })

  test.each([
    ['address not confirmed', { emailConfirmedAt: null }],
    ['another address', { email: 'someone.else@example.com' }],
  ])('%s -> the guest keeps it', async (_case, changes) => {
    const { partner, email, client, token } = await aGuest()
    const { id } = await newMember(app, partner, { email, ...changes })
    await takeOver(partner, id)
    expect(await tablesOf(partner, id)).toEqual([])
    expect((await client.get(`/api/Guests/Reservations?token=${token}`)).statusCode).toBe(200)
  })

  test('banned, or at another partner -> the guest keeps it', async () => {
    const { partner, email, client, token } = await aGuest()
    const banned = await newMember(app, partner, { email })
    await banFromBooking(app, banned)
    await takeOver(partner, banned.id)
    expect(await tablesOf(partner, banned.id)).toEqual([])
    const elsewhere = app.newPartner({ settings: guestSettings })
    const stranger = await newMember(app, elsewhere, { email })
    await takeOver(elsewhere, stranger.id)
    expect(await tablesOf(elsewhere, stranger.id)).toEqual([])
    expect((await client.get(`/api/Guests/Reservations?token=${token}`)).statusCode).toBe(200)
  })

  test('canceled by the link, or the meal has begun -> not theirs', async () => {
    const canceled = await aGuest()
    await canceled.client.send('POST', '/api/Guests/Reservations/Cancel', { token: canceled.token })
    const begun = await aGuest({ partner: canceled.partner })
    const members = [
      await newMember(app, canceled.partner, { email: canceled.email }),
      await newMember(app, canceled.partner, { email: begun.email }),
    ]
    app.clock.set('2026-03-12T23:30:00Z')
    for (const { id } of members) {
      await takeOver(canceled.partner, id)
      expect(await tablesOf(canceled.partner, id)).toEqual([])
    }
  })

  test('five sign-ins and a cancellation at once -> one table, canceled or theirs', async () => {
    const { partner, email, client, token } = await aGuest()
    const { id } = await newMember(app, partner, { email })
    const headers = await tokenHeader(client)
    const canceling = client.send('POST', '/api/Guests/Reservations/Cancel', { token }, headers)
    await Promise.all(Array.from({ length: 5 }, () => takeOver(partner, id)))
    const canceled = await canceling
    const tables = await tablesOf(partner, id)
    expect([canceled.statusCode, tables.length]).toBeOneOf([
      [200, 0],
      [404, 1],
    ])
  })
})

describe('by the link', () => {
  const claim = async (partner: Partner, memberId: string, token: string) =>
    (await signedInClient(app, partner, memberId)).send('POST', '/api/Member/GuestReservations', { token })

  test('a member with another address -> theirs; once more, or in two tabs -> once', async () => {
    const { partner, token, reservation } = await aGuest()
    const { id } = await newMember(app, partner)
    const answers = await Promise.all([claim(partner, id, token), claim(partner, id, token)])
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 404])
    expect(await tablesOf(partner, id)).toMatchObject([{ confirmationCode: reservation.confirmationCode }])
  })

  test('canceled -> refused; made up, or of another partner -> not found; a banned member -> refused', async () => {
    const { partner, client, token } = await aGuest()
    const member = await newMember(app, partner)
    const elsewhere = app.newPartner({ settings: guestSettings })
    const stranger = await newMember(app, elsewhere)
    expect((await claim(elsewhere, stranger.id, token)).statusCode).toBe(404)
    expect((await claim(partner, member.id, 'made-up')).statusCode).toBe(404)
    const banned = await newMember(app, partner)
    await banFromBooking(app, banned)
    expect((await claim(partner, banned.id, token)).json()).toMatchObject({ code: 'reservation_user_fraud' })
    await client.send('POST', '/api/Guests/Reservations/Cancel', { token })
    expect((await claim(partner, member.id, token)).json()).toMatchObject({ code: 'reservation_failed' })
  })
})
