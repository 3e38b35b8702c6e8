import { defineContract } from '@dineward/core/shared/contract.ts'
import Fastify from 'fastify'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { serveApi } from '../../http/serve-api.ts'
import { validateWithZod } from '../../http/zod-validation.ts'
import { apiHost, newApiClient } from '../../testing/api-client-for-test.ts'
import { newMember, newMerchant } from '../../testing/factories.ts'
import { book, newBookableMerchant } from '../../testing/restaurant-book.ts'
import { createTestApp, testSecrets } from '../../testing/test-app.ts'
import { signedInClient } from '../../testing/test-client.ts'
import { newCardNetwork } from '../card-events/card-network-for-test.ts'
import { addSecurityEvents } from '../security-events/security-events.service.ts'
import { newSettlement } from '../settlement/partner-for-test.ts'

const app = await createTestApp()
const { db } = app.database

const auditOf = (subject: string) =>
  db
    .selectFrom('auditLog')
    .select(['action', 'actorKind'])
    .where('subject', '=', subject)
    .orderBy('id')
    .execute()

test('restaurants: with terms, by change; one that leaves stays in the list and says so', async () => {
  const partner = app.newPartner()
  const client = await newApiClient(app, partner)
  const { id } = await newMerchant(app, partner)
  await newMerchant(app, app.newPartner())
  const list = async (query = '') => (await client.call('GET', `/v1/restaurants?${query}`)).json().items
  const [open, ...others] = await list()
  expect([open, others]).toMatchObject([{ id, status: 'open', leftOn: null, terms: { leftOn: null } }, []])
  expect((await client.call('GET', `/v1/restaurants/${id}`)).json()).toEqual({ restaurant: open })
  await new Promise(resolve => setTimeout(resolve, 5))
  await db
    .updateTable('merchantParticipations')
    .set({ leftOn: '2026-03-10' })
    .where('partnerId', '=', partner.slug)
    .execute()
  const after = new Date(Date.parse(open.updatedAt) + 1).toISOString()
  const [left] = await list(`changedSince=${after}`)
  expect(left).toMatchObject({ id, status: 'left', leftOn: '2026-03-10' })
  expect(await list(`changedSince=${new Date(Date.parse(left.updatedAt) + 1).toISOString()}`)).toEqual([])
  expect(await list('status=open')).toEqual([])
})

test('a restaurant that leaves by its date -> it is among the changes from that day on', async () => {
  const partner = app.newPartner()
  const client = await newApiClient(app, partner)
  const { id } = await newMerchant(app, partner)
  await db
    .updateTable('merchantParticipations')
    .set({ leftOn: '2099-03-12' })
    .where('partnerId', '=', partner.slug)
    .execute()
  const before = app.clock.now()
  app.clock.set('2099-03-12T12:00:00Z')
  const { items } = (await client.call('GET', '/v1/restaurants?changedSince=2099-03-11T00:00:00Z')).json()
  expect(items).toMatchObject([{ id, status: 'left', updatedAt: '2099-03-12T04:00:00.000Z' }])
  app.clock.set(before)
})

test('a reservation: listed, read, canceled once, with the reason in the log', async () => {
  app.clock.set('2026-03-10T18:00:00Z')
  const partner = app.newPartner()
  const client = await newApiClient(app, partner)
  const merchant = await newBookableMerchant(app, partner, { seats: [2] })
  const member = await newMember(app, partner)
  const session = await signedInClient(app, partner, member.id)
  const booked = await book(session, { merchantId: merchant.id, slotId: '20260312T2300Z', partySize: 2 })
  const { id } = booked.json().reservation
  const [reservation] = (await client.call('GET', `/v1/reservations?memberId=${member.id}`)).json().items
  expect(reservation).toMatchObject({
    id,
    memberId: member.id,
    status: 'booked',
    startsAt: '2026-03-12T19:00:00-04:00',
    canceledAt: null,
  })
  expect((await client.call('GET', `/v1/reservations/${id}`)).json()).toEqual({ reservation })
  const cancel = () => client.call('POST', `/v1/reservations/${id}/cancel`, { reason: 'Asked by phone' })
  for (const answer of [await cancel(), await cancel()])
    expect([answer.statusCode, answer.json().reservation.status]).toEqual([200, 'canceled'])
  expect((await auditOf(member.id)).filter(({ action }) => action === 'booking.canceled')).toEqual([
    { action: 'booking.canceled', actorKind: 'partner' },
  ])
  const other = await newApiClient(app, app.newPartner())
  expect((await other.call('POST', `/v1/reservations/${id}/cancel`, { reason: 'x' })).statusCode).toBe(404)
  expect((await other.call('GET', '/v1/reservations')).json().items).toEqual([])
})

