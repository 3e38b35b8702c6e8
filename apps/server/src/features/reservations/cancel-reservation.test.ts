import { beforeEach, describe, expect, test } from 'vitest'
import { newMember } from '../../testing/factories.ts'
import { type BookOptions, book, joinProgramOf, newBookableMerchant } from '../../testing/restaurant-book.ts'
import { createTestApp } from '../../testing/test-app.ts'
import { signedInClient, type TestClient } from '../../testing/test-client.ts'

const app = await createTestApp()
beforeEach(() => app.clock.set('2026-03-10T18:00:00Z'))

/** This is Thursday at seven. */
const seven = '20260312T2300Z'
const path = '/api/Member/Reservations'

async function aReservation(options: BookOptions = {}) {
  const partner = app.newPartner()
  const merchant = await newBookableMerchant(app, partner, { seats: [2], ...options })
  const member = await newMember(app, partner)
  const client = await signedInClient(app, partner, member.id)
  const wish = { merchantId: merchant.id, slotId: seven, partySize: 2 }
  const { reservation } = (await book(client, wish)).json()
  return { partner, merchant, member, client, wish, reservation }
}

const cancel = (client: TestClient, id: string) => client.send('DELETE', `${path}/${id}`)
const mailsTo = (recipient: string) =>
  app.database.db.selectFrom('outgoingMails').selectAll().where('recipient', '=', recipient).execute()

describe('giving a table back', () => {
  test('frees it at once, and withdraws the bonus', async () => {
    const { client, reservation, partner, wish } = await aReservation({
      participation: { reservationBonus: 50 },
    })
    const response = await cancel(client, reservation.id)
    expect(response.json().reservation).toEqual({
      ...reservation,
      status: 'canceled',
      bonus: { amount: 50, status: 'withdrawn' },
      cancellableUntil: null,
      isChangeable: false,
    })
    const other = await signedInClient(app, partner, (await newMember(app, partner)).id)
    expect((await book(other, wish)).statusCode).toBe(200)
  })

  test('once more changes nothing, and writes no second mail', async () => {
    const { client, reservation, member } = await aReservation()
    const [first, second] = [await cancel(client, reservation.id), await cancel(client, reservation.id)]
    expect(second.json()).toEqual(first.json())
    const causes = (await mailsTo(member.email)).map(mail => mail.cause.split(':')[0])
    expect(causes.toSorted()).toEqual(['reservation-booked', 'reservation-canceled'])
  })

  test('until an hour before; then the restaurant is called', async () => {
    const { partner, member, reservation } = await aReservation()
    app.clock.set('2026-03-12T22:00:01Z')
    const client = await signedInClient(app, partner, member.id)
    expect((await cancel(client, reservation.id)).json().code).toBe('outside_cancellation_window')
    expect((await client.get(path)).json().items[0]).toMatchObject({
      status: 'booked',
      cancellableUntil: null,
    })
    app.clock.set('2026-03-12T22:00:00Z')
    expect((await cancel(client, reservation.id)).json().reservation.status).toBe('canceled')
  })

  test.each(['nothing', '__proto__', '%00', 'x'.repeat(100)])('that is none: 404 for %s', async id => {
    const { client } = await aReservation()
    expect((await cancel(client, id)).json().code).toBe('reservation_not_found')
  })

  test("another's, or another partner's: 404, and it stays", async () => {
    const { client, reservation, partner, merchant } = await aReservation()
    const elsewhere = app.newPartner()
    await joinProgramOf(app, elsewhere, merchant.id)
    for (const at of [partner, elsewhere]) {
      const stranger = await signedInClient(app, at, (await newMember(app, at)).id)
      expect((await cancel(stranger, reservation.id)).json().code).toBe('reservation_not_found')
      expect((await stranger.get(`${path}/${reservation.id}/Calendar`)).statusCode).toBe(404)
      expect((await stranger.get(path)).json().items).toEqual([])
    }
    expect((await client.get(path)).json().items).toEqual([reservation])
  })

  test('no anti-forgery token: 403', async () => {
    const { client, reservation } = await aReservation()
    const response = await client.send('DELETE', `${path}/${reservation.id}`, undefined, {})
    expect(response.json().code).toBe('csrf_invalid')
  })
})

