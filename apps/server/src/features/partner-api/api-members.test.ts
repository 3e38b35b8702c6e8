import { expect, test } from 'vitest'
import { apiHost, newApiClient } from '../../testing/api-client-for-test.ts'
import { newMember } from '../../testing/factories.ts'
import { frameCard } from '../../testing/frame-card.ts'
import { createTestApp } from '../../testing/test-app.ts'

const app = await createTestApp()
const { db } = app.database
const now = () => app.clock.now().toISOString()

let people = 0
/** What a program sends of a person. */
function person(fields: object = {}) {
  people += 1
  return {
    externalId: `crm-${people}`,
    firstName: 'Grace',
    lastName: 'Moreau',
    email: `grace${people}@bank.example`,
    zipCode: '10001',
    emailOptIn: true,
    smsOptIn: false,
    consent: { termsVersion: '2026-01', at: now() },
    ...fields,
  }
}

async function scene(options: Parameters<typeof app.newPartner>[0] = {}) {
  const partner = app.newPartner(options)
  const client = await newApiClient(app, partner)
  const enroll = async (fields: object = {}) => {
    const answer = await client.call('POST', '/v1/members', person(fields))
    expect([answer.statusCode, answer.body]).toEqual([201, expect.anything()])
    return answer.json().member
  }
  return { partner, client, enroll }
}

const auditOf = (memberId: string) =>
  db
    .selectFrom('auditLog')
    .select(['action', 'actorKind', 'actor', 'reason'])
    .where('subject', '=', memberId)
    .orderBy('id')
    .execute()

test('enroll, get, list -> the member, who has agreed elsewhere, and an entry with the name of the key', async () => {
  const { client, enroll } = await scene()
  const member = await enroll({ externalId: 'crm-list', emailVerified: true })
  expect(member).toMatchObject({
    externalId: 'crm-list',
    status: 'active',
    emailConfirmed: true,
    emailOptIn: true,
    tier: { level: 2 },
  })
  expect((await client.call('GET', `/v1/members/${member.id}`)).json().member).toEqual(member)
  for (const query of [
    'externalId=crm-list',
    `email=${member.email.toUpperCase()}`,
    `updatedSince=${member.updatedAt}`,
  ])
    expect((await client.call('GET', `/v1/members?${query}`)).json()).toEqual({
      items: [member],
      nextCursor: null,
    })
  const consents = await db
    .selectFrom('memberConsents')
    .select(['kind', 'version', 'source'])
    .where('memberId', '=', member.id)
    .execute()
  expect(consents).toContainEqual({ kind: 'terms', version: '2026-01', source: 'partner api' })
  expect(await auditOf(member.id)).toMatchObject([
    { action: 'account.enrolled', actorKind: 'partner', actor: `CRM (${client.keyId})` },
  ])
})

test('enroll without a proof of the address -> it is not confirmed, and a mail asks', async () => {
  const { enroll } = await scene()
  const member = await enroll()
  expect(member.emailConfirmed).toBe(false)
  const mails = await db
    .selectFrom('outgoingMails')
    .select('cause')
    .where('memberId', '=', member.id)
    .execute()
  expect(mails).toHaveLength(1)
})

test.each([
  ['an address in use', { email: 'taken@bank.example' }, 400, 'email_in_use', 'email'],
  ['an external id in use', { externalId: 'crm-taken' }, 409, 'external_id_in_use', 'externalId'],
  ['a number of another pattern', { memberNumber: '!' }, 400, 'validation_failed', 'memberNumber'],
  ['a number in use', { memberNumber: '402815637' }, 400, 'member_number_in_use', 'memberNumber'],
  ['a ZIP code of nowhere', { zipCode: '00000' }, 400, 'zip_not_in_us', 'zipCode'],
  ['an unknown field', { vip: true }, 400, 'validation_failed', 'vip'],
  [
    'a consent to come',
    { consent: { termsVersion: '1', at: '2027-01-01T00:00:00Z' } },
    400,
    'validation_failed',
    'consent.at',
  ],
  [
    'a time without a zone',
    { consent: { termsVersion: '1', at: '2026-01-01T00:00:00' } },
    400,
    'validation_failed',
    'consent.at',
  ],
] as const)('enroll with %s -> refused with the field', async (_, fields, status, code, field) => {
  const { client, enroll } = await scene()
  await enroll({
    email: 'taken@bank.example',
    externalId: 'crm-taken',
    memberNumber: '402815637',
    emailVerified: true,
  })
  const answer = await client.call('POST', '/v1/members', person(fields))
  expect([answer.statusCode, answer.json().code]).toEqual([status, code])
  expect(answer.json().fieldErrors.map((error: { field: string }) => error.field)).toEqual([field])
})

