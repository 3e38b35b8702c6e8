import type { Access } from '@dineward/core/shared/contract.ts'
import { frameCard } from '../frame-card.ts'
import { prospect, provenProspect } from '../prospect.ts'
import type { TestClient } from '../test-client.ts'

/** All but the first know the ids of the first member's card and restaurant, and use those. */
export const visitors = [
  'member',
  'anonymous',
  'otherMember',
  // This one is signed in at another partner, on its host.
  'otherPartner',
  // The same session on this partner's host.
  'carriedOver',
  'closed',
  // This one is signed in by the partner, and no member yet.
  'person',
  // This one is signed in as staff only.
  'staff',
  // Staff of another partner, with that session on this partner's host.
  'staffElsewhere',
] as const
export type Visitor = (typeof visitors)[number]

export interface Scene {
  readonly member: { readonly id: string; readonly email: string }
  readonly cardId: string
  readonly merchantId: string
  readonly client: TestClient
  /** Books a table for the first member and returns its id. */
  bookTable(): Promise<string>
  /** It makes a list of the first member and returns its id. */
  makeList(): Promise<string>
}

/** Only calls that need more than the parameters of their path, or that deviate from their declared access. */
interface Case {
  readonly query?: (scene: Scene) => string
  readonly body?: (scene: Scene) => object
  readonly headers?: Readonly<Record<string, string>>
  /** Statuses that do not follow from the declared access. */
  readonly statuses?: Partial<Record<Visitor, number>>
  /** The answer is about the id in the call, and so contains it. */
  readonly answersId?: true
  /** The shipped partner to be like, where it matters. */
  readonly like?: string
}

const ofPartner = { otherPartner: 404 }
const ofMember = { otherMember: 404, otherPartner: 404, closed: 404 }
const forEveryone = (status: number) =>
  Object.fromEntries(visitors.map(visitor => [visitor, status])) as Record<Visitor, number>

