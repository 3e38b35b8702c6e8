import { expect, test } from 'vitest'
import { createMarks, networkOf } from './client-network.rules.ts'

test.each([
  ['203.0.113.7', '203.0.113.250', true],
  ['::ffff:203.0.113.7', '203.0.113.250', true],
  ['203.0.113.7', '203.0.114.7', false],
  ['2001:db8:1:2::7', '2001:db8:1:ffff::1', true],
  ['2001:db8:1:2::7', '2001:db8:2:2::7', false],
])('%s and %s -> one network: %s', (one, other, isOne) => {
  expect(networkOf(one) === networkOf(other)).toBe(isOne)
  const marks = createMarks(['secret-of-this-test'])
  expect(marks.client(one) === marks.client(other)).toBe(isOne)
})

test('a mark holds nothing of the address, and another secret makes another one', () => {
  const [mark, other] = ['secret-of-this-test', 'another-secret'].map(secret =>
    createMarks([secret]).client('203.0.113.7'),
  )
  expect(mark).toMatch(/^[\w-]{16}$/)
  expect(other).not.toBe(mark)
})

test('a name and a network of the same text -> different marks', () => {
  const marks = createMarks(['secret-of-this-test'])
  expect(marks.tried('203.0.113')).not.toBe(marks.client('203.0.113.7'))
})
