import type { Partner } from '@dineward/core/partner/partner.ts'
import { errorBodySchema, fieldErrorSchema } from '@dineward/core/shared/errors.ts'
import { beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { newCardNetwork, sendSigned } from '../../features/card-events/card-network-for-test.ts'
import { processInbox } from '../../features/card-events/inbox.service.ts'
import { newId } from '../../new-id.ts'
import { apiContracts, contracts, type Operation, operationsOf } from '../../testing/access/contracts.ts'
import { apiHost, newApiClient } from '../../testing/api-client-for-test.ts'
import { newMember } from '../../testing/factories.ts'
import { generateRequest } from '../../testing/generated-input.ts'
import { longTest } from '../../testing/long-test.ts'
import { newBookableMerchant } from '../../testing/restaurant-book.ts'
import { sampleSize } from '../../testing/sample-size.ts'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'
import { signedInClient } from '../../testing/test-client.ts'

const requestsEach = sampleSize(30, 400)
/** These want a card, a password, a passkey, a push subscription or a network that is right. */
const refusesStrangers = new Set([
  'POST /api/SignIn',
  'POST /api/SignIn/Passkey',
  // Neither Apple nor Google has confirmed anyone in these browsers.
  'POST /api/SignIn/Provider/Join',
  'POST /api/SignIn/Provider/Link',
  'POST /api/Member/SignInProviders',
  'DELETE /api/Member/SignInProviders',
  'POST /api/Member/Passkeys',
  'DELETE /api/Member/Passkeys',
  'POST /api/Member/Notifications',
  'POST /api/Member/Notifications/App',
  'DELETE /api/Member/Notifications',
  'POST /api/Staff/SignIn',
  'POST /api/Members/EmailConfirmation',
  'POST /api/Members/EmailChange',
  'POST /api/Members/EmailRestore',
  'POST /api/Members/MailSubscription',
  'POST /api/Members/Recovery/Confirm',
  'PUT /api/Members/Recovery/Password',
  // Wrong passwords and codes lock.
  'DELETE /api/Member',
  'POST /api/Member/Passkeys/Options',
  'PUT /api/Member/Credentials',
  'PUT /api/Member/Password',
  'POST /api/Member/Credentials/Confirm',
  'GET /api/Staff',
  // The version, the ZIP code and the phone have to be right.
  'PUT /api/Member',
  'POST /api/Member/Reviews',
  'POST /api/Reviews/{reviewId}/Reports',
  // A member may make ten in a month.
  'POST /api/Member/Claims',
  'DELETE /api/Member/Cards',
  'PUT /api/Member/Cards',
  'POST /api/Member/Reenroll',
  // Another member's offers: flex-offers tests cover a member's own.
  'GET /api/merchants/{merchantId}/flex-offers/members/{publicId}',
  // One network a member at that time: the first booking is the last.
  'POST /api/Member/Reservations',
  'DELETE /api/Member/Reservations/{reservationId}',
  'GET /api/Member/Reservations/{reservationId}/Calendar',
  'GET /api/Member/Reservations/{reservationId}/Pass.pkpass',
  'GET /api/Member/Reservations/{reservationId}/PassLink',
  'GET /api/Member/Reservations/{reservationId}/Availability',
  'PUT /api/Member/Reservations/{reservationId}',
  // The day has to be one on which the restaurant is open, and it has no waitlist.
  'POST /api/Member/TableAlerts',
  'POST /api/Member/Waitlist',
  // It takes an address or a number, never both.
  'POST /api/Guests/Codes',
  // The mail has the code and the link.
  'POST /api/Guests/Reservations',
  'GET /api/Guests/Reservations',
  'PUT /api/Guests/Reservations',
  'POST /api/Guests/Reservations/Cancel',
  'POST /api/Member/GuestReservations',
  // Two restaurants have to be in the list, which has none.
  'POST /api/Member/Votes',
])

/** What any call may answer, before its own code has a say (`http/`). */
const anywhere = [
  'validation_failed',
  'invalid_json',
  'unsupported_media_type',
  'body_too_large',
  'card_number_refused',
  'csrf_invalid',
  'cross_site_refused',
  'not_found',
]

let app: TestApp
let partner: Partner
let merchantId: string
let publicId: string
let operations: Operation[]
beforeAll(async () => {
  app = await createTestApp()
  // Pays statement credits, asks surveys, keeps favorites and makes offers, so that every call is there.
  partner = app.newPartner({
    like: 'harbor',
    withContent: true,
    settings: {
      reservations: { provider: 'book', guests: 'both' },
      hasMerchantFavorites: true,
      hasFlexOffers: true,
    },
  })
  merchantId = (await newBookableMerchant(app, partner)).id
  publicId = (await newMember(app, partner, { tierLevel: 1, passwordHash: 'a hash' })).id
  operations = (await operationsOf(app)).filter(({ path }) => path.startsWith('/api/'))
})

/** A member with a shared list and a vote. */
async function browser() {
  const { id: memberId } = await newMember(app, partner)
  const client = await signedInClient(app, partner, memberId)
  const token = (await client.get('/api/CSRF')).json().csrfToken
  const cookie = [...client.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const headers = { host: `${partner.slug}.localhost`, cookie, 'x-xsrf-token': token }
  return { headers, ids: await newListAndVote(memberId) }
}

async function newListAndVote(memberId: string): Promise<Record<string, string>> {
  const { db } = app.database
  const ids = { listId: newId(), shareId: newId(), voteId: newId() }
  const row = { partnerId: partner.slug, memberId, name: 'Date night', createdAt: app.clock.now() }
  await db
    .insertInto('memberLists')
    .values({ ...row, id: ids.listId, shareId: ids.shareId })
    .execute()
  const dinner = { dineOn: '2026-12-01', dineTime: '19:00', partySize: 2, closedAt: null }
  const merchantIds = [merchantId, 'other']
  await db
    .insertInto('dinnerVotes')
    .values({ ...row, ...dinner, id: ids.voteId, merchantIds })
    .execute()
  return { ...ids, merchantIds: merchantId }
}

describe('requests made from what a call says it takes', () => {
  test.each([...contracts.keys()])(
    '%s: never a 5xx, and every answer is one that was declared',
    async name => {
      const contract = contracts.get(name)!
      const operation = operations.find(each => each.name === name)!
      const { headers, ids } = await browser()
      const { successStatus: success = 200 } = contract
      const seen = new Map<number, number>()
      for (let seed = 0; seed < requestsEach; seed++) {
        const known = { merchantId, publicId, code: 'EXPLORE3', ...ids }
        const request = generateRequest(operation, String(seed), known)
        const response = await app.app.inject({
          method: operation.method,
          url: request.url,
          headers: { ...headers, 'idempotency-key': String(seed), ...request.headers },
          ...(request.payload === undefined ? {} : { payload: request.payload }),
          // Each has an address of its own: limits are tested elsewhere.
          remoteAddress: `10.${seed >> 8}.${seed & 255}.1`,
        })
        const { statusCode, body } = response
        seen.set(statusCode, (seen.get(statusCode) ?? 0) + 1)
        const about = `${name} ${seed}: ${statusCode} ${body.slice(0, 300)}`
        expect(statusCode, about).toBeLessThan(500)
        if (statusCode === success) {
          const isJson = String(response.headers['content-type']).startsWith('application/json')
          expect(contract.response.safeParse(isJson ? response.json() : body).success, about).toBe(true)
          continue
        }
        if (contract.bareFieldErrors && Array.isArray(response.json())) {
          expect(z.array(fieldErrorSchema).safeParse(response.json()).success, about).toBe(true)
          continue
        }
        expect(errorBodySchema.safeParse(response.json()).success, about).toBe(true)
        expect([...anywhere, ...contract.errors], about).toContain(response.json().code)
        expect(body, about).not.toMatch(/node_modules|\.ts:\d|select |insert into/i)
      }
      // Requests that are all refused prove little.
      if (!refusesStrangers.has(name)) expect(seen.get(success) ?? 0, name).toBeGreaterThan(requestsEach / 20)
    },
  )
})

test.each([...apiContracts])(
  '%s by a key: never a 5xx, and every answer is one that was declared',
  longTest,
  async (name, contract) => {
    const { key } = await newApiClient(app, partner)
    const { id } = await newMember(app, partner)
    const operation = (await operationsOf(app, 'Partner API')).find(each => each.name === name)!
    for (let seed = 0; seed < requestsEach; seed++) {
      const known = { merchantId, memberId: id, id, code: 'EXPLORE3' }
      const request = generateRequest(operation, String(seed), known)
      const { statusCode, body, ...response } = await app.app.inject({
        method: operation.method,
        url: request.url,
        headers: {
          host: apiHost,
          authorization: `Bearer ${key}`,
          'idempotency-key': String(seed),
          ...request.headers,
        },
        ...(request.payload === undefined ? {} : { payload: request.payload }),
      })
      const about = `${name} ${seed}: ${statusCode} ${body.slice(0, 300)}`
      expect(statusCode, about).toBeLessThan(500)
      if (statusCode < 300) expect(contract.response.safeParse(response.json()).success, about).toBe(true)
      else expect([...anywhere, ...contract.errors], about).toContain(response.json().code)
      expect(body, about).not.toMatch(/node_modules|\.ts:\d|select |insert into/i)
    }
  },
)

test('signed events of any content are answered below 500, and what is stored can be worked on', async () => {
  const network = await newCardNetwork(app)
  const shape = {
    type: 'object',
    properties: Object.fromEntries(
      Object.entries(network.body()).map(([name, value]) => [name, { type: typeof value }]),
    ),
  }
  const operation = { name: 'event', method: 'POST', path: '/', parameters: [], body: shape } as const
  const statuses = new Set<number>()
  for (let seed = 0; seed < requestsEach; seed++) {
    const { payload = '' } = generateRequest(operation, String(seed))
    const event = ['transaction.auth', 'transaction.clearing', 'transaction.refund'][seed % 3]!
    const fields = payload.startsWith('{"') ? safeParse(payload) : null
    // Half of them have just one thing wrong: those come furthest.
    const body = fields && seed % 2 ? JSON.stringify({ ...network.body(), ...oneOf(fields, seed) }) : payload
    statuses.add((await sendSigned(app, event, body)).statusCode)
  }
  expect([...statuses].toSorted()).toEqual([200, 400])
  expect((await processInbox({ db: app.database.db, clock: app.clock, partners: app.partners })).failed).toBe(
    0,
  )
})

function safeParse(text: string): Record<string, unknown> | null {
  try {
    return JSON.parse(text) as Record<string, unknown>
  } catch {
    return null
  }
}

function oneOf(fields: Record<string, unknown>, seed: number): object {
  const entries = Object.entries(fields)
  const chosen = entries[seed % entries.length]
  return chosen ? Object.fromEntries([chosen]) : {}
}
