import { randomUUID } from 'node:crypto'
import type { Partner } from '@dineward/core/partner/partner.ts'
import { beforeEach, describe, expect, test } from 'vitest'
import { newMember } from '../../../testing/factories.ts'
import { mailTexts } from '../../../testing/mail-texts.ts'
import { banFromBooking, joinProgramOf, newBookableMerchant } from '../../../testing/restaurant-book.ts'
import { createTestApp } from '../../../testing/test-app.ts'
import { newClient, type TestClient, tokenHeader } from '../../../testing/test-client.ts'

const app = await createTestApp()
/** It is Tuesday, two in the afternoon in New York. */
beforeEach(() => app.clock.set('2026-03-10T18:00:00Z'))

/** This is Thursday at seven. */
const seven = '20260312T2300Z'
const nine = '20260313T0100Z'

const newProgram = (guests: 'none' | 'email' | 'phone' | 'both' = 'email') =>
  app.newPartner({ settings: { reservations: { provider: 'book', guests } } })

/** Each visitor has an address of the network of its own: calls are limited by it. */
let visitors = 0
const newVisitor = (partner: Partner) => newClient(app, partner, `10.0.0.${++visitors}`)

async function aVisitor({ seats = [2, 4] }: { seats?: readonly number[] } = {}) {
  const partner = newProgram()
  const { id: merchantId } = await newBookableMerchant(app, partner, { seats })
  const client = newVisitor(partner)
  const email = `iris.${randomUUID().slice(0, 8)}@example.com`
  const wish = { merchantId, slotId: seven, partySize: 2, name: 'Iris Vale', email }
  return { partner, merchantId, client, email, wish }
}

async function codesMailedTo(email: string): Promise<string[]> {
  const texts = await mailTexts(app, email)
  return texts.flatMap(text => /\b\d{6}\b/.exec(text) ?? [])
}

async function codeFor(client: TestClient, email: string): Promise<string> {
  const before = await codesMailedTo(email)
  const response = await client.send('POST', '/api/Guests/Codes', { email })
  expect(response.statusCode).toBe(202)
  return (await codesMailedTo(email)).find(code => !before.includes(code))!
}

async function book(client: TestClient, body: object, key: string = randomUUID()) {
  const headers = { ...(await tokenHeader(client)), 'idempotency-key': key }
  return client.send('POST', '/api/Guests/Reservations', body, headers)
}

async function tokenMailedTo(email: string): Promise<string> {
  const texts = await mailTexts(app, email)
  return texts.flatMap(text => /booking\?token=([\w-]+)/.exec(text)?.[1] ?? []).at(-1)!
}

async function aBooking(options: { seats?: readonly number[] } = {}) {
  const visitor = await aVisitor(options)
  const code = await codeFor(visitor.client, visitor.email)
  const response = await book(visitor.client, { ...visitor.wish, code })
  expect(response.statusCode).toBe(200)
  return { ...visitor, reservation: response.json().reservation, token: await tokenMailedTo(visitor.email) }
}

const open = (client: TestClient, token: string) => client.get(`/api/Guests/Reservations?token=${token}`)
const cancel = (client: TestClient, token: string) =>
  client.send('POST', '/api/Guests/Reservations/Cancel', { token })

describe('booking as a guest', () => {
  test('code from the mail -> booked, without a bonus; the mailed link opens it', async () => {
    const { client, merchantId, reservation, token } = await aBooking()
    expect(reservation).toMatchObject({ merchantId, partySize: 2, status: 'booked', bonus: null })
    expect((await open(client, token)).json()).toEqual({ reservation })
  })

  test('the same key and body again -> the same booking; another body -> refused', async () => {
    const { client, email, wish } = await aVisitor()
    const body = { ...wish, code: await codeFor(client, email) }
    const first = await book(client, body, 'one')
    expect((await book(client, body, 'one')).json()).toEqual(first.json())
    const other = await book(client, { ...body, slotId: nine }, 'one')
    expect(other.json()).toMatchObject({ code: 'idempotency_conflict' })
  })

  test.each([
    [
      'used before',
      async ({ client, wish }: Wrong, code: string) => book(client, { ...wish, slotId: nine, code }),
    ],
    [
      'of another address',
      async ({ client, wish }: Wrong, code: string) =>
        book(client, { ...wish, email: 'x@example.com', code }),
    ],
  ] as const)('code %s -> refused', async (_case, attempt) => {
    const visitor = await aVisitor()
    const code = await codeFor(visitor.client, visitor.email)
    await book(visitor.client, { ...visitor.wish, code })
    const refused = await attempt(visitor, code)
    expect(refused.statusCode).toBe(400)
    expect(refused.json()).toMatchObject({ code: 'email_code_invalid' })
  })

  test('code expired, or right after five wrong ones -> refused', async () => {
    const { client, email, wish } = await aVisitor()
    const expired = await codeFor(client, email)
    app.clock.advance(11 * 60_000)
    expect((await book(client, { ...wish, code: expired })).json()).toMatchObject({
      code: 'email_code_invalid',
    })
    const right = await codeFor(client, email)
    const wrong = right === '000000' ? '111111' : '000000'
    for (let tries = 0; tries < 5; tries++) await book(client, { ...wish, code: wrong })
    expect((await book(client, { ...wish, code: right })).json()).toMatchObject({
      code: 'email_code_invalid',
    })
  })

  test('table gone meanwhile -> the code still books another one', async () => {
    const { client, email, wish, partner, merchantId } = await aVisitor({ seats: [2] })
    const other = newVisitor(partner)
    const code = await codeFor(client, email)
    const otherCode = await codeFor(other, 'first@example.com')
    await book(other, { ...wish, email: 'first@example.com', code: otherCode })
    expect((await book(client, { ...wish, code })).json()).toMatchObject({ code: 'slot_unavailable' })
    expect((await book(client, { ...wish, merchantId, slotId: nine, code })).statusCode).toBe(200)
  })

  test('six codes in an hour -> five mails', async () => {
    const { partner, email } = await aVisitor()
    for (let calls = 0; calls < 6; calls++)
      expect((await newVisitor(partner).send('POST', '/api/Guests/Codes', { email })).statusCode).toBe(202)
    expect(await mailTexts(app, email)).toHaveLength(5)
  })

  test('ten at once for the last table -> one books it', async () => {
    const { partner, wish } = await aVisitor({ seats: [2] })
    const ready = []
    for (let count = 0; count < 10; count++) {
      const client = newVisitor(partner)
      const email = `guest${count}.${wish.email}`
      ready.push({ client, body: { ...wish, email, code: await codeFor(client, email) } })
    }
    const outcomes = await Promise.all(ready.map(({ client, body }) => book(client, body)))
    expect(outcomes.map(response => response.json().code ?? 'booked').toSorted()).toEqual([
      'booked',
      ...Array.from({ length: 9 }, () => 'slot_unavailable'),
    ])
  })
})

