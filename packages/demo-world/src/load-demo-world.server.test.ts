import { distanceMiles } from '@dineward/core/merchants/distance.rules.ts'
import {
  asksForEmailOptIn,
  canSelfEnroll,
  hasEnrollment,
  offersReferrals,
  settlesWithPartner,
} from '@dineward/core/partner/partner-questions.ts'
import { payoutCents, paysOut } from '@dineward/core/payouts/payouts.rules.ts'
import { localDateAt } from '@dineward/core/shared/local-date.ts'
import { seededRandom } from '@dineward/core/shared/seeded-random.ts'
import { ledgerProblems } from '@dineward/server/seeding.ts'
import { consoleClient } from '@dineward/server/testing/access/console-for-test.ts'
import { longTest } from '@dineward/server/testing/long-test.ts'
import { createTestApp } from '@dineward/server/testing/test-app.ts'
import { newClient, signedInClient } from '@dineward/server/testing/test-client.ts'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { demoAccounts, demoEmail, demoMemberId, demoPassword, demoPeople } from './demo-accounts.ts'
import { demoDines } from './demo-dines.ts'
import { demoMembers } from './demo-members.ts'
import { demoParticipations } from './demo-participations.ts'
import { placesOf } from './demo-places.ts'
import { demoRestaurants } from './demo-restaurants.ts'
import { openDemoWork } from './demo-work.ts'
import { loadDemoWorld } from './load-demo-world.ts'
import { mistyped } from './mistyped.ts'

const app = await createTestApp({}, { ownDatabase: true })
const { db } = app.database
const partners = app.partners.all()
const { gateways } = app.context(partners[0]!)
const world = { database: app.database, clock: app.clock, partners: app.partners, gateways }
const lines: string[] = []
const load = () => loadDemoWorld(world, partners, { report: line => lines.push(line) })
const joinable = partners.filter(hasEnrollment)
const selfEnrolling = partners.filter(canSelfEnroll)

/** Row counts and a checksum of every table that the loading writes. */
async function everything(): Promise<unknown> {
  const tables = ['merchants', 'merchant_mids', 'merchant_reviews', 'merchant_participations', 'members']
  tables.push(
    'linked_cards',
    'card_events',
    'dines',
    'dine_amounts',
    'dine_components',
    'ledger_entries',
    'accruals',
    'outgoing_mails',
    'account_rewards',
    'referrals',
    'statement_credits',
    'merchant_offers',
    'merchant_events',
    'flex_offers',
    'offers',
    'offer_merchants',
    'member_favorites',
    'restaurant_books',
    'restaurant_tables',
    'reservations',
    'table_slots',
  )
  const counted = await Promise.all(
    tables.map(async table => {
      const { rows } = await sql`select count(*) as rows, md5(string_agg(t::text, '' order by t::text)) as sum
        from ${sql.table(table)} t`.execute(db)
      return [table, rows[0]]
    }),
  )
  return Object.fromEntries(counted)
}

beforeAll(load)

test('second start: changes nothing', async () => {
  const before = await everything()
  await load()
  expect(await everything()).toEqual(before)
  expect(lines).toHaveLength(1)
  expect(lines[0]).toMatch(/608 restaurants, \d+ dines/)
})

test('ledger: no problems', async () => {
  expect(await ledgerProblems(db)).toEqual([])
})

test.each(partners.filter(paysOut).map(partner => [partner.slug, partner] as const))(
  'payouts at %s: none is due',
  async (slug, partner) => {
    const balances = await db
      .selectFrom('ledgerEntries')
      .select(['memberId', eb => eb.fn.sum<string>('units').as('units')])
      .where('partnerId', '=', slug)
      .where('account', '=', 'member_rewards')
      .groupBy('memberId')
      .execute()
    expect(balances.length).toBeGreaterThan(0)
    for (const { memberId, units } of balances)
      expect(payoutCents(partner, Number(units)), memberId!).toBeNull()
  },
)

test('loading that fails: leaves nothing behind', async () => {
  const other = await createTestApp({}, { ownDatabase: true })
  const [first, ...rest] = other.partners.all()
  const broken = { ...rest[0]!, slug: 'unknown-place' }
  const otherWorld = { ...world, database: other.database, partners: other.partners }
  const quiet = { report: () => {} }
  await expect(loadDemoWorld(otherWorld, [first!, broken], quiet)).rejects.toThrow('unknown-place')
  const { rows } = await sql`select id from merchants`.execute(other.database.db)
  expect(rows).toEqual([])
})

