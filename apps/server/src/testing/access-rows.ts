import { frameCard } from './frame-card.ts'
import { prospect } from './prospect.ts'
import type { TestClient } from './test-client.ts'

/*
 * The rows of the access matrix: for each call, what each visitor is answered.
 */

/** All but the first know the ids of the first member's card and restaurant, and ask for those. */
export const visitors = [
  'member',
  'anonymous',
  'otherMember',
  'otherPartner',
  'carriedOver',
  'closed',
  // Signed in as staff, and as nothing else.
  'staff',
  // Of another partner, and with that session here.
  'staffElsewhere',
] as const
export type Visitor = (typeof visitors)[number]
type Statuses = { readonly [K in Visitor]: number }

interface Row {
  readonly statuses: Statuses
  readonly call?: (scene: Scene) => Call | Promise<Call>
  /** The answer is about the id that was asked for, and so holds it. */
  readonly answersId?: true
  /** The shipped partner to be like, where it matters. */
  readonly like?: string
}

interface Call {
  readonly query?: string
  readonly path?: string
  readonly body?: object
  readonly headers?: Readonly<Record<string, string>>
}

/** What staff may is what anyone may, unless a row says otherwise: they are no members. */
const by = (
  ...[member, anonymous, otherMember, otherPartner, carriedOver, closed]: [
    number,
    number,
    number,
    number,
    number,
    number,
  ]
): Statuses => ({
  member,
  anonymous,
  otherMember,
  otherPartner,
  carriedOver,
  closed,
  staff: anonymous,
  staffElsewhere: anonymous,
})

const everyone = by(200, 200, 200, 200, 200, 200)
const nobody = by(401, 401, 401, 401, 401, 401)
const signedIn = by(200, 401, 200, 200, 401, 200)

