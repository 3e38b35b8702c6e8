import { randomUUID } from 'node:crypto'
import type { OfferDefinition } from '@dineward/core/offers/offer.rules.ts'
import { days } from '@dineward/core/shared/clock.ts'
import { sql } from 'kysely'
import { describe, expect, inject, test } from 'vitest'
import { consoleClient } from '../../testing/access/console-for-test.ts'
import { newLinkedCard, newMember, newMerchant } from '../../testing/factories.ts'
import { longTest } from '../../testing/long-test.ts'
import { newDraftId, offerForTest } from '../../testing/offers-for-test.ts'
import { createTestApp } from '../../testing/test-app.ts'
import { type CardNetwork, cardNetworkOf, newCardNetwork } from '../card-events/card-network-for-test.ts'
import { batchSizes, processInbox } from '../card-events/inbox.service.ts'
import { ledgerProblemsOf } from '../ledger/ledger-for-test.ts'
import { expireAuthorizations } from '../rewards/expire-authorizations.service.ts'

// It is March 10, 2026, 2 PM in New York.
const app = await createTestApp()
const { db } = app.database
const services = { db, clock: app.clock, partners: app.partners }
const dined = { datetime: '2026-03-10T19:30:00' }
const reason = 'Asked for by the partner'

const offersAt = ({ partner: { slug } }: CardNetwork, rest = '') =>
  `/api/Console/Programs/${slug}/Offers${rest}`

async function define(network: CardNetwork, changes: Partial<OfferDefinition>) {
  const client = await consoleClient(app, 'admin', network.partner.slug)
  const definition = { ...offerForTest, merchantIds: [network.merchant.id], ...changes }
  const response = await client.send('POST', offersAt(network), { id: newDraftId(), definition, reason })
  expect(response.statusCode, response.body).toBe(201)
  return response.json().offer
}

const withOffers = (settings: Record<string, unknown> = {}) =>
  newCardNetwork(app, { settings: { hasFlexOffers: true, ...settings } })

/** Another member with a card, who dines at the same restaurant. */
async function another({ partner, merchant }: CardNetwork): Promise<CardNetwork> {
  const member = await newMember(app, partner)
  const card = await newLinkedCard(app, member)
  return cardNetworkOf(app, partner, { memberId: member.id, cardId: card.id, merchant })
}

async function budgetOf({ partner }: CardNetwork, code: string) {
  const row = await db
    .selectFrom('rewardBudgets')
    .select(['promisedUnits', 'limitUnits', 'refusedUnits'])
    .where('partnerId', '=', partner.slug)
    .where('code', '=', code)
    .executeTakeFirst()
  return row
}

/** As several workers do it; the embedded database has one connection, and one worker. */
const workers = inject('postgresUrl') ? 4 : 1

async function processTogether({ partner }: CardNetwork): Promise<void> {
  await Promise.all(Array.from({ length: workers }, () => processInbox(services, batchSizes.server)))
  // Without statistics of so many rows the check may take longer than a query may.
  await sql`analyze`.execute(db)
  expect(await ledgerProblemsOf(db, partner.slug)).toEqual([])
}

describe('200 dines at once, and room for 50', () => {
  test.each(['offer', 'bonus'] as const)(
    'an %s: 50 are promised, none is lost, and refunds free room',
    longTest,
    async kind => {
      const spring = { code: 'SPRING', description: 'Spring', needsRegistration: false, from: '2026-03-01' }
      const reward = { kind: 'fixed' as const, units: 250 }
      const budgetUnits = 50 * 250 + 100
      const network = await withOffers(
        kind === 'bonus' ? { bonuses: [{ ...spring, reward, budgetUnits }] } : {},
      )
      const code = kind === 'bonus' ? 'SPRING' : (await define(network, { budgetUnits })).id
      const members = [network, ...(await inTurn(199, () => another(network)))]
      const ids = members.map(() => randomUUID())
      await Promise.all(
        members.map((member, n) => member.send('transaction.clearing', { ...dined, id: ids[n] })),
      )
      await processTogether(network)
      const balances = await inTurn(200, n => members[n]!.balance())
      const promised = balances.flatMap((units, n) => (units === 127 + 250 ? n : []))
      expect(promised).toHaveLength(50)
      expect(balances.filter(units => units === 127)).toHaveLength(150)
      expect(await budgetOf(network, code)).toMatchObject({ promisedUnits: 12_500, refusedUnits: 250 })

      const [first, second] = promised.map(n => ({ member: members[n]!, id: ids[n] }))
      for (const { member, id } of [first!, second!])
        await member.send('transaction.refund', { ...dined, amount: -42.5, originalTransactionId: id })
      await processTogether(network)
      expect(await budgetOf(network, code)).toMatchObject({ promisedUnits: 12_000 })
      const late = balances.flatMap((units, n) => (units === 127 ? members[n]! : [])).slice(0, 5)
      for (const member of late)
        await member.send('transaction.clearing', { datetime: '2026-03-10T20:30:00' })
      await processTogether(network)
      const paid = await inTurn(5, n => late[n]!.balance())
      expect(paid.toSorted((a, b) => a - b)).toEqual([254, 254, 254, 504, 504])
      expect(await budgetOf(network, code)).toMatchObject({ promisedUnits: 12_500 })
    },
  )
})