describe('mails', () => {
  test('the confirmation says when, where, how many, and what to say at the door, in both its forms', async () => {
    const { member, reservation } = await aReservation({
      merchant: { name: 'Café <Zoë> & Sons' },
      participation: { reservationBonus: 50 },
    })
    const [mail] = await mailsTo(member.email)
    expect(mail?.subject).toBe('Your table at Café <Zoë> & Sons: Thursday, March 12, 2026 at 7:00 PM')
    for (const said of [
      'Thursday, March 12, 2026 at 7:00 PM',
      '2 guests',
      '12 Bleecker St, New York, NY 10012',
      reservation.confirmationCode,
      '50 points',
      'March 12, 2026 at 6:00 PM',
      '/account/reservations',
    ]) {
      expect(mail?.textBody).toContain(said)
      expect(mail?.htmlBody).toContain(said)
    }
    expect(mail?.htmlBody).toContain('Café &lt;Zoë&gt; &amp; Sons')
    expect(mail?.htmlBody).not.toContain('<Zoë>')
    expect(mail?.textBody).not.toMatch(/\{[a-z ]+\}/)
  })

  test('a table booked too late to be canceled in the account says whom to call', async () => {
    const { partner, wish } = await aReservation({ seats: [2, 4], merchant: { phone: '212-555-0142' } })
    const late = await newMember(app, partner)
    app.clock.set('2026-03-12T21:45:00Z')
    const client = await signedInClient(app, partner, late.id)
    expect((await book(client, { ...wish, slotId: '20260312T2230Z', partySize: 4 })).statusCode).toBe(200)
    const [mail] = await mailsTo(late.email)
    expect(mail?.textBody).toContain('too late to cancel')
    expect(mail?.textBody).not.toContain('you can cancel in your account until')
    expect(mail?.textBody).not.toMatch(/\{[a-z ]+\}/)
  })

  test('the cancellation says what is given back', async () => {
    const { member, client, reservation } = await aReservation()
    await cancel(client, reservation.id)
    const mail = (await mailsTo(member.email)).find(({ cause }) => cause.startsWith('reservation-canceled'))
    expect(mail?.subject).toBe('Canceled: Casa Lumen, Thursday, March 12, 2026 at 7:00 PM')
    expect(mail?.textBody).toContain('2 guests')
    expect(mail?.textBody).not.toMatch(/\{[a-z ]+\}/)
  })

  test('a booking that is refused writes none', async () => {
    const { partner, wish } = await aReservation()
    const late = await newMember(app, partner)
    await book(await signedInClient(app, partner, late.id), wish)
    expect(await mailsTo(late.email)).toEqual([])
  })
})

describe('in a calendar', () => {
  const lines = (file: string) => file.replace(/\r\n[ \t]/g, '').split('\r\n')

  test('the event is whole, and keeps its id when it is canceled', async () => {
    const { client, reservation } = await aReservation({ merchant: { name: 'Zoë, Bar; Grill \\ 1' } })
    const response = await client.get(`${path}/${reservation.id}/Calendar`)
    expect(response.headers['content-type']).toBe('text/calendar; charset=utf-8')
    expect(response.headers['cache-control']).toBe('no-store')
    const booked = lines(response.body)
    expect(booked).toEqual(
      expect.arrayContaining([
        'BEGIN:VCALENDAR',
        'BEGIN:VEVENT',
        'DTSTAMP:20260310T180000Z',
        'DTSTART:20260312T230000Z',
        'DTEND:20260313T003000Z',
        'SUMMARY:Your table at Zoë\\, Bar\\; Grill \\\\ 1',
        'LOCATION:12 Bleecker St\\, New York\\, NY 10012',
        'STATUS:CONFIRMED',
        'END:VEVENT',
        'END:VCALENDAR',
      ]),
    )
    expect(booked.find(line => line.startsWith('ORGANIZER'))).toBe(
      'ORGANIZER;CN="Skyward Dining":MAILTO:dining@skyward.example',
    )
    await cancel(client, reservation.id)
    const canceled = lines((await client.get(`${path}/${reservation.id}/Calendar`)).body)
    expect(canceled).toEqual(expect.arrayContaining(['STATUS:CANCELLED', 'METHOD:CANCEL', 'SEQUENCE:1']))
    const uid = (file: string[]) => file.find(line => line.startsWith('UID:'))
    expect(uid(canceled)).toBe(uid(booked))
  })

  test('lines are folded by octets, and letters of several are left whole', async () => {
    const name = 'Phở Sunday 🍜 '.repeat(8).trim()
    const { client, reservation } = await aReservation({ merchant: { name } })
    const { body } = await client.get(`${path}/${reservation.id}/Calendar`)
    expect(Math.max(...body.split('\r\n').map(line => Buffer.byteLength(line)))).toBe(75)
    expect(lines(body)).toContain(`SUMMARY:Your table at ${name}`)
  })
})

describe('the list', () => {
  test.each(['', '/{id}/Calendar'])('a parameter that means nothing is refused by its name: %s', async at => {
    const { client, reservation } = await aReservation()
    const response = await client.get(`${path}${at.replace('{id}', reservation.id)}?status=booked`)
    expect([response.statusCode, response.json().fieldErrors[0].field]).toEqual([400, 'status'])
  })

  test('those to come first, then those that were', async () => {
    const { client, wish, partner, member } = await aReservation()
    for (const slotId of ['20260310T2300Z', '20260320T2300Z', '20260315T2300Z'])
      await book(client, { ...wish, slotId })
    app.clock.set('2026-03-11T06:00:00Z')
    const again = await signedInClient(app, partner, member.id)
    const days = (await again.get(path))
      .json()
      .items.map((one: { startsAt: string }) => one.startsAt.slice(8, 10))
    expect(days).toEqual(['12', '15', '20', '10'])
  })
})