test('a claim: opened once, answered; above the limits of the key an approval waits', async () => {
  app.clock.set('2026-03-10T18:00:00Z')
  const { partner, memberId, cardId, merchant } = await newCardNetwork(app)
  const client = await newApiClient(app, partner, { dailyRewards: 0 })
  const open = (fields: object = {}) =>
    client.call('POST', '/v1/claims', {
      memberId,
      merchantId: merchant.id,
      dinedOn: '2026-02-20',
      amount: 42.5,
      cardId,
      ...fields,
    })
  const opened = await open()
  const { claim } = opened.json()
  expect([opened.statusCode, claim]).toMatchObject([
    201,
    { memberId, merchantName: merchant.name, amount: { cents: 4_250 }, decidedAt: null },
  ])
  expect((await open()).json().code).toBe('claim_already_open')
  expect((await open({ merchantId: 'none' })).json().code).toBe('merchant_not_found')
  expect((await open({ dinedOn: '2026-03-30' })).json().code).toBe('validation_failed')
  expect((await client.call('GET', `/v1/claims?memberId=${memberId}`)).json().items).toEqual([claim])
  const answer = (body: object) => client.call('POST', `/v1/claims/${claim.id}/answer`, body)
  const waiting = await answer({ approve: true, reason: 'Seen on the statement' })
  expect([waiting.statusCode, waiting.json().approval]).toMatchObject([202, { state: 'waiting' }])
  expect((await answer({ approve: true, amount: 50, reason: 'x' })).json()).toMatchObject({
    code: 'validation_failed',
    fieldErrors: [{ field: 'amount' }],
  })
  const declined = await answer({ approve: false, reason: 'It was another restaurant.' })
  expect([declined.statusCode, declined.json().claim.state]).toEqual([200, 'declined'])
  expect((await answer({ approve: false, reason: 'x' })).json().code).toBe('claim_decided')
  const { id } = (await open({ dinedOn: '2026-02-21' })).json().claim
  const free = await newApiClient(app, partner)
  const approved = await free.call('POST', `/v1/claims/${id}/answer`, { approve: true, reason: 'Seen' })
  expect([approved.statusCode, approved.json().claim]).toMatchObject([200, { state: 'approved' }])
  expect((await auditOf(memberId)).map(({ action, actorKind }) => [action, actorKind])).toEqual([
    ['claim.opened', 'partner'],
    ['claim.declined', 'partner'],
    ['claim.opened', 'partner'],
    ['claim.approved', 'partner'],
  ])
})

