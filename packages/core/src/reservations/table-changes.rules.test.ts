import fc from 'fast-check'
import { expect, test } from 'vitest'
import { tableChanges } from './table-changes.rules.ts'
import type { RestaurantTable } from './tables.rules.ts'

const table = (tableNo: number, seats: number): RestaurantTable => ({ tableNo, seats })

test('a new restaurant numbers its tables as they come', () => {
  expect(tableChanges([], [2, 2, 4], new Set())).toEqual({
    added: [table(1, 2), table(2, 2), table(3, 4)],
    removed: [],
    leaving: [],
  })
})

test('surplus: free tables are removed', () => {
  expect(tableChanges([table(1, 2), table(2, 2)], [2], new Set([2]))).toEqual({
    added: [],
    removed: [1],
    leaving: [],
  })
})

test('surplus: a busy table stays and keeps its number', () => {
  expect(tableChanges([table(1, 2), table(2, 4)], [6, 6], new Set([1]))).toEqual({
    added: [table(2, 6), table(3, 6)],
    removed: [2],
    leaving: [table(1, 2)],
  })
})

const restaurant = fc
  .uniqueArray(fc.integer({ min: 1, max: 12 }), { maxLength: 8 })
  .chain(numbers =>
    fc.tuple(
      ...numbers.map(tableNo =>
        fc.record({ tableNo: fc.constant(tableNo), seats: fc.integer({ min: 1, max: 4 }) }),
      ),
    ),
  )
const wanted = fc.array(fc.integer({ min: 1, max: 4 }), { maxLength: 8 })

test('any change: all wanted tables exist, others only while busy; repeated: changes nothing', () => {
  fc.assert(
    fc.property(
      restaurant,
      wanted,
      fc.uniqueArray(fc.integer({ min: 1, max: 12 })),
      (current, seats, numbers) => {
        const busy = new Set(numbers)
        const { added, removed, leaving } = tableChanges(current, seats, busy)
        const after = [...current.filter(({ tableNo }) => !removed.includes(tableNo)), ...added]
        expect(removed.filter(tableNo => busy.has(tableNo))).toEqual([])
        expect(new Set(after.map(({ tableNo }) => tableNo)).size).toBe(after.length)
        const expected = [...seats, ...leaving.map(one => one.seats)].toSorted()
        expect(after.map(one => one.seats).toSorted()).toEqual(expected)
        const reallyBusy = new Set(current.map(({ tableNo }) => tableNo).filter(tableNo => busy.has(tableNo)))
        expect(tableChanges(after, seats, reallyBusy)).toEqual({ added: [], removed: [], leaving })
      },
    ),
  )
})
