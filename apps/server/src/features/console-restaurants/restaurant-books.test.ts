import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { consoleClient } from '../../testing/access/console-for-test.ts'
import { bookForTest } from '../../testing/access/console-restaurants-cases.ts'
import { auditedEntries } from '../../testing/audit-entries.ts'
import { newMember, newMerchant } from '../../testing/factories.ts'
import { guestSettings, newGuestTable } from '../../testing/guest-table.ts'
import { longTest } from '../../testing/long-test.ts'
import { mailTexts } from '../../testing/mail-texts.ts'
import { book, everyEvening, joinProgramOf, newBookableMerchant } from '../../testing/restaurant-book.ts'
import { createTestApp } from '../../testing/test-app.ts'
import { signedInClient } from '../../testing/test-client.ts'

const app = await createTestApp()
const { db } = app.database
const settings = { reservations: { provider: 'book' as const } }
const reason = 'The kitchen is closed'

async function newBooking(partner = app.newPartner({ settings }), merchantId?: string) {
  const member = await newMember(app, partner)
  const merchant = merchantId ? { id: merchantId } : await newBookableMerchant(app, partner)
  const site = await signedInClient(app, partner, member.id)
  const date = new Date(app.clock.now().getTime() + 2 * 86_400_000).toISOString().slice(0, 10)
  const times = await site.get(
    `/api/v2/Merchants/${merchant.id}/Availability?date=${date}&time=19:00&partySize=2`,
  )
  const [{ slotId }] = times.json().slots
  const booked = await book(site, { merchantId: merchant.id, slotId, partySize: 2 })
  return { partner, member, merchant, date, reservation: booked.json().reservation }
}

test(
  'a first book -> members find times; a smaller one -> booked tables stay until they are free',
  longTest,
  async () => {
    const partner = app.newPartner({ settings })
    const { id } = await newMerchant(app, partner, { hours: everyEvening })
    const client = await consoleClient(app, 'restaurants', partner.slug)
    const url = `/api/Console/Restaurants/${id}/Book`
    expect((await client.get(url)).json()).toEqual({ book: null })
    const { book: saved } = (await client.send('PUT', url, { version: null, ...bookForTest })).json()
    expect(saved).toMatchObject({ ...bookForTest, leavingTables: [] })
    await newBooking(partner, id)
    const fewer = { ...bookForTest, tables: [{ seats: 4, count: 1 }] }
    const { book: after } = (await client.send('PUT', url, { version: saved.version, ...fewer })).json()
    expect(after).toMatchObject({ tables: fewer.tables, leavingTables: [{ tableNo: 1, seats: 2 }] })
    expect((await client.send('PUT', url, { version: saved.version, ...fewer })).statusCode).toBe(409)
    const tooLarge = { ...fewer, terms: { ...fewer.terms, maxPartySize: 8 }, version: after.version }
    const refused = await client.send('PUT', url, tooLarge)
    expect([refused.statusCode, refused.json().fieldErrors[0].field]).toEqual([400, 'maxPartySize'])
    expect((await auditedEntries(app, id)).map(({ action }) => action)).toEqual([
      'book.change',
      'book.change',
    ])
  },
)

test('the book of a day -> reservations of the own programs, tables of all', async () => {
  const { partner, merchant, member, date, reservation } = await newBooking()
  const other = app.newPartner({ settings })
  await joinProgramOf(app, other, merchant.id)
  await newBooking(other, merchant.id)
  const client = await consoleClient(app, 'restaurants', partner.slug)
  const day = (await client.get(`/api/Console/Restaurants/${merchant.id}/Reservations?date=${date}`)).json()
  expect(day).toMatchObject({ date, timezone: 'America/New_York', tablesTaken: 2 })
  expect(day.reservations).toMatchObject([
    { id: reservation.id, partner: partner.slug, memberId: null, partySize: 2, canCancel: true },
  ])
  expect((await client.get(`/api/Console/Restaurants/${merchant.id}/Reservations`)).json()).toMatchObject({
    reservations: [],
  })
  const support = await consoleClient(app, 'support', partner.slug)
  const seen = (await support.get(`/api/Console/Restaurants/${merchant.id}/Reservations?date=${date}`)).json()
  expect(seen.reservations[0].memberId).toBe(member.id)
})