export const cases: Readonly<Record<string, Case>> = {
  'POST /api/SignIn': {
    body: ({ member }) => ({ userName: member.email, password: 'not-the-password-1' }),
    statuses: forEveryone(401),
  },
  'POST /api/Member/Join': {
    body: () => ({ zipCode: '10001', termsAccepted: true, privacyAccepted: true }),
  },
  'POST /api/Members/Recovery': {
    body: ({ member }) => ({ userName: member.email }),
    statuses: forEveryone(202),
  },
  // There is no code.
  'POST /api/Members/Recovery/Confirm': {
    body: ({ member }) => ({ userName: member.email, code: '123456' }),
    statuses: forEveryone(400),
  },
  'PUT /api/Members/Recovery/Password': {
    body: () => ({ recoveryToken: 'none', password: 'Dinner-For-2!', passwordConfirm: 'Dinner-For-2!' }),
    statuses: forEveryone(400),
  },
  'POST /api/Members/EmailConfirmation': {
    body: () => ({ token: 'made-up' }),
    statuses: forEveryone(400),
  },
  'POST /api/Members/EmailChange': {
    body: () => ({ token: 'made-up' }),
    statuses: forEveryone(400),
  },
  'POST /api/Members/EmailRestore': {
    body: () => ({ token: 'made-up' }),
    statuses: forEveryone(400),
  },
  'POST /api/Members/MailSubscription': {
    body: () => ({ token: 'made-up', subscribed: false }),
    statuses: forEveryone(400),
  },
  'PUT /api/Member/Credentials': {
    // The member has no password.
    body: () => ({ email: 'ada@example.com', password: 'not-the-password-1' }),
    statuses: { member: 400, otherMember: 400, otherPartner: 400, closed: 400 },
  },
  'PUT /api/Member/Password': {
    body: () => ({ current: 'no', password: 'Lobster-Harvest-42', passwordConfirm: 'Lobster-Harvest-42' }),
    statuses: { member: 400, otherMember: 400, otherPartner: 400, closed: 400 },
  },
  // There is no code.
  'POST /api/Member/Credentials/Confirm': {
    body: () => ({ code: '123456' }),
    statuses: { member: 400, otherMember: 400, otherPartner: 400, closed: 400 },
  },
  'PUT /api/Member': { body: () => ({ firstName: 'Ada' }), statuses: { closed: 403 } },
  'POST /api/Members/ProfileDraft': {
    body: ({ member }) => ({ owner: member.id, values: { city: 'Troy' } }),
  },
  'GET /api/Members/Validate/Email': { query: () => 'email=ada%40example.com' },
  'POST /api/Members/Validate/Email': { body: () => ({ email: 'ada@example.com' }) },
  'GET /api/Members/Validate/Zip': { query: () => 'zip=10001' },
  'POST /api/Members/Prospects/Email': { body: () => ({ email: 'ada@example.com' }) },
  'GET /api/Member/{publicId}': { statuses: ofPartner, answersId: true },
  // The member has no web profile: there is nothing to activate.
  'POST /api/Member/Activate': {
    body: ({ member }) => ({ publicId: member.id }),
    statuses: { ...forEveryone(403), ...ofPartner },
  },
  // Neither Apple nor Google has confirmed anyone in these browsers.
  'POST /api/SignIn/Provider/Join': {
    body: () => provenProspect(),
    statuses: forEveryone(400),
  },
  'POST /api/SignIn/Provider/Link': {
    body: () => ({ password: 'not-the-password-1' }),
    statuses: forEveryone(400),
  },
  'POST /api/Member/SignInProviders': {
    statuses: { member: 400, otherMember: 400, otherPartner: 400, closed: 400 },
  },
  'DELETE /api/Member/SignInProviders': {
    query: () => 'provider=google',
    statuses: { member: 404, otherMember: 404, otherPartner: 404, closed: 404 },
  },
  'POST /api/Members/Prospects': { body: () => prospect() },
  'GET /api/v2/Merchants/Search': { query: () => 'latitude=40.7&longitude=-74' },
  'GET /api/v2/Merchants/List': { query: () => 'ids=nowhere' },
  'GET /api/v2/Merchants/Map': { query: () => 'latitude=40.7&longitude=-74' },
  'GET /api/v2/Merchants/{merchantId}': { statuses: ofPartner },
  'GET /api/v2/Merchants/{merchantId}/Reviews': { statuses: ofPartner },
  'PUT /api/Member/Favorites/{merchantId}': { statuses: ofPartner },
  'POST /api/Member/Lists': {
    body: () => ({ name: 'Date night' }),
    statuses: { member: 201, otherMember: 201, otherPartner: 201, closed: 201 },
  },
  'GET /api/Member/Lists/{listId}': { statuses: ofMember },
  'PUT /api/Member/Lists/{listId}': { body: () => ({ name: 'Other' }), statuses: ofMember },
  'PUT /api/Member/Lists/{listId}/Places/{merchantId}': { statuses: ofMember },
  'PUT /api/Member/Lists/{listId}/Share': { statuses: ofMember },
  'DELETE /api/Member/Lists/{listId}/Share': { statuses: ofMember },
  'POST /api/Member/Lists/Copies': {
    body: () => ({ shareId: 'made-up' }),
    statuses: { member: 404, ...ofMember },
  },
  'GET /api/Lists/{shareId}': { statuses: forEveryone(404) },
  'POST /api/Member/Searches': {
    body: () => ({ name: 'Sushi', query: 'cuisines=Sushi' }),
    statuses: { member: 201, otherMember: 201, otherPartner: 201, closed: 201 },
  },
  'DELETE /api/Member/Searches': { query: () => 'id=made-up' },
  'POST /api/Member/Votes': {
    body: ({ merchantId }) => ({
      listId: 'made-up',
      merchantIds: [merchantId, 'other'],
      date: '2026-03-12',
      time: '19:00',
      partySize: 2,
    }),
    statuses: { member: 404, ...ofMember },
  },
  // There is no such vote.
  'GET /api/Votes/{voteId}': { statuses: forEveryone(404) },
  'PUT /api/Votes/{voteId}/Ballot': {
    body: ({ merchantId }) => ({ name: 'Bo', merchantIds: [merchantId] }),
    statuses: forEveryone(404),
  },
  'PUT /api/Member/Votes/{voteId}/Closed': { statuses: { member: 404, ...ofMember } },
  'DELETE /api/Member/Votes/{voteId}/Guests/{guestId}': { statuses: { member: 404, ...ofMember } },
  'PUT /api/Member/HiddenPicks/{merchantId}': { statuses: ofPartner },
  'GET /api/merchants/{merchantId}/flex-offers/members/{publicId}': {
    statuses: { otherMember: 403, otherPartner: 404, closed: 403 },
  },
  'POST /api/Member/Bonus/{code}': { statuses: { closed: 409 } },
  'GET /api/v2/Merchants/{merchantId}/Availability': {
    query: () => 'date=2026-03-12&time=19:00&partySize=2',
    statuses: ofPartner,
  },
  'POST /api/Member/Reservations/Holds': {
    body: scene => tableAt(scene),
    statuses: { otherPartner: 404, closed: 403 },
  },
  'POST /api/Member/Reservations': {
    body: scene => tableAt(scene),
    headers: { 'idempotency-key': 'one' },
    statuses: { otherPartner: 404, closed: 403 },
  },
  'POST /api/Member/TableAlerts': {
    body: ({ merchantId }) => ({
      merchantId,
      date: '2026-03-12',
      from: '18:00',
      to: '20:00',
      partySize: 2,
    }),
    statuses: { member: 201, otherMember: 201, otherPartner: 404, closed: 403 },
  },
  'POST /api/Member/Waitlist': {
    // The restaurant has no waitlist.
    body: ({ merchantId }) => ({ merchantId, partySize: 2 }),
    statuses: { member: 400, otherMember: 400, otherPartner: 404, closed: 400 },
  },
  'DELETE /api/Member/TableAlerts': { query: () => 'id=made-up' },
  'GET /api/Member/Reservations/{reservationId}/Availability': {
    query: () => 'date=2026-03-12&time=19:00&partySize=2',
    statuses: ofMember,
  },
  'PUT /api/Member/Reservations/{reservationId}': {
    body: () => ({ slotId: '20260313T2300Z', partySize: 2 }),
    statuses: ofMember,
  },
  'DELETE /api/Member/Reservations/{reservationId}': { statuses: ofMember },
  'GET /api/Member/Reservations/{reservationId}/Calendar': { statuses: ofMember },
  'GET /api/Member/Reservations/{reservationId}/Pass.pkpass': { statuses: ofMember },
  'GET /api/Member/Reservations/{reservationId}/PassLink': { statuses: ofMember },
  'GET /api/Member/Passes/Membership.pkpass': { statuses: { closed: 403 } },
  'GET /api/Member/Passes/Membership/Link': { statuses: { closed: 403 } },
  'POST /api/Guests/Codes': {
    body: () => ({ email: 'iris@example.com' }),
    statuses: forEveryone(202),
  },
  'POST /api/Guests/Reservations': {
    body: scene => ({ ...tableAt(scene), name: 'Iris', email: 'iris@example.com', code: '000000' }),
    headers: { 'idempotency-key': 'one' },
    statuses: forEveryone(400),
  },
  'GET /api/Guests/Reservations': { query: () => 'token=made-up', statuses: forEveryone(404) },
  'PUT /api/Guests/Reservations': {
    body: () => ({ token: 'made-up', slotId: '20260313T2300Z', partySize: 2 }),
    statuses: forEveryone(404),
  },
  'POST /api/Guests/Reservations/Cancel': {
    body: () => ({ token: 'made-up' }),
    statuses: forEveryone(404),
  },
  'POST /api/Member/GuestReservations': {
    body: () => ({ token: 'made-up' }),
    statuses: { member: 404, ...ofMember },
  },
  'GET /api/Locations': { query: () => 'query=10001' },
  'GET /api/Suggestions': { query: () => 'query=thai' },
  'GET /api/Cards/AllPartnerCards': { like: 'harbor' },
  'POST /api/Member/Cards': {
    body: () => ({
      creditCards: [frameCard({ slug: 'any' }, '4111111111111111')],
      directFileFeedOptIn: true,
    }),
    statuses: { closed: 403 },
  },
  'PUT /api/Member/Cards': {
    query: ({ cardId }) => `id=${cardId}`,
    body: () => ({ name: 'Dinners' }),
    statuses: ofMember,
  },
  // Only closed accounts may call it.
  'POST /api/Member/Reenroll': {
    body: () => ({ creditCards: [frameCard({ slug: 'any' }, '4111111111111111')] }),
    statuses: { member: 403, otherMember: 403, otherPartner: 403, closed: 200 },
  },
  'DELETE /api/Member/Cards': { query: ({ cardId }) => `id=${cardId}`, statuses: ofMember },
  'POST /api/Member/Claims': {
    body: ({ merchantId }) => ({ merchantId, dinedOn: '2026-02-20', amount: 42.5 }),
    statuses: { member: 201, otherMember: 201, otherPartner: 404, closed: 201 },
  },
  // There is no such dine, and no such review.
  'POST /api/Member/Reviews': {
    body: () => ({ transactionId: 'made-up', rating: 4, text: 'A lovely evening.' }),
    statuses: { member: 404, otherMember: 404, otherPartner: 404, closed: 404 },
  },
  'POST /api/Reviews/{reviewId}/Reports': {
    body: () => ({ email: 'owner@example.com', reason: 'This is another restaurant.' }),
    statuses: forEveryone(404),
  },
  'DELETE /api/Member': {
    body: () => ({}),
    statuses: { member: 202, otherMember: 202, otherPartner: 202, closed: 202 },
  },
  // There is no passkey.
  'POST /api/Member/Passkeys': {
    body: () => ({ name: 'laptop', response: { id: 'made-up' } }),
    statuses: { member: 400, otherMember: 400, otherPartner: 400, closed: 400 },
  },
  'DELETE /api/Member/Passkeys': {
    query: () => 'id=made-up',
    statuses: { member: 404, ...ofMember },
  },
  'POST /api/SignIn/Passkey': {
    body: () => ({ response: { id: 'made-up' } }),
    statuses: forEveryone(401),
  },
  'POST /api/Member/Notifications': {
    body: () => ({
      endpoint: 'https://push.example/1',
      keys: { p256dh: `B${'A'.repeat(86)}`, auth: 'A'.repeat(22) },
    }),
  },
  'POST /api/Member/Notifications/App': {
    body: () => ({ subscriptionId: '1dd608f2-c6a1-11e3-851d-000c2940e62c' }),
  },
  'DELETE /api/Member/Notifications': {
    query: () => 'id=made-up',
    statuses: { member: 404, ...ofMember },
  },
  'DELETE /api/Member/Sessions': { query: () => 'others' },
  'GET /api/Member/TransactionsStatementCredits': { like: 'harbor' },
  'GET /api/Member/StatementCreditBalance': { like: 'harbor' },
  'POST /api/Impressions': {
    body: ({ merchantId }) => [
      {
        channel: 'web',
        dateTime: '2026-03-10T18:00:00Z',
        userAgent: 'Mozilla/5.0',
        event: 'merchant_view',
        merchantId,
      },
    ],
  },
  'POST /api/Staff/SignIn': {
    body: ({ member }) => ({ email: member.email, password: 'not-the-password-1' }),
    statuses: forEveryone(401),
  },
  'GET /api/Surveys/{surveyId}': { like: 'harbor' },
  'POST /api/Surveys/{surveyId}/Answers': { body: () => ({ answers: { ease: 4 } }), like: 'harbor' },
  'POST /api/Staging/Clock': { body: () => ({ now: null }) },
}

