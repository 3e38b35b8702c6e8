import { randomInt, randomUUID } from 'node:crypto'
import type { Partner } from '@dineward/core/partner/partner.ts'
import { beforeEach, expect, test } from 'vitest'
import { newBookableMerchant } from '../../../testing/restaurant-book.ts'
import { createTestApp } from '../../../testing/test-app.ts'
import { newClient, type TestClient, tokenHeader } from '../../../testing/test-client.ts'
import { sendDueTexts } from '../../text-messages/send-texts.service.ts'

const app = await createTestApp()
/** It is Tuesday, two in the afternoon in New York. */
beforeEach(() => app.clock.set('2026-03-10T18:00:00Z'))

/** This is Thursday at seven. */
const seven = '20260312T2300Z'
let visitors = 0
const newVisitor = (partner: Partner) => newClient(app, partner, `10.0.1.${++visitors}`)

async function aVisitor(guests: 'email' | 'phone' | 'both' = 'both') {
  const settings = { textSender: '+12125550100', reservations: { provider: 'book', guests } } as const
  const partner = app.newPartner({ settings })
  const { id: merchantId } = await newBookableMerchant(app, partner, { seats: [2, 4] })
  const phoneNumber = `646-555-${randomInt(1_000, 10_000)}`
  const wish = { merchantId, slotId: seven, partySize: 2, name: 'Iris Vale', phoneNumber }
  return { partner, client: newVisitor(partner), phoneNumber, wish }
}
type Visitor = Awaited<ReturnType<typeof aVisitor>>

async function textsTo({ partner, phoneNumber }: Visitor): Promise<string[]> {
  const rows = await app.database.db
    .selectFrom('outgoingTexts')
    .select('body')
    .where('partnerId', '=', partner.slug)
    .where('recipient', '=', `+1${phoneNumber.replaceAll('-', '')}`)
    .orderBy('createdAt')
    .execute()
  return rows.map(({ body }) => body)
}

const askForCode = (client: TestClient, body: object) => client.send('POST', '/api/Guests/Codes', body)

async function codeFor(visitor: Visitor): Promise<string> {
  const { phoneNumber } = visitor
  expect((await askForCode(visitor.client, { phoneNumber })).statusCode).toBe(202)
  return /\b\d{6}\b/.exec((await textsTo(visitor)).at(-1)!)![0]
}

async function book(client: TestClient, body: object) {
  const headers = { ...(await tokenHeader(client)), 'idempotency-key': randomUUID() }
  return client.send('POST', '/api/Guests/Reservations', body, headers)
}

test('code by text -> booked, however the number is written; the text has the link', async () => {
  const visitor = await aVisitor()
  const { client, wish, phoneNumber } = visitor
  const code = await codeFor(visitor)
  app.clock.advance(1_000)
  const booked = await book(client, {
    ...wish,
    phoneNumber: `+1 (${phoneNumber.slice(0, 3)}) ${phoneNumber.slice(4)}`,
    code,
  })
  expect(booked.statusCode).toBe(200)
  const text = (await textsTo(visitor)).at(-1)!
  const token = /booking\?token=([\w-]+)/.exec(text)![1]!
  expect((await client.get(`/api/Guests/Reservations?token=${token}`)).json()).toEqual(booked.json())
  app.clock.advance(1_000)
  await client.send('PUT', '/api/Guests/Reservations', { token, slotId: '20260313T0100Z', partySize: 1 })
  app.clock.advance(1_000)
  await client.send('POST', '/api/Guests/Reservations/Cancel', { token })
  expect((await textsTo(visitor)).slice(2)).toEqual([
    expect.stringContaining('is now for 1 guest'),
    expect.stringContaining('is canceled'),
  ])
})

test('sent texts -> neither code nor link stays in the outbox', async () => {
  const visitor = await aVisitor()
  const code = await codeFor(visitor)
  await book(visitor.client, { ...visitor.wish, code })
  const { partner: _, ...ctx } = app.context(visitor.partner)
  await sendDueTexts({ ...ctx, partners: app.partners })
  expect(await textsTo(visitor)).toEqual(['', ''])
})

test('a text that waits longer than its code works -> given up', async () => {
  const visitor = await aVisitor()
  await codeFor(visitor)
  app.clock.advance(11 * 60_000)
  const { partner: _, ...ctx } = app.context(visitor.partner)
  await sendDueTexts({ ...ctx, partners: app.partners })
  expect(await textsTo(visitor)).toEqual([''])
})

test('six codes in an hour -> five texts; five wrong tries -> the right code is refused', async () => {
  const visitor = await aVisitor()
  const { partner, phoneNumber, wish, client } = visitor
  for (let calls = 0; calls < 6; calls++)
    expect((await askForCode(newVisitor(partner), { phoneNumber })).statusCode).toBe(202)
  const texts = await textsTo(visitor)
  expect(texts).toHaveLength(5)
  for (let tries = 0; tries < 5; tries++) await book(client, { ...wish, code: '000000' })
  const codes = texts.map(text => /\b\d{6}\b/.exec(text)![0])
  const refused = await Promise.all(codes.map(code => book(newVisitor(partner), { ...wish, code })))
  expect(refused.map(response => response.json().code)).toEqual(codes.map(() => 'email_code_invalid'))
})

test('one code in two tabs at once -> one booking', async () => {
  const visitor = await aVisitor()
  const code = await codeFor(visitor)
  const body = { ...visitor.wish, code }
  const outcomes = await Promise.all([book(visitor.client, body), book(newVisitor(visitor.partner), body)])
  expect(outcomes.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 400])
})

test.each<[string, 'email' | 'phone' | 'both', object, string]>([
  ['a number abroad', 'both', { phoneNumber: '+44 20 7946 0958' }, 'phoneNumber'],
  ['no number', 'both', { phoneNumber: 'two' }, 'phoneNumber'],
  ['both ways at once', 'both', { phoneNumber: '646-555-0123', email: 'iris@example.com' }, 'email'],
  ['none of both', 'both', {}, 'email'],
  ['by phone where email is the way', 'email', { phoneNumber: '646-555-0123' }, 'phoneNumber'],
  ['by email where the phone is the way', 'phone', { email: 'iris@example.com' }, 'email'],
])('code for %s -> 400 at its field', async (_case, guests, body, field) => {
  const { client } = await aVisitor(guests)
  const refused = await askForCode(client, body)
  expect(refused.statusCode).toBe(400)
  expect(refused.json()).toMatchObject({ code: 'validation_failed', fieldErrors: [{ field }] })
})
