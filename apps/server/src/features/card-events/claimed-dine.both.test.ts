import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
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

  test('equal to a reported one, refunded -> once, the reported one (edge case 21)', async () => {
    const [network, id] = [await newCardNetwork(app), randomUUID()]
    const fields: Fields = { id, amount: 50, datetime: '2026-03-10T00:10:00' }
    const { claimId } = await claim(network)
    await network.deliver(auth, { ...fields, amount: 42.5 })
    await network.deliver(clearing, fields)
    await network.deliver('transaction.refund', { id: `${id}-r`, amount: -10, originalTransactionId: id })
    expect(await network.balance()).toBe(120)
    expect(await network.activity()).toMatchObject([{ ...settled(120), sourceTransactionId: id }])
    expect(await findDineOfClaim(db, claimId)).toMatchObject({ sourceTransactionId: id })
  })

  test('of a dine that was reported -> that one answers it', async () => {
    const [network, id] = [await newCardNetwork(app), randomUUID()]
    await network.deliver(clearing, { id })
    const { dine } = await claim(network)
    expect(dine).toMatchObject({ status: 'Awarded', sourceTransactionId: id })
    expect(await network.activity()).toMatchObject([settled(127)])
  })

  test('a network’s event that calls itself a claim -> refused', async () => {
    const network = await newCardNetwork(app)
    await network.deliver(clearing, { id: `claim-${randomUUID()}` })
    expect(await network.activity()).toEqual([])
  })
})
