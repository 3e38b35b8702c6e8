import type { Partner } from '@dineward/core/partner/partner.ts'
import { beforeAll, describe, expect, test } from 'vitest'
import { newLinkedCard, newMember } from '../factories.ts'
import { book, newBookableMerchant } from '../restaurant-book.ts'
import { newStaff, signInStaff } from '../sign-in/staff-for-test.ts'
import { createTestApp, type TestApp } from '../test-app.ts'
import { newClient, signedInClient, type TestClient, tokenHeader } from '../test-client.ts'
import { cases, pathOf, type Scene, statusUnder, tableAt, type Visitor, visitors } from './access-cases.ts'
import { contracts, operationsOf } from './contracts.ts'

/*
 * Every contract is called as every visitor. The expected status follows from the declared access; `access-cases.ts`
 * holds the calls that need input, and the statuses that deviate (another member's card, another partner's restaurant).
 */

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})

/** A member with two cards, a restaurant, and the visitor's browser. */
async function newScene(like: string, visitor: Visitor): Promise<Scene> {
  const [partner, elsewhere] = [
    app.newPartner({ like, withContent: true }),
    app.newPartner({ like, withContent: true }),
  ]
  const member = await newMember(app, partner)
  const merchant = await newBookableMerchant(app, partner)
  const card = await newLinkedCard(app, member)
  await newLinkedCard(app, member)
  const signedInAt = async (at: Partner, overrides: object = {}) =>
    signedInClient(app, at, (await newMember(app, at, overrides)).id)
  const clients: Record<Visitor, () => Promise<TestClient>> = {
    member: () => signedInClient(app, partner, member.id),
    anonymous: async () => newClient(app, partner),
    otherMember: () => signedInAt(partner),
    otherPartner: () => signedInAt(elsewhere),
    carriedOver: async () => carriedOver(await signedInAt(elsewhere), 'dw_session', partner),
    closed: () => signedInAt(partner, { memberType: 'ClosedAccountMember', closedAt: app.clock.now() }),
    person: () => signedInAt(partner, { memberType: 'NonCardMember' }),
    staff: () => staffClient(partner),
    staffElsewhere: async () => carriedOver(await staffClient(elsewhere), 'dw_staff', partner),
  }
  return {
    member,
    cardId: card.id,
    merchantId: merchant.id,
    client: await clients[visitor](),
    async bookTable() {
      const client = await signedInClient(app, partner, member.id)
      return (await book(client, tableAt({ merchantId: merchant.id }))).json().reservation.id
    },
    async makeList() {
      const client = await signedInClient(app, partner, member.id)
      return (await client.send('POST', '/api/Member/Lists', { name: 'Date night' })).json().list.id
    },
  }
}

/** A session of one partner is carried over to the host of another. */
function carriedOver(from: TestClient, cookie: string, to: Partner): TestClient {
  const client = newClient(app, to)
  client.cookies.set(cookie, from.cookies.get(cookie)!)
  return client
}

let staffClients = 0

/** Each has an address of its own: limits are tested elsewhere. */
async function staffClient(of: Partner): Promise<TestClient> {
  const client = newClient(app, of, `10.${staffClients >> 8}.${staffClients++ & 255}.1`)
  const { email } = await newStaff(app, { partnerIds: [of.slug] })
  expect((await signInStaff(client, email)).statusCode).toBe(200)
  return client
}

async function callOf(name: string, scene: Scene) {
  const { query, body, headers } = cases[name] ?? {}
  const method = name.split(' ')[0] as 'GET' | 'POST' | 'PUT' | 'DELETE'
  const url = `${await pathOf(name, scene)}${query ? `?${query(scene)}` : ''}`
  return { method, url, body: body?.(scene), headers }
}

const hooks = [
  'POST /hooks/fidel/{event}',
  'POST /hooks/kard',
  'POST /hooks/mail/resend',
  'POST /hooks/mail/unsubscribe',
  'POST /hooks/texts/twilio',
]

