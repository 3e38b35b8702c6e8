import { randomUUID } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import { createTestApp } from '../../testing/test-app.ts'
import { signedInClient } from '../../testing/test-client.ts'
import { postAdjustment } from '../adjustments/adjustments.service.ts'
import { type CardNetwork, newCardNetwork } from '../card-events/card-network-for-test.ts'

const app = await createTestApp()
beforeEach(() => app.clock.set('2026-03-10T18:00:00Z'))

const grant = async (network: CardNetwork, units: number, reason: string, transactionId?: string) => {
  const ctx = { ...app.context(network.partner), actor: { kind: 'system', name: 'ada' } as const }
  const { rewardId } = await postAdjustment(ctx, { memberId: network.memberId, units, reason, transactionId })
  return rewardId
}

test('activity: rewards without a dine -> rows among the dines by time; about a dine -> a part of it', async () => {
  const [network, id] = [await newCardNetwork(app), randomUUID()]
  await network.deliver('transaction.clearing', { id })
  const own = await grant(network, 500, 'A thank-you')
  await grant(network, 20, 'For the tip', id)
  await network.deliver('transaction.auth', { datetime: '2026-03-10T15:00:00' })
  const client = await signedInClient(app, network.partner, network.memberId)
  const page = (await client.get('/api/Member/Transactions')).json()
  expect(page).toMatchObject({
    data: [
      { transactionType: 'Settle', awardStatus: 'Pending' },
      {
        recordType: 'Transaction',
        sourceTransactionId: own,
        transactionType: 'Manual',
        merchantId: null,
        merchantName: 'A thank-you',
        date: '2026-03-10T14:00:00',
        awardStatus: 'Awarded',
        benefitAmount: 500,
        ticketAmount: 0,
        components: [{ source: 'A', kind: 'adjustment', amount: 500, reason: 'A thank-you' }],
        history: [{ at: '2026-03-10T18:00:00.000Z', status: 'Awarded', benefitAmount: 500 }],
      },
      {
        sourceTransactionId: id,
        benefitAmount: 147,
        components: [{ source: 'S' }, { source: 'M', amount: 20, reason: 'For the tip' }],
      },
    ],
    totalResultSize: 3,
  })
  const second = await client.get('/api/Member/Transactions?pageNo=2&resultsPerPage=1')
  expect(second.json()).toMatchObject({ data: [{ sourceTransactionId: own }], totalPages: 3 })
  expect((await client.get('/api/Member/DineSummary')).json()).toMatchObject({ currentYearBenefits: 647 })
})
