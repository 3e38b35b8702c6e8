import { randomUUID } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import { createTestApp } from '../../testing/test-app.ts'
import { newCardNetwork } from '../card-events/card-network-for-test.ts'

const app = await createTestApp()
beforeEach(() => app.clock.set('2026-03-10T18:00:00Z'))

test('history: a dine seen, cleared with tip, partly refunded -> an entry each, the newest as the dine is now', async () => {
  const network = await newCardNetwork(app)
  const id = randomUUID()
  await network.deliver('transaction.auth', { id })
  app.clock.set('2026-03-12T18:00:00Z')
  await network.deliver('transaction.clearing', { id, amount: 50 })
  app.clock.set('2026-03-14T18:00:00Z')
  await network.deliver('transaction.refund', {
    id: randomUUID(),
    originalTransactionId: id,
    amount: -10,
  })
  const [dine] = await network.activity()
  expect(dine!.history).toEqual([
    {
      at: '2026-03-10T18:00:00.000Z',
      status: 'Pending',
      benefitAmount: 0,
      ticketAmount: 42.5,
      reason: null,
    },
    {
      at: '2026-03-12T18:00:00.000Z',
      status: 'Awarded',
      benefitAmount: 150,
      ticketAmount: 50,
      reason: null,
    },
    {
      at: '2026-03-14T18:00:00.000Z',
      status: 'Awarded',
      benefitAmount: 120,
      ticketAmount: 40,
      reason: { code: 'partly_refunded', text: expect.stringContaining('refunded part of the bill') },
    },
  ])
  expect(dine).toMatchObject({ benefitAmount: 120, ticketAmount: 40, awardStatus: 'Awarded' })
})
