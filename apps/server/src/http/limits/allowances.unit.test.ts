import { expect, test } from 'vitest'
import { clientOf, createAllowances } from './allowances.ts'

test('allowance: used up -> refused until the window ends, other keys are not', async () => {
  const allowances = createAllowances({ max: 10, timeWindow: 500 })
  const [a, b] = ['203.0.113.1', '203.0.113.2']
  expect([allowances.take(a, 7), allowances.take(a, 4), allowances.take(a, 3)]).toEqual([true, false, true])
  expect([allowances.take(a, 1), allowances.take(b, 10)]).toEqual([false, true])
  await expect.poll(() => allowances.take(a, 10)).toBe(true)
})

test.each([
  ['2001:db8::1', '2001:db8::ffff:1', true],
  ['2001:db8:0:1::1', '2001:db8:0:2::1', false],
  ['::ffff:203.0.113.1', '203.0.113.1', true],
  ['203.0.113.1', '203.0.113.2', false],
])('%s and %s: the same client? %s', (a, b, isSame) => {
  expect(clientOf({ ip: a }) === clientOf({ ip: b })).toBe(isSame)
})
