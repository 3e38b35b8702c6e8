import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { newLinkedCard } from '../../testing/factories.ts'
import { createTestApp } from '../../testing/test-app.ts'
import { ledgerProblemsOf } from '../ledger/ledger-for-test.ts'
import { type CardNetwork, type Fields, newCardNetwork } from './card-network-for-test.ts'
import { findDineOfClaim, processClaimedDine } from './claimed-dine.service.ts'

const app = await createTestApp()
const { db } = app.database
const auth = 'transaction.auth'
const clearing = 'transaction.clearing'

async function claim(network: CardNetwork, fields: { amountCents?: number; claimId?: string } = {}) {
  const { cardId, merchant } = network
  const partnerId = network.partner.slug
  const claimed = { partnerId, claimId: randomUUID(), cardId, merchantId: merchant.id, dinedOn: '2026-03-09' }
  const input = { ...claimed, amountCents: 4_250, ...fields }
  const services = { clock: app.clock, partners: app.partners }
  const dine = await db.transaction().execute(trx => processClaimedDine({ ...services, db: trx }, input))
  expect(await ledgerProblemsOf(db, partnerId)).toEqual([])
  return { claimId: input.claimId, dine }
}

const manual = { transactionType: 'Manual', awardStatus: 'Awarded', benefitAmount: 127, ticketAmount: 42.5 }
const settled = (benefitAmount: number) => ({
  transactionType: 'Settle',
  awardStatus: 'Awarded',
  benefitAmount,
})

describe('a claimed dine', () => {
  test('approved, repeated -> one manual dine that earns by the rules', async () => {
    const network = await newCardNetwork(app)
    const { claimId } = await claim(network)
    await claim(network, { claimId })
    expect(await network.balance()).toBe(127)
    expect(await network.activity()).toMatchObject([manual])
  })

  test('restaurant that had left -> the dine says why it earned nothing', async () => {
    const network = await newCardNetwork(app, { terms: { leftOn: '2026-03-01' } })
    const { dine } = await claim(network)
    expect(dine).toMatchObject({ status: 'Forfeit', reasonCode: 'merchant_left' })
  })

  type Step = 'claim' | 'auth' | 'clearing' | 'again' | 'refund'
  const orders: Step[][] = [
    ['claim', 'clearing'],
    ['clearing', 'claim'],
    ['claim', 'auth', 'clearing'],
    ['auth', 'claim', 'clearing'],
    ['auth', 'clearing', 'claim'],
    ['claim', 'clearing', 'again', 'claim'],
  ]
  test.each(orders.flatMap(order => [[order, false] as const, [order, true] as const]))(
    'equal to a reported one, %j, refunded: %s -> once, the reported one (edge case 21)',
    async (order, isRefunded) => {
      const [network, id, claimId] = [await newCardNetwork(app), randomUUID(), randomUUID()]
      const fields: Fields = { id, amount: 50, datetime: '2026-03-10T00:10:00' }
      const steps: Record<Step, () => Promise<unknown>> = {
        claim: () => claim(network, { claimId }),
        auth: () => network.deliver(auth, { ...fields, amount: 42.5 }),
        clearing: () => network.deliver(clearing, fields),
        again: () => network.deliver(clearing, { ...fields, updated: '2026-03-12T00:00:00.000Z' }),
        refund: () =>
          network.deliver('transaction.refund', { id: `${id}-r`, amount: -10, originalTransactionId: id }),
      }
      for (const step of isRefunded ? [...order, 'refund' as const] : order) await steps[step]()
      const benefit = isRefunded ? 120 : 150
      expect(await network.balance()).toBe(benefit)
      expect(await network.activity()).toMatchObject([{ ...settled(benefit), sourceTransactionId: id }])
      expect(await findDineOfClaim(db, claimId)).toMatchObject({ sourceTransactionId: id })
    },
  )

  test('reported on another card of the member -> once, on that card, and its refund finds it', async () => {
    const [network, id] = [await newCardNetwork(app), randomUUID()]
    const owner = { id: network.memberId, partnerId: network.partner.slug }
    const other = await newLinkedCard(app, owner, { lastFour: '1881' })
    await claim(network)
    await network.deliver(clearing, { id, card: { metadata: { id: other.id } } })
    expect(await network.activity()).toMatchObject([{ ...settled(127), cardLastFour: '1881' }])
    const back = { id: `${id}-r`, amount: -42.5, originalTransactionId: id }
    await network.deliver('transaction.refund', { ...back, card: { metadata: { id: other.id } } })
    expect(await network.balance()).toBe(0)
  })

  test('corrected after it replaced the claim -> the corrected amount', async () => {
    const [network, id] = [await newCardNetwork(app), randomUUID()]
    await claim(network)
    await network.deliver(clearing, { id, updated: '2026-03-11T00:00:00.000Z' })
    await network.deliver(clearing, { id, amount: 90, updated: '2026-03-12T00:00:00.000Z' })
    expect(await network.balance()).toBe(270)
    expect(await network.activity()).toHaveLength(1)
  })

  test.each([[['auth', 'clearing', 'claim'] as const], [['claim', 'auth', 'clearing'] as const]])(
    'equal to one authorized three days before, cleared for the same cents, %j -> once, the reported one',
    async order => {
      const [network, id] = [await newCardNetwork(app), randomUUID()]
      const steps = {
        auth: () => network.deliver(auth, { id, amount: 40, datetime: '2026-03-06T23:50:00' }),
        clearing: () => network.deliver(clearing, { id, datetime: '2026-03-08T12:00:00' }),
        claim: () => claim(network),
      }
      for (const step of order) await steps[step]()
      expect(await network.balance()).toBe(127)
      expect(await network.activity()).toMatchObject([{ ...settled(127), sourceTransactionId: id }])
    },
  )

  test('a report of about that day, and one of the same cents two days off -> the claim is the first', async () => {
    const [network, id] = [await newCardNetwork(app), randomUUID()]
    await network.deliver(clearing, { datetime: '2026-03-07T12:00:00' })
    await network.deliver(clearing, { id, amount: 40, datetime: '2026-03-08T12:00:00' })
    const { dine } = await claim(network)
    expect(dine).toMatchObject({ sourceTransactionId: id })
    expect(await network.activity()).toHaveLength(2)
  })

  test.each([
    ['another amount', { amount: 20 }],
    ['two days later and of another amount', { amount: 84, datetime: '2026-03-11T12:00:00' }],
    ['four days earlier', { datetime: '2026-03-05T12:00:00' }],
  ])('and a report of %s -> two dines', async (_case, fields) => {
    const network = await newCardNetwork(app)
    await claim(network)
    await network.deliver(clearing, fields)
    expect(await network.activity()).toHaveLength(2)
  })

  test('two reports alike -> the claim is one of them', async () => {
    const network = await newCardNetwork(app)
    await network.deliver(clearing)
    await claim(network)
    await network.deliver(clearing)
    expect(await network.balance()).toBe(254)
    expect((await network.activity()).map(dine => dine.transactionType)).toEqual(['Settle', 'Settle'])
  })

  test('a network’s event that calls itself a claim -> refused', async () => {
    const network = await newCardNetwork(app)
    await network.deliver(clearing, { id: `claim-${randomUUID()}` })
    expect(await network.activity()).toEqual([])
  })
})