test('another program -> not found and not listed', async () => {
  const [{ enroll }, { client }] = [await scene(), await scene()]
  const { id } = await enroll()
  for (const [method, path, body] of [
    ['GET', ''],
    ['PATCH', '', { firstName: 'Eve' }],
    ['POST', '/close', { reason: 'x' }],
    ['POST', '/erasure', { reason: 'x' }],
    ['POST', '/export', { reason: 'x' }],
    ['POST', '/session-links', {}],
    ['GET', '/cards'],
    ['POST', '/cards', { cardId: 'x', cardType: 'Visa', lastFour: '4242' }],
    ['DELETE', '/cards/1'],
    ['GET', '/balance'],
    ['GET', '/entries'],
    ['GET', '/rewards'],
    ['POST', '/rewards', { units: 1, reason: 'x', externalId: 'x' }],
    ['GET', '/bonuses'],
    ['POST', '/bonuses', { code: 'X' }],
  ] as const) {
    const answer = await client.call(method, `/v1/members/${id}${path}`, body)
    expect([method, path, answer.statusCode, answer.json().code]).toEqual([method, path, 404, 'not_found'])
  }
  expect((await client.call('GET', '/v1/members')).json().items).toEqual([])
})

test('patch -> only what was sent; the name is the program’s also with single sign-on', async () => {
  const { client, enroll } = await scene({ like: 'harbor' })
  const member = await enroll()
  const patch = async (body: object) => (await client.call('PATCH', `/v1/members/${member.id}`, body)).json()
  expect(
    (await patch({ firstName: 'Ada', phoneNumber: '212-555-0100', externalId: 'crm-new' })).member,
  ).toMatchObject({
    ...member,
    firstName: 'Ada',
    phoneNumber: '2125550100',
    externalId: 'crm-new',
    updatedAt: expect.any(String),
  })
  expect(await patch({ email: 'other@bank.example' })).toMatchObject({
    code: 'validation_failed',
    fieldErrors: [{ field: 'emailVerified' }],
  })
  const email = `proved-${member.id.toLowerCase().slice(0, 8)}@bank.example`
  expect((await patch({ email, emailVerified: true })).member).toMatchObject({ email, emailConfirmed: true })
  expect(await patch({ unknown: 1 })).toMatchObject({ fieldErrors: [{ field: 'unknown' }] })
})

test('a VIP by decision of the program, and no longer -> the tier, until then, and why', async () => {
  const { client, enroll } = await scene()
  const { id } = await enroll()
  const patch = (tier: object) => client.call('PATCH', `/v1/members/${id}`, { tier })
  const until = '2026-12-31T23:00:00.000Z'
  expect((await patch({ level: 3, until, cause: 'Private banking' })).json().member.tier).toEqual({
    level: 3,
    name: 'VIP',
    until,
  })
  const before = (await client.call('GET', `/v1/members/${id}`)).json().member.updatedAt
  await new Promise(resolve => setTimeout(resolve, 5))
  const longer = (await patch({ level: 3, cause: 'Private banking goes on' })).json().member
  expect([longer.tier.until, longer.updatedAt > before]).toEqual(['2028-01-01T05:00:00.000Z', true])
  expect((await patch({ level: 2, cause: 'Left private banking' })).json().member.tier).toEqual({
    level: 2,
    name: 'Opted in',
    until: null,
  })
  expect((await auditOf(id)).map(({ action, reason }) => [action, reason]).slice(1)).toEqual([
    ['tier.changed', 'Private banking'],
    ['tier.changed', 'Private banking goes on'],
    ['tier.changed', 'Left private banking'],
  ])
  expect((await patch({ level: 3, until: '2020-01-01T00:00:00Z', cause: 'x' })).json()).toMatchObject({
    fieldErrors: [{ field: 'tier.until' }],
  })
})