const singleSignOn = [
  'GET /api/Sso/Start',
  'GET /api/Sso/Callback',
  'POST /api/Sso/BackchannelLogout',
  'GET /session_link',
]
const signInProviders = [
  'GET /api/SignIn/apple/Start',
  'GET /api/SignIn/apple/Callback',
  'POST /api/SignIn/apple/Callback',
  'GET /api/SignIn/google/Start',
  'GET /api/SignIn/google/Callback',
]

test('served calls: the contracts, sign-in elsewhere, and what other servers call', async () => {
  const served = (await operationsOf(app)).map(({ name }) => name)
  expect(served.toSorted()).toEqual(
    [...contracts.keys(), ...singleSignOn, ...signInProviders, ...hooks].toSorted(),
  )
  expect([...contracts.keys()]).toEqual(expect.arrayContaining(Object.keys(cases)))
})

test.each(visitors)('card network’s event without a signature as %s -> 401', async visitor => {
  const { client } = await newScene('skyward', visitor)
  for (const hook of ['/hooks/fidel/transaction.clearing', '/hooks/kard'])
    expect((await client.send('POST', hook, {})).statusCode).toBe(401)
})

const shared = new Map<string, Promise<{ scene: Scene; cookies: [string, string][] }>>()

/** One for all calls that change nothing. What an answer did to the browser is undone. */
async function sharedScene(like: string, visitor: Visitor): Promise<Scene> {
  const key = `${like} ${visitor}`
  const made =
    shared.get(key) ?? newScene(like, visitor).then(scene => ({ scene, cookies: [...scene.client.cookies] }))
  shared.set(key, made)
  const { scene, cookies } = await made
  scene.client.cookies.clear()
  for (const [name, value] of cookies) scene.client.cookies.set(name, value)
  return scene
}

describe.each([...contracts].map(([name, { access }]) => [name, access] as const))('%s', (name, access) => {
  const { statuses, answersId, like = 'skyward' } = cases[name] ?? {}
  // What is about a booking or a list makes one first.
  const isOwn = name === 'GET /api/SignOut' || /\{(reservationId|listId)\}/.test(name)
  /** It goes by the declared access: a call that refuses later, such as a wrong password, may end sessions. */
  const isRefused = (visitor: Visitor) => !statuses?.[visitor] && statusUnder(access, visitor) >= 400
  const changesNothing = (visitor: Visitor) => name.startsWith('GET ') || isRefused(visitor)
  test.each(visitors.map(visitor => [visitor, statuses?.[visitor] ?? statusUnder(access, visitor)] as const))(
    'as %s -> %i',
    async (visitor, status) => {
      const scene = await (!isOwn && changesNothing(visitor) ? sharedScene : newScene)(like, visitor)
      const { method, url, body, headers } = await callOf(name, scene)
      const { client } = scene
      const response =
        method === 'GET'
          ? await client.get(url)
          : await client.send(method, url, body, { ...(await tokenHeader(client)), ...headers })
      expect(response.statusCode).toBe(status)
      if (visitor !== 'member')
        for (const secret of [scene.member.email, ...(answersId ? [] : [scene.member.id]), scene.cardId])
          expect(response.body).not.toContain(secret)
    },
  )
})

const writes = [...contracts.keys()].filter(name => !name.startsWith('GET '))

describe.each(writes)('%s without the anti-forgery token', name => {
  test.each(visitors)('as %s -> 403', async visitor => {
    // Refused before the path is read.
    const scene = await sharedScene('skyward', visitor)
    const { method, url, body } = await callOf(name, {
      ...scene,
      bookTable: async () => 'a-reservation',
      makeList: async () => 'a-list',
    })
    const response = await scene.client.send(method as 'POST', url, body, {})
    expect([response.statusCode, response.json().code]).toEqual([403, 'csrf_invalid'])
  })
})
