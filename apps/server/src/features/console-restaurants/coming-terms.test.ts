import type { Restaurant } from '@dineward/core/console-restaurants/console-restaurants.contract.ts'
import type { TermConditions } from '@dineward/core/merchants/participation-terms.rules.ts'
import { days } from '@dineward/core/shared/clock.ts'
import { afterEach, describe, expect, test } from 'vitest'
import { consoleClient } from '../../testing/access/console-for-test.ts'
import { auditedEntries } from '../../testing/audit-entries.ts'
import { createTestApp } from '../../testing/test-app.ts'
import type { TestClient } from '../../testing/test-client.ts'
import { type CardNetwork, newCardNetwork } from '../card-events/card-network-for-test.ts'
import { beginDueTerms } from '../merchants/terms/coming-terms.service.ts'

// It is March 10, 2026, 2 PM in New York, a Tuesday.
const app = await createTestApp()
const start = app.clock.now()
afterEach(() => app.clock.set(start))

const reason = 'Agreed with the owner'
const weekend = ['Sun', 'Sat']

async function newScene() {
  const network = await newCardNetwork(app)
  const { slug } = network.partner
  const client = await consoleClient(app, 'restaurants', slug)
  const at = `/api/Console/Restaurants/${network.merchant.id}`
  const read = async (by: TestClient = client) =>
    ((await by.get(at)).json() as { restaurant: Restaurant }).restaurant
  const terms = { ...(await read()).participations[0]! }
  const plan = async (changes: Partial<TermConditions>, from = '2026-03-12', version?: string) => {
    const [now] = (await read()).participations
    return client.send('POST', `${at}/Participations/${slug}/Coming`, {
      version: version ?? now!.version,
      from,
      reason,
      terms: { ...conditions(terms), ...changes },
    })
  }
  return { network, client, at, read, plan, slug }
}

const conditions = (terms: TermConditions): TermConditions => ({
  benefitDays: terms.benefitDays,
  campaignCodes: terms.campaignCodes,
  maxSpendPerMonthCents: terms.maxSpendPerMonthCents,
  maxVisitsPerMonth: terms.maxVisitsPerMonth,
  reservationBonus: terms.reservationBonus,
  feeBasisPoints: terms.feeBasisPoints,
})

const dineOn = (network: CardNetwork, day: string) =>
  network.deliver('transaction.clearing', { datetime: `${day}T19:30:00`, amount: 100 })

const runJob = () => beginDueTerms({ db: app.database.db, clock: app.clock })

describe('terms from a later day on', () => {
  test('dines go by those of their day, before and after the job has made them the current ones', async () => {
    const { network, plan, read, client } = await newScene()
    const answer = await plan({ benefitDays: ['Sun', 'Sat'] })
    expect(answer.json().restaurant.participations[0]).toMatchObject({
      benefitDays: ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'],
      coming: [{ from: '2026-03-12', terms: { benefitDays: weekend } }],
    })
    const { restaurants } = (await client.get('/api/Console/Restaurants?status=changing')).json()
    expect(restaurants).toMatchObject([{ participations: [{ changesOn: '2026-03-12' }] }])

    await runJob()
    app.clock.advance(days(2))
    await dineOn(network, '2026-03-11')
    await dineOn(network, '2026-03-12')
    expect(await network.balance()).toBe(300)
    await runJob()
    await runJob()
    await dineOn(network, '2026-03-11')
    await dineOn(network, '2026-03-12')
    expect(await network.balance()).toBe(600)
    const later = await read(await consoleClient(app, 'restaurants', network.partner.slug))
    expect(later.participations[0]).toMatchObject({
      benefitDays: weekend,
      termsFrom: '2026-03-12',
      coming: [],
      former: [{ validFrom: '2020-01-01', cause: 'terms_changed' }],
    })
  })

  test('withdrawn before they begin -> the terms stay; both are audited', async () => {
    const { network, plan, read, at, slug, client } = await newScene()
    await plan({ maxVisitsPerMonth: 1 })
    const { version } = (await read()).participations[0]!
    const body = { version, from: '2026-03-12', reason: 'Agreed to wait' }
    const withdraw = () => client.send('POST', `${at}/Participations/${slug}/Coming/Withdraw`, body)
    expect((await withdraw()).json().restaurant.participations[0].coming).toEqual([])
    expect((await withdraw()).json().code).toBe('changed_meanwhile')
    const entries = await auditedEntries(app, network.merchant.id)
    expect(entries.map(({ action, reason: why }) => [action, why])).toEqual([
      ['merchant.comingTerms', reason],
      ['merchant.comingTerms', 'Agreed to wait'],
    ])
  })

  test('by two people -> the second one is told; also of a change that holds from today', async () => {
    const { plan, read, client, at, slug } = await newScene()
    const { version, ...terms } = (await read()).participations[0]!
    expect((await plan({ maxVisitsPerMonth: 1 })).statusCode).toBe(200)
    expect((await plan({ maxVisitsPerMonth: 2 }, '2026-03-12', version)).json().code).toBe(
      'changed_meanwhile',
    )
    const now = { joinedOn: terms.joinedOn, leftOn: terms.leftOn, ...conditions(terms) }
    const late = await client.send('PUT', `${at}/Participations/${slug}`, { version, terms: now, reason })
    expect(late.json().code).toBe('changed_meanwhile')
  })

  test.each([
    ['today', '2026-03-10', 'from'],
    ['on no day', '2026-02-30', 'from'],
  ])('%s -> 400', async (_case, from, field) => {
    const { plan } = await newScene()
    const response = await plan({}, from)
    expect([response.statusCode, response.json().fieldErrors[0].field]).toEqual([400, field])
  })

  test('after it leaves -> 400; of a program of others -> 404; without the permission -> 403', async () => {
    const { plan, at, slug, network } = await newScene()
    await app.database.db
      .updateTable('merchantParticipations')
      .set({ leftOn: '2026-03-12' })
      .where('merchantId', '=', network.merchant.id)
      .execute()
    expect((await plan({})).json().fieldErrors[0].field).toBe('from')
    const path = `${at}/Participations/${slug}/Coming`
    const body = { version: 'x', from: '2026-03-12', terms: conditionsForTest, reason }
    const stranger = await consoleClient(app, 'restaurants', app.newPartner().slug)
    expect((await stranger.send('POST', path, body)).statusCode).toBe(404)
    const viewer = await consoleClient(app, 'viewer', slug)
    expect((await viewer.send('POST', path, body)).statusCode).toBe(403)
  })
})

const conditionsForTest: TermConditions = {
  benefitDays: ['Mon'],
  campaignCodes: [],
  maxSpendPerMonthCents: null,
  maxVisitsPerMonth: null,
  reservationBonus: null,
  feeBasisPoints: null,
}