describe.each(partners.map(partner => [partner.slug, partner] as const))('%s', (_slug, partner) => {
  test('members: only where people can enroll', async () => {
    const members = await db
      .selectFrom('members')
      .select('email')
      .where('partnerId', '=', partner.slug)
      .execute()
    expect(members.length).toBe(hasEnrollment(partner) ? demoPeople.length : 0)
  })
})

describe.each(joinable.map(partner => [partner.slug, partner] as const))(
  'a member of %s',
  (_slug, partner) => {
    const dinesOf = (person: (typeof demoPeople)[number]) =>
      db
        .selectFrom('dines')
        .select(['status', 'reasonCode'])
        .where('partnerId', '=', partner.slug)
        .where('memberId', '=', demoMemberId(partner, person))
        .execute()

    test('dines: a year of them in every status, with the common reasons', async () => {
      const dines = await dinesOf('member')
      expect(dines.length).toBeGreaterThanOrEqual(36)
      expect(dines.length).toBeLessThanOrEqual(50)
      const statuses = new Set(dines.map(dine => dine.status))
      const waiting = settlesWithPartner(partner) ? (['Deferred'] as const) : []
      expect(statuses).toEqual(new Set(['Pending', 'Awarded', ...waiting, 'Paid', 'Forfeit']))
      const reasons = dines.map(dine => dine.reasonCode)
      for (const reason of ['tip_pending', 'partly_refunded', 'refunded_in_full', 'not_participating'])
        expect(reasons, reason).toContain(reason)
      for (const reason of ['excluded_day', 'card_not_linked_at_dine', 'authorization_expired'])
        expect(reasons, reason).toContain(reason)
    })

    test('other accounts: the VIP dined more, the opted-out member less, the new one not at all', async () => {
      const [vip, optedOut, fresh] = await Promise.all([dinesOf('vip'), dinesOf('optedout'), dinesOf('new')])
      expect(vip.length).toBeGreaterThanOrEqual(60)
      expect(optedOut.length).toBeLessThan(20)
      expect(fresh).toEqual([])
    })

    test('referrals: two friends joined with the link, and the one who dined was rewarded, as the member was', async () => {
      const referrals = await db
        .selectFrom('referrals')
        .select(['memberId', 'referrerId', 'refusal', 'rewardId', 'referrerRewardId'])
        .where('partnerId', '=', partner.slug)
        .execute()
      const [memberId, referrerId] = [demoMemberId(partner, 'locked'), demoMemberId(partner, 'member')]
      const rewarded = { memberId, referrerId, refusal: null, rewardId: expect.any(String) }
      expect(referrals).toEqual(
        offersReferrals(partner) ? [{ ...rewarded, referrerRewardId: expect.any(String) }] : [],
      )
    })

    test('payouts: exactly where the partner pays balances out, of whole balances', async () => {
      const credits = await db
        .selectFrom('statementCredits')
        .selectAll()
        .where('partnerId', '=', partner.slug)
        .where('memberId', '=', demoMemberId(partner, 'member'))
        .execute()
      expect(credits.length > 0).toBe(paysOut(partner))
      for (const credit of credits)
        expect(credit.amountCents).toBeGreaterThanOrEqual(partner.settings.payout.thresholdCents)
    })

    test('dines: none is paid before it took place', async () => {
      const paid = db.selectFrom('dines').selectAll().where('partnerId', '=', partner.slug)
      expect(await paid.whereRef('paidAt', '<', 'dinedAt').execute()).toEqual([])
    })

    test('dines: the product decides each as it was made to be', async () => {
      const today = localDateAt('America/New_York', app.clock.now())
      const places = placesOf(
        demoRestaurants(today),
        demoParticipations(partner, demoRestaurants(today), today),
      )
      const made = demoMembers(partner, app.clock.now(), null).flatMap(member =>
        demoDines(partner, member, places, app.clock.now()),
      )
      const decided = await db
        .selectFrom('dines')
        .select(['sourceTransactionId', 'status', 'reasonCode'])
        .where('partnerId', '=', partner.slug)
        .execute()
      const reasons = decided.map(({ sourceTransactionId, status, reasonCode }): [string, string | null] => [
        sourceTransactionId,
        status === 'Forfeit' ? reasonCode : null,
      ])
      expect(new Map(reasons)).toEqual(
        new Map(made.map(({ transactionId, forfeitedFor }) => [transactionId, forfeitedFor])),
      )
    })
  },
)