export const rows: Record<string, Row> = {
  'GET /api/CSRF': { statuses: everyone },
  'POST /api/SignIn': {
    statuses: nobody,
    call: ({ member }) => ({ body: { userName: member.email, password: 'not-the-password-1' } }),
  },
  'GET /api/SignOut': { statuses: everyone },
  'GET /api/Member': { statuses: signedIn },
  'GET /api/BotCheck/Challenge': { statuses: everyone },
  'GET /api/Members/Validate/Email': {
    statuses: everyone,
    call: () => ({ query: 'email=ada%40example.com' }),
  },
  'POST /api/Members/Prospects/Email': {
    statuses: everyone,
    call: () => ({ body: { email: 'ada@example.com' } }),
  },
  'GET /api/Member/{publicId}': {
    statuses: by(200, 200, 200, 404, 200, 200),
    call: ({ member }) => ({ path: `/api/Member/${member.id}` }),
    answersId: true,
  },
  // Of a member without a web profile: there is nothing to activate.
  'POST /api/Member/Activate': {
    statuses: by(403, 403, 403, 404, 403, 403),
    call: ({ member }) => ({ body: { publicId: member.id } }),
  },
  'POST /api/Members/Prospects': { statuses: everyone, call: () => ({ body: prospect() }) },
  'GET /api/v2/Merchants/Search': {
    statuses: everyone,
    call: () => ({ query: 'latitude=40.7&longitude=-74' }),
  },
  'GET /api/v2/Merchants/Map': {
    statuses: everyone,
    call: () => ({ query: 'latitude=40.7&longitude=-74' }),
  },
  'GET /api/v2/Merchants/{merchantId}': {
    statuses: by(200, 200, 200, 404, 200, 200),
    call: ({ merchantId }) => ({ path: `/api/v2/Merchants/${merchantId}` }),
  },
  'GET /api/v2/Merchants/{merchantId}/Reviews': {
    statuses: by(200, 200, 200, 404, 200, 200),
    call: ({ merchantId }) => ({ path: `/api/v2/Merchants/${merchantId}/Reviews` }),
  },
  'GET /api/Member/Favorites': { statuses: signedIn },
  'PUT /api/Member/Favorites/{merchantId}': {
    statuses: by(200, 401, 200, 404, 401, 200),
    call: ({ merchantId }) => ({ path: `/api/Member/Favorites/${merchantId}` }),
  },
  'DELETE /api/Member/Favorites/{merchantId}': {
    statuses: signedIn,
    call: ({ merchantId }) => ({ path: `/api/Member/Favorites/${merchantId}` }),
  },
  'GET /api/merchants/{merchantId}/flex-offers/members/{publicId}': {
    statuses: by(200, 401, 403, 404, 401, 403),
    call: ({ merchantId, member }) => ({
      path: `/api/merchants/${merchantId}/flex-offers/members/${member.id}`,
    }),
  },
  'GET /api/v2/Merchants/{merchantId}/Availability': {
    statuses: by(200, 200, 200, 404, 200, 200),
    call: ({ merchantId }) => ({
      path: `/api/v2/Merchants/${merchantId}/Availability`,
      query: 'date=2026-03-12&time=19:00&partySize=2',
    }),
  },
  'POST /api/Member/Reservations/Holds': {
    statuses: by(200, 401, 200, 404, 401, 403),
    call: scene => ({ body: tableAt(scene) }),
  },
  'POST /api/Member/Reservations': {
    statuses: by(200, 401, 200, 404, 401, 403),
    call: scene => ({ body: tableAt(scene), headers: { 'idempotency-key': 'one' } }),
  },
  'GET /api/Member/Reservations': { statuses: signedIn },
  'DELETE /api/Member/Reservations/{reservationId}': {
    statuses: by(200, 401, 404, 404, 401, 404),
    call: async scene => ({ path: `/api/Member/Reservations/${await scene.bookTable()}` }),
  },
  'GET /api/Member/Reservations/{reservationId}/Calendar': {
    statuses: by(200, 401, 404, 404, 401, 404),
    call: async scene => ({ path: `/api/Member/Reservations/${await scene.bookTable()}/Calendar` }),
  },
  'GET /api/Locations': { statuses: everyone, call: () => ({ query: 'query=10001' }) },
  'GET /api/DefaultUserLocation': { statuses: everyone },
  'GET /api/Member/Cards': { statuses: signedIn },
  'POST /api/Member/Cards': {
    statuses: by(200, 401, 200, 200, 401, 403),
    call: () => ({ body: { creditCards: [frameCard('4111111111111111')], directFileFeedOptIn: true } }),
  },
  'DELETE /api/Member/Cards': {
    statuses: by(200, 401, 404, 404, 401, 404),
    call: ({ cardId }) => ({ query: `id=${cardId}` }),
  },
  'GET /api/Member/Transactions': { statuses: signedIn },
  'GET /api/Member/TransactionsStatementCredits': { statuses: signedIn, like: 'harbor' },
  'GET /api/Member/StatementCreditBalance': { statuses: signedIn, like: 'harbor' },
  'GET /api/Member/DineSummary': { statuses: signedIn },
  'GET /api/feature-flags': { statuses: everyone },
  'POST /api/Impressions': {
    statuses: everyone,
    call: ({ merchantId }) => ({
      body: [
        {
          channel: 'web',
          dateTime: '2026-03-10T18:00:00Z',
          userAgent: 'Mozilla/5.0',
          event: 'merchant_view',
          merchantId,
        },
      ],
    }),
  },
  'GET /api/cms/{contentType}/{contentName}/': {
    statuses: everyone,
    call: () => ({ path: '/api/cms/pages/global/' }),
  },
  'POST /api/Staff/SignIn': {
    statuses: nobody,
    call: ({ member }) => ({ body: { email: member.email, password: 'not-the-password-1' } }),
  },
  'POST /api/Staff/SignOut': { statuses: everyone },
  'GET /api/Staff': { statuses: { ...nobody, staff: 200 } },
  'GET /api/Surveys/{surveyId}': {
    statuses: everyone,
    call: () => ({ path: '/api/Surveys/first-dinners' }),
    like: 'harbor',
  },
  'POST /api/Surveys/{surveyId}/Answers': {
    statuses: everyone,
    call: () => ({ path: '/api/Surveys/first-dinners/Answers', body: { answers: { ease: 4 } } }),
    like: 'harbor',
  },
  'GET /api/Staging': { statuses: everyone },
  'POST /api/Staging/Clock': { statuses: everyone, call: () => ({ body: { now: null } }) },
  'POST /hooks/fidel/{event}': {
    statuses: nobody,
    call: () => ({ path: '/hooks/fidel/transaction.clearing', body: {} }),
  },
}

export interface Scene {
  readonly member: { readonly id: string; readonly email: string }
  readonly cardId: string
  readonly merchantId: string
  readonly client: TestClient
  /** Books a table for the first member, and answers its id. */
  bookTable(): Promise<string>
}

export const tableAt = ({ merchantId }: Pick<Scene, 'merchantId'>) => ({
  merchantId,
  slotId: '20260312T2300Z',
  partySize: 2,
})