async function inTurn<T>(count: number, make: (n: number) => Promise<T>): Promise<T[]> {
  const made: T[] = []
  for (let n = 0; n < count; n++) made.push(await make(n))
  return made
}

describe('what was promised', () => {
  test('an authorization reserves it; its clearing is paid when others find nothing left', async () => {
    const network = await withOffers()
    const { id: code } = await define(network, { budgetUnits: 250 })
    const [late, id] = [await another(network), randomUUID()]
    await network.deliver('transaction.auth', { ...dined, id })
    await late.deliver('transaction.clearing', dined)
    expect([await late.balance(), await network.balance()]).toEqual([127, 0])
    await network.deliver('transaction.clearing', { ...dined, id })
    expect(await network.balance()).toBe(127 + 250)
    expect(await budgetOf(network, code)).toEqual({ promisedUnits: 250, limitUnits: 250, refusedUnits: 250 })
  })

  test('an authorization that expires frees it', async () => {
    const network = await withOffers()
    const { id: code } = await define(network, { budgetUnits: 250 })
    await network.deliver('transaction.auth', dined)
    expect(await budgetOf(network, code)).toMatchObject({ promisedUnits: 250 })
    app.clock.advance(days(31))
    await expireAuthorizations(services)
    app.clock.advance(-days(31))
    expect(await budgetOf(network, code)).toMatchObject({ promisedUnits: 0 })
  })

  test('a percentage is covered in full or as it was promised, with a tip that comes later', async () => {
    const network = await withOffers()
    const { id: code } = await define(network, { reward: { kind: 'percent', percent: 10 }, budgetUnits: 450 })
    const [other, id] = [await another(network), randomUUID()]
    await network.deliver('transaction.auth', { ...dined, id })
    await network.deliver('transaction.clearing', { ...dined, id, amount: 50 })
    expect(await network.balance()).toBe(150 + 425)
    await other.deliver('transaction.clearing', { ...dined, amount: 20 })
    expect(await other.balance()).toBe(60)
    expect(await budgetOf(network, code)).toEqual({ promisedUnits: 425, limitUnits: 450, refusedUnits: 75 })
  })

  test('the cap of a member counts at all restaurants, and covers a part', async () => {
    const network = await withOffers()
    await define(network, { merchantIds: [], memberCapUnits: 300, budgetUnits: 10_000 })
    const place = await newMerchant(app, network.partner)
    const elsewhere = cardNetworkOf(app, network.partner, { ...network, merchant: place })
    await network.deliver('transaction.clearing', dined)
    await elsewhere.deliver('transaction.clearing', dined)
    expect(await network.balance()).toBe(127 + 250 + 127 + 50)
  })

  test('a bonus: a budget below what was promised -> 400 with the number; what was promised -> used up', async () => {
    const bonus = { code: 'SPRING', description: 'Spring', needsRegistration: false, from: '2026-03-01' }
    const reward = { kind: 'fixed' as const, units: 250 }
    const network = await withOffers()
    const { slug } = network.partner
    const settings = { hostNames: [], bonuses: [{ ...bonus, reward, budgetUnits: 1_000, repeats: true }] }
    await db
      .insertInto('partnerOverrides')
      .values({ partnerId: slug, settings: JSON.stringify(settings), updatedAt: app.clock.now() })
      .execute()
    app.partners.applyOverrides(slug, { settings, theme: null })
    await network.deliver('transaction.clearing', dined)
    await network.deliver('transaction.clearing', { datetime: '2026-03-10T20:30:00' })
    const client = await consoleClient(app, 'admin', slug)
    const path = `/api/Console/Programs/${slug}`
    const save = async (budgetUnits: number) => {
      const stored = (await client.get(`${path}/Settings`)).json()
      const { value, version } = stored.settings.find((one: { path: string }) => one.path === 'bonuses')
      const body = { path: 'bonuses', value: [{ ...value[0], budgetUnits }], version, reason }
      return client.send('POST', `${path}/Bonuses`, body)
    }
    const below = await save(499)
    expect(below.json().fieldErrors, below.body).toEqual([
      {
        field: 'value.0.budgetUnits',
        message: 'is below 500 points, which members were promised of it already',
      },
    ])
    expect((await save(500)).statusCode).toBe(200)
    await network.deliver('transaction.clearing', { datetime: '2026-03-10T21:30:00' })
    expect(await network.balance()).toBe(3 * 127 + 500)
    expect(await budgetOf(network, 'SPRING')).toEqual({
      promisedUnits: 500,
      limitUnits: 500,
      refusedUnits: 250,
    })
  })

  test('an event that comes again changes nothing', async () => {
    const network = await withOffers()
    const { id: code } = await define(network, { budgetUnits: 600 })
    const [other, id] = [await another(network), randomUUID()]
    await network.deliver('transaction.clearing', { ...dined, id })
    await other.deliver('transaction.clearing', dined)
    await network.deliver('transaction.clearing', { ...dined, id, updated: '2026-03-11T10:00:00.000Z' })
    expect([await network.balance(), await other.balance()]).toEqual([377, 377])
    expect(await budgetOf(network, code)).toMatchObject({ promisedUnits: 500 })
  })
})