describe.each(selfEnrolling.map(partner => [partner.slug, partner] as const))(
  'the accounts of %s',
  (_slug, partner) => {
    const signIn = (person: (typeof demoPeople)[number]) =>
      newClient(app, partner).send('POST', '/api/SignIn', {
        userName: demoEmail(partner, person),
        password: demoPassword,
      })

    test.each([
      ['member', 2],
      ['vip', 3],
      ['optedout', asksForEmailOptIn(partner) ? 0 : 2],
      ['new', 2],
    ] as const)('%s signs in with the password, tier %i', async (person, tierLevel) => {
      const response = await signIn(person)
      expect(response.statusCode).toBe(200)
      expect(response.json().member).toMatchObject({ tierLevel, emailOptIn: person !== 'optedout' })
    })

    test('new: has an open bonus', async () => {
      const { member } = (await signIn('new')).json()
      expect(member.activeBonuses[0]).toMatchObject({ bonusStatus: 'Eligible', memberIsEligibleForNMB: true })
    })

    test('locked: for 30 minutes', async () => {
      const before = app.clock.now()
      app.clock.advance(29 * 60_000)
      expect((await signIn('locked')).json().code).toBe('account_locked')
      app.clock.advance(60_000)
      expect((await signIn('locked')).statusCode).toBe(200)
      app.clock.set(before)
    })

    test('closed: has no card', async () => {
      expect((await signIn('closed')).json().member.memberType).toBe('ClosedAccountMember')
    })

    test('member: sees two cards and the newest dines', async () => {
      const client = await signedInClient(app, partner, demoMemberId(partner, 'member'))
      expect((await client.get('/api/Member/Cards')).json().items).toHaveLength(2)
      const activity = (await client.get('/api/Member/Transactions?resultsPerPage=100')).json()
      expect(activity.totalResultSize).toBeGreaterThanOrEqual(36)
      const { diningProgress } = (await client.get('/api/Member')).json()
      expect(diningProgress).toMatchObject({ status: 'Building', remainingDines: 3 })
      expect(activity.data[0]).toMatchObject({ awardStatus: 'Pending', reason: { code: 'tip_pending' } })
    })
  },
)

test('why a dine was paid: what was reported, decided, posted and told to the partner, in the order of time', async () => {
  const client = await consoleClient(app, 'support')
  const paid = await db
    .selectFrom('dines')
    .select('sourceTransactionId')
    .where('partnerId', '=', 'skyward')
    .where('memberId', '=', demoMemberId({ slug: 'skyward' }, 'member'))
    .where('status', '=', 'Paid')
    .where('reasonCode', 'is', null)
    .orderBy('dinedAt', 'desc')
    .executeTakeFirstOrThrow()
  const response = await client.get(`/api/Console/Transactions/${paid.sourceTransactionId}`)
  const { transaction } = response.json()
  expect(transaction.decision.map(({ label }: { label: string }) => label)).toEqual([
    'Bill',
    'Restaurant',
    'Card',
    'Tier at the dine',
    'Amount that earns',
    'Rate',
    'Rules',
  ])
  expect(transaction.events).toMatchObject([
    { event: 'transaction.auth', status: 'processed', report: { kind: 'authorization' } },
    { event: 'transaction.clearing', status: 'processed', report: { kind: 'clearing' } },
  ])
  expect(transaction.postings.map(({ kind }: { kind: string }) => kind)).toEqual([
    'dine_reward',
    'settlement',
  ])
  expect(transaction.files).toMatchObject([{ state: 'confirmed' }])
  expect(transaction.history.map(({ status }: { status: string }) => status)).toEqual([
    'Pending',
    'Awarded',
    'Deferred',
    'Paid',
  ])
})

