import { expect, test } from 'vitest'
import { newId } from './new-id.ts'

test('many ids -> none begins with a dash, none twice, as long as asked', () => {
  const ids = Array.from({ length: 5_000 }, () => newId(12))
  expect(ids.filter(id => !/^\w[\w-]{15}$/.test(id))).toEqual([])
  expect(new Set(ids).size).toBe(5_000)
})
