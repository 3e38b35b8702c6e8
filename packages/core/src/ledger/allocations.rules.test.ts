import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Allocation, allocate, type BalanceLine, fullyPaid } from './allocations.rules.ts'

/** `['dine', 100]` is the subject (`dine:…` of a component) and its units; posting ids count from 1. */
const linesOf = (...all: [string, number][]): BalanceLine[] =>
  all.map(([subject, units], index) => ({
    postingId: index + 1,
    subject,
    dineId: subject.split(':')[0]!,
    units,
  }))

describe('allocate', () => {
  test.each<[string, [string, number][], [debit: number, earning: number, units: number][]]>([
    [
      'a payout takes the oldest first',
      [
        ['a', 60],
        ['b', 60],
        ['payout', -100],
      ],
      [
        [3, 1, 60],
        [3, 2, 40],
      ],
    ],
    [
      'a refund takes from its own dine',
      [
        ['a', 60],
        ['b', 60],
        ['b', -20],
        ['p', -100],
      ],
      [
        [3, 2, 20],
        [4, 1, 60],
        [4, 2, 40],
      ],
    ],
    [
      'a refund of a paid dine is owed',
      [
        ['a', 60],
        ['p', -60],
        ['a', -20],
      ],
      [[2, 1, 60]],
    ],
    [
      'the next earning repays what is owed',
      [
        ['a', 60],
        ['p', -60],
        ['a', -20],
        ['b', 30],
      ],
      [
        [2, 1, 60],
        [3, 4, 20],
      ],
    ],
    ['nothing taken', [['a', 60]], []],
  ])('%s', (_case, lines, expected) => {
    expect(allocate(linesOf(...lines), [])).toEqual(
      expected.map(([debitId, earningId, units]) => ({ debitId, earningId, units })),
    )
  })

  test('again -> nothing more', () => {
    const lines = linesOf(['a', 60], ['b', 60], ['b', -20], ['p', -90])
    expect(allocate(lines, allocate(lines, []))).toEqual([])
  })

  test('any postings: no earning gives more than it has, no debit takes more than it needs, none waits while units are free', () => {
    const line = fc.tuple(
      fc.constantFrom('a', 'b', 'c', 'p'),
      fc.integer({ min: -50, max: 50 }).filter(n => n !== 0),
    )
    fc.assert(
      fc.property(fc.array(line, { maxLength: 30 }), fc.nat(30), (all, split) => {
        const lines = linesOf(...all)
        const early = allocate(lines.slice(0, split), [])
        const allocations = [...early, ...allocate(lines, early)]
        const sum = (of: (one: Allocation) => boolean) =>
          allocations.filter(of).reduce((total, { units }) => total + units, 0)
        const left = lines.map(({ postingId, units }) =>
          units > 0
            ? units - sum(one => one.earningId === postingId)
            : units + sum(one => one.debitId === postingId),
        )
        expect(
          left.every((units, index) => units === 0 || Math.sign(units) === Math.sign(lines[index]!.units)),
        ).toBe(true)
        expect(left.some(units => units > 0) && left.some(units => units < 0)).toBe(false)
      }),
    )
  })
})

test.each<[string, [string, number][], number[], string[]]>([
  [
    'all of a dine',
    [
      ['a', 60],
      ['p', -60],
    ],
    [2],
    ['a'],
  ],
  [
    'a part of it',
    [
      ['a', 60],
      ['p', -40],
    ],
    [2],
    [],
  ],
  [
    'by two payouts',
    [
      ['a', 60],
      ['p', -40],
      ['q', -20],
    ],
    [2, 3],
    ['a'],
  ],
  [
    'by a payout that is not completed',
    [
      ['a', 60],
      ['p', -40],
      ['q', -20],
    ],
    [2],
    [],
  ],
  [
    'the rest after a refund',
    [
      ['a', 60],
      ['a', -20],
      ['p', -40],
    ],
    [3],
    ['a'],
  ],
  [
    'what a refund of another dine left of it',
    [
      ['a', 60],
      ['p', -60],
      ['a', -20],
      ['b', 50],
      ['q', -30],
    ],
    [2, 5],
    ['a', 'b'],
  ],
  [
    'taken by a refund of another dine alone',
    [
      ['a', 60],
      ['p', -60],
      ['a', -50],
      ['b', 50],
    ],
    [2],
    ['a'],
  ],
  [
    'refunded in full',
    [
      ['a', 60],
      ['a', -60],
    ],
    [],
    [],
  ],
  [
    'with its bonus',
    [
      ['a', 60],
      ['a:bonus:x', 10],
      ['p', -70],
    ],
    [3],
    ['a'],
  ],
  [
    'without its bonus',
    [
      ['a', 60],
      ['a:bonus:x', 10],
      ['p', -60],
    ],
    [3],
    [],
  ],
])('fully paid: %s', (_case, lines, paying, expected) => {
  const all = linesOf(...lines)
  const payouts = all.filter(({ subject }) => subject === 'p' || subject === 'q')
  const groups = fullyPaid(all, allocate(all, []), {
    paying: new Set(paying),
    pending: new Set(
      payouts.filter(({ postingId }) => !paying.includes(postingId)).map(line => line.postingId),
    ),
  })
  expect([...groups]).toEqual(expected)
})