test('cancel -> the table is free, the member gets a mail, audited without names; once', async () => {
  const { partner, member, merchant, reservation } = await newBooking()
  const client = await consoleClient(app, 'restaurants', partner.slug)
  const url = `/api/Console/Reservations/${reservation.id}/Cancel`
  const body = { partner: partner.slug, reason }
  expect((await client.send('POST', url, { ...body, reason: '' })).statusCode).toBe(400)
  expect((await client.send('POST', url, body)).json()).toEqual({ canceled: true })
  expect((await client.send('POST', url, body)).json()).toEqual({ canceled: false })
  const slots = await db
    .selectFrom('tableSlots')
    .select('slotAt')
    .where('merchantId', '=', merchant.id)
    .execute()
  expect(slots).toEqual([])
  const mails = await db
    .selectFrom('outgoingMails')
    .select('cause')
    .where('partnerId', '=', partner.slug)
    .where('cause', '=', `reservation-canceled:${reservation.id}`)
    .execute()
  expect(mails).toHaveLength(1)
  const [entry] = await auditedEntries(app, reservation.id)
  expect(entry).toMatchObject({ action: 'booking.cancel', partnerId: partner.slug, reason })
  expect(JSON.stringify(entry)).not.toContain(member.email)
})

test('cancel a guest -> free, told by mail, audited without names; once; listed for support', async () => {
  const {
    partner,
    merchantId,
    client: site,
    token,
    email,
    reservation,
  } = await newGuestTable(app, {
    partner: app.newPartner({ settings: guestSettings }),
  })
  const reservations = `/api/Console/Restaurants/${merchantId}/Reservations?date=${reservation.startsAt.slice(0, 10)}`
  const url = `/api/Console/Reservations/${reservation.id}/Cancel`
  const body = { partner: partner.slug, reason }
  const reader = await consoleClient(app, 'support', partner.slug)
  const listed = (await reader.get(reservations)).json().reservations
  expect(listed).toMatchObject([{ id: reservation.id, guestName: 'Iris Vale', memberId: null }])
  const stranger = app.newPartner()
  const elsewhere = await consoleClient(app, 'restaurants', stranger.slug)
  expect((await elsewhere.send('POST', url, { partner: stranger.slug, reason })).statusCode).toBe(404)
  const staff = await consoleClient(app, 'restaurants', partner.slug)
  expect((await staff.get(reservations)).json().reservations).toMatchObject([{ canCancel: true }])
  expect((await staff.send('POST', url, body)).json()).toEqual({ canceled: true })
  expect((await staff.send('POST', url, body)).json()).toEqual({ canceled: false })
  const seen = (await site.get(`/api/Guests/Reservations?token=${token}`)).json()
  expect(seen.reservation.status).toBe('canceled')
  expect((await mailTexts(app, email)).filter(text => text.includes('canceled'))).toHaveLength(1)
  const [entry] = await auditedEntries(app, reservation.id)
  expect(entry).toMatchObject({ action: 'booking.cancel', partnerId: partner.slug, reason })
  expect(JSON.stringify(entry)).not.toContain(email)
})

test('cancel: one of another program, unknown, or over -> refused', async () => {
  const { partner, reservation } = await newBooking()
  const other = app.newPartner()
  const stranger = await consoleClient(app, 'restaurants', other.slug)
  const url = `/api/Console/Reservations/${reservation.id}/Cancel`
  for (const slug of [partner.slug, other.slug])
    expect((await stranger.send('POST', url, { partner: slug, reason })).statusCode).toBe(404)
  const unknown = `/api/Console/Reservations/${randomUUID()}/Cancel`
  expect((await stranger.send('POST', unknown, { partner: other.slug, reason })).statusCode).toBe(404)
  const start = app.clock.now()
  try {
    app.clock.advance(3 * 86_400_000)
    const later = await consoleClient(app, 'restaurants', partner.slug)
    const late = await later.send('POST', url, { partner: partner.slug, reason })
    expect([late.statusCode, late.json().code]).toEqual([400, 'outside_cancellation_window'])
  } finally {
    app.clock.set(start)
  }
})
