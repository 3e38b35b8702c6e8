import { expect, test } from 'vitest'
import { createTestApp } from '../../testing/test-app.ts'
import { newTable } from './card-network-for-test.ts'

const app = await createTestApp()

test('a dine is pending with an estimate when authorised, and awarded when cleared', async () => {
  const table = await newTable(app)
  await table.tell('transaction.auth', { id: `one${table.cardId}`, amount: 36 })
  expect(await table.activity()).toMatchObject([
    {
      awardStatus: 'Pending',
      benefitAmount: 108,
      ticketAmount: 36,
      merchantName: 'Casa Lumen',
      reason: { code: 'tip_pending', text: expect.stringContaining('tip') },
    },
  ])
  expect(await table.balance()).toBe(0)

  await table.tell('transaction.clearing', { id: `one${table.cardId}`, amount: 42.5 })
  expect(await table.activity()).toMatchObject([
    { awardStatus: 'Awarded', benefitAmount: 127, ticketAmount: 42.5, reason: null },
  ])
  expect(await table.balance()).toBe(127)
})
