import { expect, test } from 'vitest'
import { CallCounts } from './call-counts.ts'

const minute = 60_000

test('calls of two clients: counted apart, and from one again in the next window', () => {
  const counts = new CallCounts()
  const add = (client: string) => counts.add(client, minute).current
  expect(['a', 'a', 'b', 'a'].map(add)).toEqual([1, 2, 1, 3])
  expect(counts.child().add('a', minute).current).toBe(1)
  expect(add('a')).toBe(4)
  const ended = new CallCounts()
  expect([ended.add('a', 0).current, ended.add('a', 0).current]).toEqual([1, 1])
})

test('more clients than are kept: counted from zero', () => {
  const counts = new CallCounts()
  for (let client = 0; client < 49_999; client++) counts.add(`${client}`, minute)
  expect(['0', 'last', '0'].map(client => counts.add(client, minute).current)).toEqual([2, 1, 1])
})

test('store of the plugin: count and milliseconds until the window ends', () => {
  const counts = new CallCounts()
  const results: { current: number; ttl: number }[] = []
  for (let call = 0; call < 2; call++) counts.incr('a', (_error, result) => results.push(result), minute)
  expect(results.map(({ current }) => current)).toEqual([1, 2])
  for (const { ttl } of results) expect(ttl > 0 && ttl <= minute).toBe(true)
})
