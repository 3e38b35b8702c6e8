import type { Partner } from '@dineward/core/partner/partner.ts'
import { beforeEach, describe, expect, test } from 'vitest'
import { newMember } from '../../../testing/factories.ts'
import { longTest } from '../../../testing/long-test.ts'
import {
  type BookOptions,
  book,
  joinProgramOf,
  newBookableMerchant,
} from '../../../testing/restaurant-book.ts'
import { createTestApp } from '../../../testing/test-app.ts'
import { signedInClient, type TestClient } from '../../../testing/test-client.ts'
import { offerFreedTables } from './offer-tables.service.ts'

const app = await createTestApp()
/** A run offers tables at all restaurants. */
beforeEach(async () => {
  app.clock.set('2026-03-10T18:00:00Z')
  await app.database.db.deleteFrom('tableAlerts').execute()
})

const seven = '20260312T2300Z'
const path = '/api/Member/TableAlerts'
const evening = { date: '2026-03-12', from: '18:30', to: '19:30', partySize: 2 }

async function aMember(partner: Partner) {
  const member = await newMember(app, partner)
  return { member, client: await signedInClient(app, partner, member.id) }
}

/** Its one table is booked at seven. */
async function aFullRestaurant(options: BookOptions = {}) {
  const partner = app.newPartner()
  const { id: merchantId } = await newBookableMerchant(app, partner, { seats: [2], ...options })
  const owner = await aMember(partner)
  const table = { merchantId, slotId: seven, partySize: 2 }
  const { reservation } = (await book(owner.client, table)).json()
  const wish = { merchantId, ...evening }
  return { partner, merchantId, owner, table, reservation, wish }
}

const offer = () => offerFreedTables(app.context(app.newPartner()), app.partners)
const cancel = (client: TestClient, { id }: { id: string }) =>
  client.send('DELETE', `/api/Member/Reservations/${id}`)
const ask = (client: TestClient, wish: object) => client.send('POST', path, wish)
const items = async (client: TestClient) => (await client.get(path)).json().items
const offersTo = async (recipient: string) =>
  (
    await app.database.db
      .selectFrom('outgoingMails')
      .select(['cause', 'subject', 'textBody'])
      .where('recipient', '=', recipient)
      .where('cause', 'like', 'table-offer:%')
      .execute()
  ).map(({ subject, textBody }) => ({ subject, textBody }))

describe('a table alert', () => {
  test('is listed with its place in the queue, and removed', async () => {
    const { partner, wish } = await aFullRestaurant()
    const [first, second] = [await aMember(partner), await aMember(partner)]
    const response = await ask(first.client, wish)
    expect([response.statusCode, response.json().alert]).toEqual([
      201,
      {
        id: expect.any(String),
        kind: 'alert',
        merchantId: wish.merchantId,
        merchantName: 'Casa Lumen',
        ...evening,
        position: 1,
        estimateMinutes: null,
        offer: null,
      },
    ])
    expect((await ask(second.client, wish)).json().alert.position).toBe(2)
    expect(await items(first.client)).toEqual([response.json().alert])
    for (let times = 0; times < 2; times++)
      expect((await first.client.send('DELETE', `${path}?id=${response.json().alert.id}`)).statusCode).toBe(
        200,
      )
    expect(await items(first.client)).toEqual([])
    expect((await items(second.client))[0].position).toBe(1)
  })

  test('the same again keeps its place, another party for that evening replaces it', async () => {
    const { partner, wish } = await aFullRestaurant({ seats: [2, 4] })
    const { client } = await aMember(partner)
    const { alert } = (await ask(client, wish)).json()
    expect((await ask(client, wish)).json().alert.id).toBe(alert.id)
    await ask(client, { ...wish, partySize: 4 })
    expect((await items(client)).map((one: { partySize: number }) => one.partySize)).toEqual([4])
  })

  test.each([
    ['a day that is over', { date: '2026-03-08' }, 'date'],
    ['a day 400 days ahead', { date: '2027-04-14' }, 'date'],
    ['February 30', { date: '2026-02-30' }, 'date'],
    ['a window that ends before it begins', { from: '20:00', to: '18:00' }, 'to'],
    ['hours at which it is closed', { from: '08:00', to: '09:00' }, 'date'],
    ['a time that is none', { from: '24:00' }, 'from'],
    ['a party of none', { partySize: 0 }, 'partySize'],
    ['a party of 19', { partySize: 19 }, 'partySize'],
    ['a party in words', { partySize: 'two' }, 'partySize'],
  ])('for %s: 400', async (_, changes, field) => {
    const { partner, wish } = await aFullRestaurant()
    const { client } = await aMember(partner)
    const response = await ask(client, { ...wish, ...changes })
    expect([response.statusCode, response.json().fieldErrors?.[0].field]).toEqual([400, field])
    expect(await items(client)).toEqual([])
  })

  test('at a time of an own table, or at the eleventh restaurant: refused', async () => {
    const { owner, wish, partner } = await aFullRestaurant()
    expect((await ask(owner.client, wish)).json().code).toBe('reservation_overlap')
    const { client } = await aMember(partner)
    for (let day = 13; day < 23; day++) await ask(client, { ...wish, date: `2026-03-${day}` })
    expect((await ask(client, wish)).json().code).toBe('table_alert_limit_reached')
  })

  test('of another member or partner is neither seen nor removed; without a token: 403', async () => {
    const { partner, wish } = await aFullRestaurant()
    const { client } = await aMember(partner)
    const { alert } = (await ask(client, wish)).json()
    const stranger = await aMember(partner)
    const outsider = await aMember(app.newPartner())
    for (const other of [stranger.client, outsider.client]) {
      expect(await items(other)).toEqual([])
      await other.send('DELETE', `${path}?id=${alert.id}`)
    }
    expect((await outsider.client.send('POST', path, wish)).statusCode).toBe(404)
    expect((await client.send('POST', path, wish, {})).json().code).toBe('csrf_invalid')
    expect(await items(client)).toEqual([alert])
  })
})