test('a settlement file: listed, downloaded, answered by row, alike or refused', async () => {
  const settlement = await newSettlement(app, { member: { memberNumber: '402815637' } })
  const client = await newApiClient(app, settlement.partner)
  await settlement.deliver('transaction.clearing')
  await settlement.send()
  const { items } = (await client.call('GET', '/v1/settlement/files?open=true')).json()
  expect(items).toMatchObject([{ number: 1, rows: 1, total: { units: 127 }, open: 1 }])
  const path = `/v1/settlement/files/${items[0].id}`
  const { rows } = (await client.call('GET', path)).json()
  expect(rows).toMatchObject([{ memberNumber: '402815637', units: 127, kind: 'dine_reward', state: 'sent' }])
  const answer = (fields: object) =>
    client.call('POST', `${path}/answers`, {
      rows: [{ id: rows[0].id, units: 127, result: 'accepted', ...fields }],
    })
  expect((await answer({ units: 126 })).json()).toMatchObject({
    accepted: 0,
    refused: [{ id: rows[0].id, message: expect.stringContaining('127') }],
  })
  expect((await answer({})).json()).toMatchObject({
    accepted: 1,
    refused: [],
    file: { accepted: 1, open: 0 },
  })
  expect((await answer({})).json()).toMatchObject({ accepted: 0, refused: [] })
  expect(await settlement.statuses()).toEqual(['Paid'])
  const other = await newApiClient(app, app.newPartner())
  expect((await other.call('GET', path)).statusCode).toBe(404)
})

test('a session link -> signs in once, leads on, and then to a page that says what to do', async () => {
  app.clock.set('2026-03-10T18:00:00Z')
  const partner = app.newPartner()
  const client = await newApiClient(app, partner)
  const { id } = await newMember(app, partner)
  const link = async (returnTo: string) =>
    client.call('POST', `/v1/members/${id}/session-links`, { returnTo })
  const made = await link('/account/manage_cards')
  const { url, expiresAt } = made.json()
  expect([made.statusCode, expiresAt]).toEqual([201, '2026-03-10T18:01:00.000Z'])
  const open = (address: string) =>
    app.app.inject({
      method: 'GET',
      url: new URL(address).pathname + new URL(address).search,
      headers: { host: `${partner.slug}.localhost` },
    })
  const first = await open(url)
  expect([first.statusCode, first.headers.location]).toEqual([303, '/account/manage_cards'])
  const cookie = first.cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
  const me = await app.app.inject({
    method: 'GET',
    url: '/api/Member',
    headers: { host: `${partner.slug}.localhost`, cookie },
  })
  expect(me.json().publicId).toBe(id)
  const second = await open(url)
  expect([second.headers.location, second.cookies]).toEqual(['/session_link_used', []])
  const late = (await link('/')).json()
  app.clock.advance(60_001)
  expect((await open(late.url)).headers.location).toBe('/session_link_used')
  for (const returnTo of ['https://evil.example', '//evil.example', '/\\evil.example', 'account'])
    expect([returnTo, (await link(returnTo)).json().code]).toEqual([returnTo, 'validation_failed'])
  const ofClosed = (await link('/')).json()
  await client.call('POST', `/v1/members/${id}/close`, { reason: 'Moved' })
  expect((await open(ofClosed.url)).headers.location).toBe('/session_link_used')
  expect((await link('/')).json().code).toBe('member_closed')
})

test('a call that goes -> says since when and until when', async () => {
  const old = defineContract({
    method: 'GET',
    path: '/v1/old',
    summary: 'A call that goes.',
    access: { key: 'any' },
    deprecated: { since: '2026-01-01T00:00:00Z', until: '2026-07-01T00:00:00Z' },
    response: z.object({ ok: z.boolean() }),
    errors: [],
  })
  const partner = app.newPartner()
  const { key } = await newApiClient(app, partner)
  const server = Fastify()
  validateWithZod(server)
  const api = { hosts: [apiHost], isDemo: true }
  const services = { ...app.context(partner), partners: app.partners, api, appSecrets: [testSecrets.app] }
  addSecurityEvents(server, services)
  serveApi(server, services as never, old, async () => ({ ok: true }))
  const answer = await server.inject({
    method: 'GET',
    url: '/v1/old',
    headers: { host: apiHost, authorization: `Bearer ${key}` },
  })
  expect(answer.json()).toEqual({ ok: true })
  expect(answer.headers).toMatchObject({
    deprecation: '@1767225600',
    sunset: 'Wed, 01 Jul 2026 00:00:00 GMT',
  })
})
