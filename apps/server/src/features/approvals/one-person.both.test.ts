import { bonusDefinitionSchema } from '@dineward/core/partner/bonus-definition.ts'
import { beforeEach, expect, test } from 'vitest'
import { consoleClient } from '../../testing/access/console-for-test.ts'
import { factoryTerms } from '../../testing/access/console-restaurants-cases.ts'
import { createTestApp } from '../../testing/test-app.ts'
import type { TestClient } from '../../testing/test-client.ts'
import { newCardNetwork } from '../card-events/card-network-for-test.ts'
import { merchantStatements } from '../reports/merchant-statement.service.ts'

/* What one person could once do alone, story by story: it waits for another, and nothing is done before. */

const app = await createTestApp()
const { db } = app.database
const reason = 'It is what we agreed'
beforeEach(() => app.clock.set('2026-03-10T18:00:00Z'))

async function expectToWait(client: TestClient, method: 'POST' | 'PUT', path: string, body: object) {
  const answer = await client.send(method, path, body)
  expect([answer.statusCode, answer.json().code], answer.body).toEqual([202, 'approval_needed'])
  const own = await client.send('POST', `/api/Console/Approvals/${answer.json().approvalId}/Approve`, {
    digest: 'x'.repeat(43),
  })
  expect([403, 404]).toContain(own.statusCode)
}

test('support: 71,515 points for a member', async () => {
  const { partner, memberId, balance } = await newCardNetwork(app)
  const support = await consoleClient(app, 'support', partner.slug)
  await expectToWait(support, 'POST', '/api/Console/Adjustments', { memberId, units: 71_515, reason })
  expect(await balance()).toBe(0)
})

test.each([
  ['a dine of $1 that earns 1,000,003 points', {}, 'MILLION', 1_000_000, false],
  ['$100,000 for each dine', { like: 'harbor' }, 'EACHDINE', 10_000_000, true],
])('content: a bonus, %s', async (_story, options, code, units, repeats) => {
  const network = await newCardNetwork(app, options)
  const { slug } = network.partner
  // The program that it is like has them.
  const settings = { hostNames: [] }
  await db
    .insertInto('partnerOverrides')
    .values({ partnerId: slug, settings: JSON.stringify(settings), updatedAt: app.clock.now() })
    .execute()
  app.partners.applyOverrides(slug, { settings, theme: null })
  const content = await consoleClient(app, 'content', slug)
  const path = `/api/Console/Programs/${slug}`
  const bonuses = (await content.get(`${path}/Settings`))
    .json()
    .settings.find((one: { path: string }) => one.path === 'bonuses')
  const bonus = bonusDefinitionSchema.parse({
    code,
    description: 'Thank you',
    reward: { kind: 'fixed', units },
    needsRegistration: false,
    from: '2026-03-10',
    repeats,
  })
  const body = { path: 'bonuses', value: [bonus], version: bonuses.version, reason }
  await expectToWait(content, 'POST', `${path}/Bonuses`, body)
  await network.deliver('transaction.clearing', { amount: 1 })
  expect(await network.balance()).toBe(3)
})

test('restaurants: a fee of 0.01 %, which would rewrite a finished month', async () => {
  const { partner, merchant, deliver } = await newCardNetwork(app)
  await deliver('transaction.clearing', { amount: 612.6, datetime: '2026-02-12T19:30:00' })
  const feeOf = async () =>
    (await merchantStatements(db, partner, { month: '2026-02', merchantId: merchant.id }))[0]?.feeCents
  const before = await feeOf()
  expect(before).toBe(6_126)
  const restaurants = await consoleClient(app, 'restaurants', partner.slug)
  const path = `/api/Console/Restaurants/${merchant.id}`
  const { version } = (await restaurants.get(path)).json().restaurant.participations[0]
  const body = { version, terms: { ...factoryTerms, feeBasisPoints: 1 }, reason }
  await expectToWait(restaurants, 'PUT', `${path}/Participations/${partner.slug}`, body)
  expect(await feeOf()).toBe(before)
})

test('finance: rewards sent, and a month closed for good, by one press', async () => {
  const network = await newCardNetwork(app, { settings: { velocity: { billTimes: 0 } } })
  const { slug } = network.partner
  await network.deliver('transaction.clearing', { amount: 23_838.4, datetime: '2026-02-12T19:30:00' })
  expect(await network.balance()).toBe(71_515)
  const finance = await consoleClient(app, 'finance', slug)
  const files = () => db.selectFrom('accrualFiles').select('id').where('partnerId', '=', slug).execute()
  const months = () => db.selectFrom('closedPeriods').selectAll().where('partnerId', '=', slug).execute()
  await expectToWait(finance, 'POST', '/api/Console/Finance/Periods/Close', {
    partner: slug,
    month: '2026-02',
  })
  await expectToWait(finance, 'POST', '/api/Console/Finance/Accruals/Send', { partner: slug })
  expect([await files(), await months()]).toEqual([[], []])
})