describe('a freed table', () => {
  test('two wait: the first is told and has it for ten minutes, then the second', async () => {
    const { partner, owner, reservation, wish, table } = await aFullRestaurant()
    const [first, second] = [await aMember(partner), await aMember(partner)]
    await ask(first.client, wish)
    await ask(second.client, wish)
    expect(await offer()).toBe(0)
    await cancel(owner.client, reservation)
    expect(await offer()).toBe(1)
    expect(await offer()).toBe(0)
    const [mail] = await offersTo(first.member.email)
    expect(mail?.subject).toBe('A table opened up at Casa Lumen: Thursday, March 12, 2026 at 6:30 PM')
    expect(mail?.textBody).toContain('date=2026-03-12&time=18%3A30&partySize=2&slot=20260312T2230Z#reserve')
    expect(mail?.textBody).not.toMatch(/\{[a-z ]+\}/)
    expect(await offersTo(second.member.email)).toEqual([])
    expect((await items(first.client))[0].offer).toEqual({
      slotId: '20260312T2230Z',
      startsAt: '2026-03-12T18:30:00-04:00',
      expiresAt: '2026-03-10T14:10:00-04:00',
    })
    expect((await book(second.client, table)).json().code).toBe('slot_unavailable')

    app.clock.set('2026-03-10T18:10:01Z')
    expect(await offer()).toBe(1)
    expect(await offersTo(second.member.email)).toHaveLength(1)
    expect((await book(second.client, { ...table, slotId: '20260312T2230Z' })).statusCode).toBe(200)
    expect(await items(second.client)).toEqual([])

    app.clock.set('2026-03-10T18:30:00Z')
    expect(await offer()).toBe(0)
    expect(await offersTo(first.member.email)).toHaveLength(1)
  })

  test('its dialog finds the hold, and books that table', async () => {
    const { partner, owner, reservation, wish, merchantId } = await aFullRestaurant()
    const { client } = await aMember(partner)
    await ask(client, wish)
    await cancel(owner.client, reservation)
    await offer()
    const chosen = { merchantId, slotId: '20260312T2230Z', partySize: 2 }
    const times = `/api/v2/Merchants/${merchantId}/Availability?date=2026-03-12&time=18:30&partySize=2`
    const found = (await client.get(times)).json().slots.map(({ slotId }: { slotId: string }) => slotId)
    expect(found).toContain(chosen.slotId)
    const { hold } = (await client.send('POST', '/api/Member/Reservations/Holds', chosen)).json()
    expect(hold.expiresAt).toBe('2026-03-10T18:10:00.000Z')
    expect((await book(client, { ...chosen, holdId: hold.id })).statusCode).toBe(200)
    expect(await items(client)).toEqual([])
  })

  test('the alert is removed: the table goes to the next one', async () => {
    const { partner, owner, reservation, wish } = await aFullRestaurant()
    const [first, second] = [await aMember(partner), await aMember(partner)]
    const { alert } = (await ask(first.client, wish)).json()
    await ask(second.client, wish)
    await cancel(owner.client, reservation)
    await offer()
    await first.client.send('DELETE', `${path}?id=${alert.id}`)
    expect(await offer()).toBe(1)
    expect(await offersTo(second.member.email)).toHaveLength(1)
  })

  test('by a change of a booking, for a member of another program', async () => {
    const { owner, reservation, wish } = await aFullRestaurant()
    const elsewhere = app.newPartner()
    await joinProgramOf(app, elsewhere, wish.merchantId)
    const other = await aMember(elsewhere)
    await ask(other.client, wish)
    await owner.client.send('PUT', `/api/Member/Reservations/${reservation.id}`, {
      slotId: '20260314T2300Z',
      partySize: 2,
    })
    expect(await offer()).toBe(1)
    expect(await offersTo(other.member.email)).toHaveLength(1)
  })

  test('after the evening: nothing is offered any more', async () => {
    const { partner, owner, reservation, wish } = await aFullRestaurant()
    const { client, member } = await aMember(partner)
    await ask(client, wish)
    await cancel(owner.client, reservation)
    app.clock.set('2026-03-12T23:31:00Z')
    expect(await offer()).toBe(0)
    expect(await offersTo(member.email)).toEqual([])
  })

  test('two runs at once: one table once', async () => {
    const { partner, owner, reservation, wish } = await aFullRestaurant()
    const waiting = [await aMember(partner), await aMember(partner), await aMember(partner)]
    for (const { client } of waiting) await ask(client, wish)
    await cancel(owner.client, reservation)
    await Promise.all([offer(), offer(), offer()])
    const told = await Promise.all(waiting.map(async ({ member }) => (await offersTo(member.email)).length))
    expect(told).toEqual([1, 0, 0])
  })
})

