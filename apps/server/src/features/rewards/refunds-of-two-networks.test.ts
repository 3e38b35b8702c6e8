import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { createTestApp } from '../../testing/test-app.ts'
import { newCardNetwork } from '../card-events/card-network-for-test.ts'
import { kardOf } from '../card-events/kard-for-test.ts'

const app = await createTestApp()

async function newNetwork() {
  const network = await newCardNetwork(app)
  return { network, kard: kardOf(app, network), transactionId: randomUUID() }
}

describe('a refund of a payment that both networks report', () => {
  type Step = 'kard dine' | 'fidel dine' | 'kard refund' | 'fidel refund' | 'unnamed refund'
  const orders: readonly (readonly Step[])[] = [
    ['fidel dine', 'kard dine', 'kard refund', 'fidel refund'],
    ['fidel dine', 'kard dine', 'fidel refund', 'kard refund'],
    ['fidel dine', 'kard refund', 'kard dine', 'fidel refund'],
    ['fidel dine', 'kard refund', 'fidel refund', 'kard dine'],
    ['kard dine', 'fidel dine', 'fidel refund', 'kard refund'],
    ['kard dine', 'fidel refund', 'fidel dine', 'kard refund'],
    ['fidel dine', 'kard dine', 'kard refund'],
    ['fidel dine', 'kard refund', 'kard dine'],
    ['kard refund', 'kard dine', 'fidel dine'],
    ['kard dine', 'fidel dine', 'fidel refund'],
    ['fidel refund', 'kard dine', 'fidel dine'],
    ['fidel dine', 'kard dine', 'kard refund', 'unnamed refund'],
    ['fidel dine', 'kard dine', 'unnamed refund', 'kard refund'],
  ]

  test.each(orders.map(order => [order.join(', '), order] as const))(
    '%s -> taken back once',
    async (_, order) => {
      const { network, kard, transactionId } = await newNetwork()
      const [id, refundId] = [randomUUID(), randomUUID()]
      const refund = { id: refundId, amount: -10, datetime: '2026-03-10T08:00:00' }
      const steps: Record<Step, () => Promise<void>> = {
        'kard dine': () => kard.deliver('SETTLED', { transactionId }),
        'fidel dine': () => network.deliver('transaction.clearing', { id }),
        'kard refund': () =>
          kard.deliver('RETURNED', { originalTransactionId: transactionId, amount: 1_000 }),
        'fidel refund': () => network.deliver('transaction.refund', { ...refund, originalTransactionId: id }),
        'unnamed refund': () => network.deliver('transaction.refund', refund),
      }
      for (const step of order) await steps[step]()
      expect(await network.balance()).toBe(97)
    },
  )

  test('two of one amount, each reported by both -> both are taken back', async () => {
    const { network, kard, transactionId } = await newNetwork()
    const id = randomUUID()
    await network.deliver('transaction.clearing', { id })
    await kard.deliver('SETTLED', { transactionId })
    for (const hour of ['08', '09']) {
      const transactionDate = `2026-03-10T${hour}:00:00-04:00`
      await kard.deliver('RETURNED', {
        originalTransactionId: transactionId,
        amount: 1_000,
        transactionDate,
      })
      const fields = { amount: -10, datetime: `2026-03-10T${hour}:00:00`, originalTransactionId: id }
      await network.deliver('transaction.refund', fields)
    }
    expect(await network.balance()).toBe(67)
  })

  test.each([
    ['kard', 'fidel', 'fidel'],
    ['fidel', 'kard', 'fidel'],
    ['fidel', 'fidel', 'kard'],
  ])('two of one amount, reported by %s, %s, %s -> both are taken back', async (...reporters) => {
    const { network, kard, transactionId } = await newNetwork()
    const id = randomUUID()
    await network.deliver('transaction.clearing', { id })
    await kard.deliver('SETTLED', { transactionId })
    for (const reporter of reporters)
      if (reporter === 'kard')
        await kard.deliver('RETURNED', { originalTransactionId: transactionId, amount: 1_000 })
      else {
        const refund = { id: randomUUID(), amount: -10, datetime: '2026-03-10T08:00:00' }
        for (const event of ['transaction.refund', 'transaction.clearing'] as const)
          await network.deliver(event, { ...refund, originalTransactionId: id })
      }
    expect(await network.balance()).toBe(67)
  })

  test('an amount corrected by both -> taken back once', async () => {
    const { network, kard, transactionId } = await newNetwork()
    const [id, refundId, returnId] = [randomUUID(), randomUUID(), randomUUID()]
    await network.deliver('transaction.clearing', { id })
    await kard.deliver('SETTLED', { transactionId })
    for (const [cents, hour] of [
      [1_000, '12'],
      [2_000, '13'],
    ] as const) {
      const at = `2026-03-10T${hour}:00:00Z`
      const returned = { transactionId: returnId, amount: cents, transactionDate: at }
      await kard.deliver('RETURNED', { ...returned, originalTransactionId: transactionId })
      const refund = { id: refundId, amount: -cents / 100, datetime: '2026-03-10T08:00:00', updated: at }
      await network.deliver('transaction.refund', { ...refund, originalTransactionId: id })
    }
    expect(await network.balance()).toBe(67)
  })

  test('the other network cleared the dine first -> taken back from the dine that earned', async () => {
    const { network, kard, transactionId } = await newNetwork()
    const id = randomUUID()
    await network.deliver('transaction.auth', { id })
    await kard.deliver('SETTLED', { transactionId })
    await network.deliver('transaction.clearing', { id })
    await network.deliver('transaction.refund', { amount: -10, originalTransactionId: id })
    expect(await network.balance()).toBe(97)
  })
})