/** What a visitor is answered under a declared access. */
export function statusUnder(access: Access, visitor: Visitor): number {
  if (access === 'public') return 200
  if (visitor === 'person') return access === 'person' ? 200 : access === 'member' ? 403 : 401
  if (access === 'member' || access === 'person')
    return ['member', 'otherMember', 'otherPartner', 'closed'].includes(visitor) ? 200 : 401
  return visitor === 'staff' ? 200 : 401
}

export async function pathOf(name: string, scene: Scene): Promise<string> {
  const [, path = ''] = name.split(' ')
  const values: Record<string, () => string | Promise<string>> = {
    merchantId: () => scene.merchantId,
    publicId: () => scene.member.id,
    code: () => 'EXPLORE3',
    reservationId: () => scene.bookTable(),
    listId: () => scene.makeList(),
    shareId: () => 'made-up',
    voteId: () => 'made-up',
    guestId: () => 'made-up',
    contentType: () => 'pages',
    contentName: () => 'global',
    surveyId: () => 'first-dinners',
    reviewId: () => 'made-up',
  }
  const [parameter] = /\{(\w+)\}/.exec(path)?.slice(1) ?? []
  if (parameter === undefined) return path
  const value = values[parameter]
  if (!value) throw new Error(`There is no value for {${parameter}}: add one to pathOf.`)
  return pathOf(`${name.split(' ')[0]} ${path.replace(`{${parameter}}`, await value())}`, scene)
}

export const tableAt = ({ merchantId }: Pick<Scene, 'merchantId'>) => ({
  merchantId,
  slotId: '20260312T2300Z',
  partySize: 2,
})
