import { describe, expect, test } from 'vitest'
import { decideOffers, estimateMinutes, type WaitingParty } from './table-offers.rules.ts'
import { slotTimesOf } from './tables.rules.ts'

const [seven, half] = [new Date('2026-03-12T23:00:00Z'), new Date('2026-03-12T23:30:00Z')]
const tables = [
  { tableNo: 1, seats: 2 },
  { tableNo: 2, seats: 4 },
]

const party = (alertId: string, changes: Partial<WaitingParty> = {}): WaitingParty => ({
  alertId,
  partySize: 2,
  seatingMinutes: 90,
  starts: [seven, half],
  offeredTables: [],
  ...changes,
})

const takenAt = (tableNo: number, startsAt = seven) => {
  const endsAt = new Date(startsAt.getTime() + 90 * 60_000)
  return slotTimesOf({ startsAt, endsAt }).map(slotAt => ({ tableNo, slotAt }))
}

const inWords = (offers: ReturnType<typeof decideOffers>) =>
  offers.map(
    ({ alertId, tableNo, startsAt }) => `${alertId}: ${tableNo} at ${startsAt.toISOString().slice(11, 16)}`,
  )

describe('freed tables are offered in the order of asking', () => {
  test('one table: the first party', () => {
    expect(inWords(decideOffers([party('a'), party('b')], tables, takenAt(2)))).toEqual(['a: 1 at 23:00'])
  })

  test('a larger party first, where only the large table is free: it is not given to two', () => {
    const parties = [party('a', { partySize: 4 }), party('b')]
    expect(inWords(decideOffers(parties, tables, []))).toEqual(['a: 2 at 23:00', 'b: 1 at 23:00'])
  })

  test('a party that is too large does not hold up the others', () => {
    const parties = [party('a', { partySize: 6 }), party('b')]
    expect(inWords(decideOffers(parties, tables, takenAt(2)))).toEqual(['b: 1 at 23:00'])
  })

  test('a party that was told of the table: the next one', () => {
    const parties = [party('a', { offeredTables: [1] }), party('b')]
    expect(inWords(decideOffers(parties, tables, takenAt(2)))).toEqual(['b: 1 at 23:00'])
  })

  test('its first time is taken: the next time', () => {
    const taken = [...takenAt(2), ...takenAt(1, new Date('2026-03-12T22:00:00Z'))]
    expect(inWords(decideOffers([party('a')], tables, taken))).toEqual(['a: 1 at 23:30'])
  })
})

test('1,000 wait for three freed tables: the first three get one each', () => {
  const thirty = Array.from({ length: 30 }, (_, i) => ({ tableNo: i + 1, seats: 2 }))
  const parties = Array.from({ length: 1_000 }, (_, i) => party(String(i)))
  const taken = thirty.slice(3).flatMap(({ tableNo }) => takenAt(tableNo))
  expect(inWords(decideOffers(parties, thirty, taken))).toEqual([
    '0: 1 at 23:00',
    '1: 2 at 23:00',
    '2: 3 at 23:00',
  ])
})

test.each([
  [0, 0, null],
  [0, 1, 45],
  [0, 8, 10],
  [7, 8, 80],
])('%i ahead, %i tables: %s minutes', (ahead, count, expected) => {
  expect(estimateMinutes(ahead, count, 90)).toBe(expected)
})