test('cards: link by a token, list, remove -> the account is closed with the last one', async () => {
  const { partner, client } = await scene()
  const { id } = await newMember(app, partner)
  const card = frameCard(partner, '4111111111111111')
  const linked = await client.call('POST', `/v1/members/${id}/cards`, card)
  expect([linked.statusCode, linked.json().card]).toMatchObject([201, { memberId: id, removedAt: null }])
  const again = await client.call('POST', `/v1/members/${id}/cards`, card)
  expect([again.statusCode, again.json().code]).toEqual([400, 'card_already_yours'])
  const { card: made } = linked.json()
  expect((await client.call('GET', `/v1/members/${id}/cards`)).json().items).toEqual([made])
  const removed = await client.call('DELETE', `/v1/members/${id}/cards/${made.id}`)
  expect(removed.json()).toMatchObject({ accountClosed: true, card: { removedAt: now() } })
  const closed = await client.call(
    'POST',
    `/v1/members/${id}/cards`,
    frameCard(partner, '5555555555554444', { cardType: 'Mastercard' }),
  )
  expect([closed.statusCode, closed.json().code]).toEqual([409, 'member_closed'])
  expect((await auditOf(id)).map(({ action, actorKind }) => [action, actorKind])).toEqual([
    ['card.linked', 'partner'],
    ['account.closed', 'partner'],
    ['card.removed', 'partner'],
  ])
})

test('close, erasure, export -> with the reason in the log', async () => {
  const { client, enroll } = await scene()
  const { id } = await enroll()
  const post = async (what: string) =>
    (await client.call('POST', `/v1/members/${id}/${what}`, { reason: `To ${what}` })).json()
  expect((await post('export')).export).toMatchObject({ member: { id } })
  expect((await post('close')).member.status).toBe('closed')
  expect((await post('close')).member.status).toBe('closed')
  const { member, erasureAt } = await post('erasure')
  expect([member.status, erasureAt > now()]).toEqual(['erasurePending', true])
  expect((await auditOf(id)).map(({ action, reason }) => [action, reason]).slice(1)).toEqual([
    ['account.exported', 'To export'],
    ['account.closed', 'To close'],
    ['account.erasure_requested', 'To erasure'],
  ])
})

test('a list of many -> pages that miss and repeat none while others join; edited cursors are refused', async () => {
  const { client, enroll } = await scene()
  const ids: string[] = []
  for (let count = 0; count < 5; count++) ids.push((await enroll()).id)
  const seen: string[] = []
  let cursor: string | null = ''
  while (cursor !== null) {
    const query = `limit=2${cursor ? `&cursor=${encodeURIComponent(cursor)}` : ''}`
    const answer = await client.call('GET', `/v1/members?${query}`)
    expect(answer.statusCode).toBe(200)
    const { items, nextCursor } = answer.json()
    seen.push(...items.map((item: { id: string }) => item.id))
    if (cursor === '') ids.push((await enroll()).id)
    cursor = nextCursor
  }
  expect(seen).toEqual(ids)
  const { nextCursor } = (await client.call('GET', '/v1/members?limit=2')).json()
  for (const [query, code] of [
    [`cursor=${nextCursor.replace(/^./, 'x')}`, 'cursor_invalid'],
    ['cursor=%00', 'cursor_invalid'],
    ['limit=0', 'validation_failed'],
    ['limit=201', 'validation_failed'],
    ['limit=two', 'validation_failed'],
    ['updatedSince=2026-01-01T00:00:00', 'validation_failed'],
    ['updatedSince=2999-01-01T00:00:00Z', 'validation_failed'],
    ['order=name', 'validation_failed'],
  ])
    expect([query, (await client.call('GET', `/v1/members?${query}`)).json().code]).toEqual([query, code])
  const elsewhere = await client.call('GET', `/v1/dines?cursor=${encodeURIComponent(nextCursor)}`)
  expect(elsewhere.json().code).toBe('cursor_invalid')
})

test('a key that is revoked on one process -> refused by another from its next call on', async () => {
  // A shipped program is known to both.
  const client = await newApiClient(app, app.partners.bySlug('skyward')!)
  await using other = await createTestApp()
  const call = () =>
    other.app.inject({
      method: 'GET',
      url: '/v1/program',
      headers: { host: apiHost, authorization: `Bearer ${client.key}` },
    })
  expect((await call()).statusCode).toBe(200)
  await db.updateTable('apiKeys').set({ revokedAt: app.clock.now() }).where('id', '=', client.keyId).execute()
  expect((await call()).json().code).toBe('api_key_revoked')
})