test('1,000 wait: told in the order of asking, none twice, each table once', longTest, async () => {
  const { partner, owner, reservation, merchantId } = await aFullRestaurant()
  const { db } = app.database
  const { member } = await aMember(partner)
  const template = await db
    .selectFrom('members')
    .selectAll()
    .where('partnerId', '=', partner.slug)
    .where('id', '=', member.id)
    .executeTakeFirstOrThrow()
  const numbers = Array.from({ length: 1_000 }, (_, i) => String(i).padStart(4, '0'))
  for (const number of numbers) {
    const email = `${number}@example.com`
    await db
      .insertInto('members')
      .values({ ...template, id: `m${number}`, email, signInName: email, memberNumber: null })
      .execute()
  }
  await db
    .insertInto('tableAlerts')
    .values(
      numbers.map(number => ({
        id: `a${number}`,
        partnerId: partner.slug,
        memberId: `m${number}`,
        merchantId,
        kind: 'alert' as const,
        evening: evening.date,
        windowStart: new Date('2026-03-12T22:30:00Z'),
        windowEnd: new Date('2026-03-12T23:30:00Z'),
        partySize: 2,
        askedAt: app.clock.now(),
      })),
    )
    .execute()
  await cancel(owner.client, reservation)
  for (let round = 0; round < 5; round++) {
    expect(await offer()).toBe(1)
    app.clock.advance(10 * 60_000 + 1_000)
  }
  const mails = await db
    .selectFrom('outgoingMails')
    .select('recipient')
    .where('partnerId', '=', partner.slug)
    .where('cause', 'like', 'table-offer:%')
    .orderBy('createdAt')
    .execute()
  expect(mails.map(({ recipient }) => recipient)).toEqual(
    numbers.slice(0, 5).map(number => `${number}@example.com`),
  )
})

describe('the waitlist of the evening', () => {
  const waitlist = '/api/Member/Waitlist'

  test('says place and estimate, and offers the next table', async () => {
    const { partner, merchantId } = await aFullRestaurant({
      terms: { hasWaitlist: true, seatingMinutes: 120 },
    })
    app.clock.set('2026-03-12T22:00:00Z')
    const [first, second] = [await aMember(partner), await aMember(partner)]
    const join = ({ client }: typeof first) => client.send('POST', waitlist, { merchantId, partySize: 2 })
    const response = await join(first)
    expect([response.statusCode, response.json().alert]).toMatchObject([
      201,
      { kind: 'waitlist', date: '2026-03-12', to: '22:00', position: 1, estimateMinutes: 60 },
    ])
    expect((await join(second)).json().alert).toMatchObject({ position: 2, estimateMinutes: 120 })
    expect((await join(first)).json().alert.id).toBe(response.json().alert.id)
    expect(await offer()).toBe(1)
    expect((await items(first.client))[0].offer.startsAt).toBe('2026-03-12T21:00:00-04:00')
    expect((await items(second.client))[0].offer).toBeNull()
  })

  test('none at this restaurant, or the evening is over: refused', async () => {
    const [without, late] = [await aFullRestaurant(), await aFullRestaurant({ terms: { hasWaitlist: true } })]
    const refused = async ({ partner, merchantId }: typeof late) => {
      const { client } = await aMember(partner)
      return (await client.send('POST', waitlist, { merchantId, partySize: 2 })).json().code
    }
    expect(await refused(without)).toBe('reservation_failed')
    app.clock.set('2026-03-13T03:00:00Z')
    expect(await refused(late)).toBe('reservation_failed')
  })
})
