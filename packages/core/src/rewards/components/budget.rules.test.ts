import { describe, expect, test } from 'vitest'
import { clearing, dinesOf, newBooks } from '../tables/new-books-for-test.ts'
import { type Budget, budgetProblem, budgetsAfter, mergeChanges, withinBudget } from './budget.rules.ts'
import { componentId } from './component.ts'

const budget = (leftUnits: number | null): Budget => ({
  kind: 'bonus',
  code: 'SPRING',
  leftUnits,
  refusedUnits: null,
})
const of = (dineId: string, units: number) => ({ dineId, kind: 'bonus' as const, code: 'SPRING', units })
const stored = (dineId: string, units: number) => {
  const component = of(dineId, units)
  return { ...component, id: componentId(component), grantedUnits: units }
}

describe('within a budget', () => {
  test.each([
    ['without a limit: all', null, [of('a', 500), of('b', 500)], [], ['a 500', 'b 500'], []],
    ['room for one: the first', 700, [of('a', 500), of('b', 500)], [], ['a 500'], [500]],
    [
      'a smaller one later: covered',
      700,
      [of('a', 500), of('b', 400), of('c', 200)],
      [],
      ['a 500', 'c 200'],
      [400],
    ],
    ['nothing left: what was promised is kept', 0, [of('a', 500)], [stored('a', 500)], ['a 500'], []],
    ['nothing left, and more is wanted: as it was', 0, [of('a', 600)], [stored('a', 500)], ['a 500'], [100]],
    [
      'less is wanted: the rest is free for the next',
      0,
      [of('a', 300), of('b', 200)],
      [stored('a', 500)],
      ['a 300', 'b 200'],
      [],
    ],
    [
      'another dine has it now: what it moves from is free',
      0,
      [of('b', 500)],
      [stored('a', 500)],
      ['b 500'],
      [],
    ],
  ])('%s', (_name, left, wanted, before, covered, refused) => {
    const outcome = withinBudget(budget(left), wanted, before)
    expect(outcome.components.map(({ dineId, units }) => `${dineId} ${units}`)).toEqual(covered)
    expect(outcome.refused.map(({ units }) => units)).toEqual(refused)
  })

  test('changes of several decisions are one for each budget, and leave the rest', () => {
    const change = { kind: 'bonus' as const, code: 'SPRING' }
    const [merged] = mergeChanges([
      { ...change, units: 500, refusedUnits: null },
      { ...change, units: -200, refusedUnits: 400 },
      { ...change, units: 0, refusedUnits: 300 },
    ])
    expect(merged).toEqual({ ...change, units: 300, refusedUnits: 300 })
    const after = budgetsAfter(new Map([['bonus:SPRING', budget(1_000)]]), [merged!])
    expect(after.get('bonus:SPRING')).toMatchObject({ leftUnits: 700, refusedUnits: 300 })
  })
})

test.each([
  ['none of both', null, null, null],
  ['a reward exactly', 250, 250, null],
  ['a budget below it', 249, null, 'budgetUnits'],
  ['a cap below it', 1_000, 249, 'memberCapUnits'],
  ['a cap above the budget', 500, 501, 'memberCapUnits'],
])('a definition with %s', (_name, budgetUnits, memberCapUnits, field) => {
  const reward = { kind: 'fixed', units: 250 }
  expect(budgetProblem({ budgetUnits, memberCapUnits, reward })?.field ?? null).toBe(field)
})

test('an offer that cannot pay leaves the dine to the next best, and an estimate stays promised', () => {
  const open = {
    merchantId: 'casa',
    minimumSpendCents: 0,
    startsOn: '2026-03-01',
    endsOn: '2026-03-31',
    createdAt: 0,
  }
  const offers = [
    { ...open, id: 'best', reward: { kind: 'fixed' as const, units: 500 } },
    { ...open, id: 'next', reward: { kind: 'fixed' as const, units: 100 } },
  ]
  const books = newBooks({ offers, settings: { hasFlexOffers: true } })
  books.budgets = new Map([
    ['offer:best', { kind: 'offer', code: 'best', leftUnits: 499, refusedUnits: null }],
  ])
  books.report(clearing())
  expect(dinesOf(books)).toEqual(['Awarded 127 of 42.50, offer 100'])
  expect(books.budgets.get('offer:best')).toMatchObject({ leftUnits: 499, refusedUnits: 500 })
})