test('start banner: every account, and the one to activate', () => {
  const accounts = demoAccounts(partners)
  expect(accounts).toHaveLength(joinable.length * demoPeople.length)
  for (const partner of selfEnrolling) {
    const visitor = accounts.find(account => account.email === demoEmail(partner, 'visitor'))
    expect(visitor?.who).toContain(`public_id=${demoMemberId(partner, 'visitor')}`)
    const prospect = accounts.find(account => account.email === demoEmail(partner, 'prospect'))
    expect(prospect?.who).toContain(`public_id=${demoMemberId(partner, 'prospect')}`)
  }
})

test('neighborhood: found by its name, or where several cities have it by name and city', async () => {
  const { rows } = await sql<{
    neighborhood: string
    city: string
    state: string
    latitude: number
    longitude: number
  }>`
    select neighborhood, city, state, avg(latitude)::float8 as latitude, avg(longitude)::float8 as longitude
    from merchants where neighborhood <> '' group by neighborhood, city, state`.execute(db)
  expect(rows.length).toBeGreaterThan(50)
  const client = newClient(app, partners[0]!)
  const missed: string[] = []
  for (const row of rows) {
    const namesakes = rows.filter(({ neighborhood }) => neighborhood === row.neighborhood).length
    const ways = [`${row.neighborhood}, ${row.city}, ${row.state}`, `${row.neighborhood} ${row.city}`]
    for (const text of namesakes > 1 ? ways : [...ways, row.neighborhood]) {
      const response = await client.get(`/api/Locations?query=${encodeURIComponent(text)}`)
      const [first] = response.json().items
      if (!first || distanceMiles(first, row) > 2) missed.push(`${text}: ${first?.label}`)
    }
  }
  expect(missed).toEqual([])
})

test('restaurant typed with one mistake -> found in at least 98 %', longTest, async () => {
  const partner = partners[0]!
  const client = newClient(app, partner)
  await app.searchIndex.refresh()
  const rows = await db
    .selectFrom('merchants')
    .innerJoin('merchantParticipations', 'merchantId', 'merchants.id')
    .where('partnerId', '=', partner.slug)
    .where('leftOn', 'is', null)
    .select(['merchants.id', 'name'])
    .orderBy('merchants.id')
    .execute()
  expect(rows.length).toBeGreaterThan(400)
  const random = seededRandom('typing mistakes')
  const missed: string[] = []
  for (const { id, name } of rows) {
    const typed = mistyped(random, name)
    const query = `bounds=-180,-90,180,90&pageSize=100&restaurantOrCuisine=${encodeURIComponent(typed)}`
    const response = await client.get(`/api/v2/Merchants/Search?${query}`)
    const { merchants } = response.json()
    if (!merchants.some((merchant: { id: string }) => merchant.id === id)) missed.push(`${name}: ${typed}`)
  }
  expect(missed.length, missed.join(', ')).toBeLessThanOrEqual(0.02 * rows.length)
})

test('work for staff -> claims in three states, dines to review, an adjustment, a parked event; no other posting', async () => {
  const partner = app.partners.bySlug('skyward')!
  const postings = async () => {
    const released = db.selectFrom('dineHolds').select('dineId').where('state', '=', 'released')
    const rows = db.selectFrom('ledgerPostings').select('id')
    return (await rows.where(({ not, eb }) => not(eb('correlationId', 'in', released))).execute()).length
  }
  const before = await postings()
  await openDemoWork(world, partner)
  const claims = await db.selectFrom('claims').select('state').where('partnerId', '=', partner.slug).execute()
  expect(claims.map(({ state }) => state).toSorted()).toEqual(['checking', 'declined', 'waiting_for_network'])
  const holds = await db
    .selectFrom('dineHolds')
    .select('state')
    .where('partnerId', '=', partner.slug)
    .execute()
  expect(holds.map(({ state }) => state).toSorted()).toEqual(['open', 'open', 'refused', 'released'])
  const { items } = (await (await consoleClient(app, 'admin')).get('/api/Console/Finance/Exceptions')).json()
  expect(items.map(({ kind }: { kind: string }) => kind).toSorted()).toEqual([
    'network_differences',
    'parked_events',
    'waiting_approvals',
  ])
  expect(await postings()).toEqual(before)
})
