import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type RestaurantTable, slotTimesOf, smallestFreeTable, type TableSlot } from './tables.rules.ts'

const at = (quarter: number) => new Date(Date.UTC(2026, 2, 12, 19) + quarter * 900_000)
const seating = (from: number, length: number, partySize: number) => ({
  startsAt: at(from),
  endsAt: at(from + length),
  partySize,
})
const room: RestaurantTable[] = [
  { tableNo: 3, seats: 4 },
  { tableNo: 2, seats: 2 },
  { tableNo: 1, seats: 4 },
]
const taken = (tableNo: number, ...quarters: number[]): TableSlot[] =>
  quarters.map(quarter => ({ tableNo, slotAt: at(quarter) }))

describe('a table', () => {
  test.each([
    ['the smallest that fits', 2, [], 2],
    ['the lowest number of two as small', 3, [], 1],
    ['the next one where it is taken', 3, taken(1, 3), 3],
    ['a bigger one where the small ones are taken', 2, taken(2, 0), 1],
    ['free up to the moment, and from it on', 2, taken(2, -1, 6), 2],
    ['none for more than any seats', 5, [], null],
    ['none where all are taken', 3, [...taken(1, 0), ...taken(3, 5)], null],
  ])('%s', (_case, partySize, busy, expected) => {
    expect(smallestFreeTable(room, busy, seating(0, 6, partySize))?.tableNo ?? null).toBe(expected)
  })

  test('takes each quarter of an hour that it touches', () => {
    expect(slotTimesOf(seating(0, 6, 2))).toEqual([0, 1, 2, 3, 4, 5].map(at))
    expect(slotTimesOf({ startsAt: new Date(at(0).getTime() + 1), endsAt: at(1) })).toEqual([at(0)])
  })

  test('given one after the other, none is ever given twice', () => {
    const asked = fc.record({
      from: fc.integer({ min: 0, max: 24 }),
      length: fc.integer({ min: 1, max: 10 }),
      partySize: fc.integer({ min: 1, max: 6 }),
    })
    fc.assert(
      fc.property(fc.array(asked, { maxLength: 40 }), asks => {
        const all: TableSlot[] = []
        for (const { from, length, partySize } of asks) {
          const wanted = seating(from, length, partySize)
          const table = smallestFreeTable(room, all, wanted)
          if (table) all.push(...slotTimesOf(wanted).map(slotAt => ({ tableNo: table.tableNo, slotAt })))
          const keys = all.map(({ tableNo, slotAt }) => `${tableNo} ${slotAt.getTime()}`)
          expect(new Set(keys).size).toBe(keys.length)
        }
      }),
    )
  })
})