type Wrong = Awaited<ReturnType<typeof aVisitor>>

describe('limits are those of members', () => {
  test('a second table there within two hours -> overlap', async () => {
    const { client, email, wish } = await aBooking()
    const code = await codeFor(client, email)
    const refused = await book(client, { ...wish, slotId: '20260313T0000Z', code })
    expect(refused.json()).toMatchObject({ code: 'reservation_overlap' })
  })

  test('the address of a banned member -> refused', async () => {
    const { client, partner, wish } = await aVisitor()
    const member = await newMember(app, partner)
    await banFromBooking(app, member)
    const code = await codeFor(client, member.email)
    const refused = await book(client, { ...wish, email: member.email, code })
    expect(refused.json()).toMatchObject({ code: 'reservation_user_fraud' })
  })

  test.each([
    [{ partySize: 0 }, 'partySize'],
    [{ partySize: 19 }, 'partySize'],
    [{ name: ' ' }, 'name'],
    [{ email: 'iris@' }, 'email'],
    [{ code: '12345' }, 'code'],
  ])('%j -> 400 at its field', async (change, field) => {
    const { client, email, wish } = await aVisitor()
    const code = await codeFor(client, email)
    const refused = await book(client, { ...wish, code, ...change })
    expect(refused.statusCode).toBe(400)
    expect(refused.json()).toMatchObject({ code: 'validation_failed', fieldErrors: [{ field }] })
  })

  test('a partner that books for members only -> 404', async () => {
    const client = newVisitor(newProgram('none'))
    expect((await client.send('POST', '/api/Guests/Codes', { email: 'iris@example.com' })).statusCode).toBe(
      404,
    )
  })
})

describe('the mailed link', () => {
  test('changes time and party -> the old table is free again', async () => {
    const { client, token, partner, wish } = await aBooking({ seats: [2] })
    const changed = await client.send('PUT', '/api/Guests/Reservations', {
      token,
      slotId: nine,
      partySize: 1,
    })
    expect(changed.json().reservation).toMatchObject({ startsAt: '2026-03-12T21:00:00-04:00', partySize: 1 })
    const other = newVisitor(partner)
    const code = await codeFor(other, 'next@example.com')
    expect((await book(other, { ...wish, email: 'next@example.com', code })).statusCode).toBe(200)
  })

  test('change to a table that is taken -> the booking stays', async () => {
    const { client, token, partner, wish, reservation } = await aBooking({ seats: [2] })
    const other = newVisitor(partner)
    const code = await codeFor(other, 'late@example.com')
    await book(other, { ...wish, slotId: nine, email: 'late@example.com', code })
    const refused = await client.send('PUT', '/api/Guests/Reservations', {
      token,
      slotId: nine,
      partySize: 2,
    })
    expect(refused.json()).toMatchObject({ code: 'slot_unavailable' })
    expect((await open(client, token)).json()).toEqual({ reservation })
  })

  test('cancels, twice -> canceled once, one mail', async () => {
    const { client, token, email } = await aBooking()
    for (let calls = 0; calls < 2; calls++)
      expect((await cancel(client, token)).json().reservation).toMatchObject({ status: 'canceled' })
    expect((await mailTexts(app, email)).filter(text => text.includes('canceled'))).toHaveLength(1)
  })

  test('less than an hour ahead -> only the restaurant cancels', async () => {
    const { client, token } = await aBooking()
    app.clock.set('2026-03-12T22:30:00Z')
    expect((await cancel(client, token)).json()).toMatchObject({ code: 'outside_cancellation_window' })
  })

  test('after the meal, made up, or at another partner -> not found', async () => {
    const { client, token, merchantId } = await aBooking()
    const elsewhere = newProgram()
    await joinProgramOf(app, elsewhere, merchantId)
    expect((await open(newVisitor(elsewhere), token)).statusCode).toBe(404)
    expect((await cancel(newVisitor(elsewhere), token)).statusCode).toBe(404)
    expect((await open(client, 'made-up')).statusCode).toBe(404)
    app.clock.set('2026-03-13T01:00:00Z')
    expect((await open(client, token)).statusCode).toBe(404)
  })
})
