import type { Partner } from '@dineward/core/partner/partner.ts'
import { beforeAll, describe, expect, test } from 'vitest'
import { rows, type Scene, tableAt, type Visitor, visitors } from './access-rows.ts'
import { operationsOf } from './contracts.ts'
import { newLinkedCard, newMember } from './factories.ts'
import { book, newBookableMerchant } from './restaurant-book.ts'
import { newStaff, signInStaff } from './staff-for-test.ts'
import { createTestApp, type TestApp } from './test-app.ts'
import { newClient, signedInClient, type TestClient, tokenHeader } from './test-client.ts'

/*
 * Who may call what. Every call that the server says it serves has a row (`access-rows.ts`); one without a row fails the test, and so
 * does a status that is not in its row.
 */

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})

/** A member with a card and a restaurant, and the browser of who comes. */
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
  }
}

/** The session of one program, taken to the host of another. */
function carriedOver(from: TestClient, cookie: string, to: Partner): TestClient {
  const client = newClient(app, to)
  client.cookies.set(cookie, from.cookies.get(cookie)!)
  return client
}

async function staffClient(of: Partner): Promise<TestClient> {
  const client = newClient(app, of)
  const { email } = await newStaff(app, { partnerIds: [of.slug] })
  expect((await signInStaff(client, email)).statusCode).toBe(200)
  return client
}

async function callOf(name: string, scene: Scene) {
  const [method, path] = name.split(' ') as ['GET' | 'POST' | 'PUT' | 'DELETE', string]
  const call = (await rows[name]?.call?.(scene)) ?? {}
  const { body, headers } = call
  return { method, url: `${call.path ?? path}${call.query ? `?${call.query}` : ''}`, body, headers }
}

test('every call that is served has a row, and every row is served', async () => {
  const served = (await operationsOf(app)).map(({ name }) => name)
  expect(Object.keys(rows).toSorted()).toEqual(served.toSorted())
})

describe.each(Object.entries(rows))('%s', (name, row) => {
  test.each(visitors.map(visitor => [visitor, row.statuses[visitor]] as const))(
    'as %s: %i',
    async (visitor, status) => {
      const scene = await newScene(row.like ?? 'skyward', visitor)
      const { method, url, body, headers } = await callOf(name, scene)
      const { client } = scene
      const response =
        method === 'GET'
          ? await client.get(url)
          : await client.send(method, url, body, { ...(await tokenHeader(client)), ...headers })
      expect(response.statusCode).toBe(status)
      if (visitor !== 'member')
        for (const secret of [scene.member.email, ...(row.answersId ? [] : [scene.member.id]), scene.cardId])
          expect(response.body).not.toContain(secret)
    },
  )
})

describe.each(Object.keys(rows).filter(name => !name.startsWith('GET ') && !name.includes('/hooks/')))(
  '%s without the anti-forgery token',
  name => {
    test.each(visitors)('as %s: 403', async visitor => {
      const scene = await newScene('skyward', visitor)
      const { method, url, body } = await callOf(name, scene)
      const response = await scene.client.send(method as 'POST', url, body, {})
      expect([response.statusCode, response.json().code]).toEqual([403, 'csrf_invalid'])
    })
  },
)
