import { expect, test } from 'vitest'
import { searchesFor } from './member-search.rules.ts'

test.each([
  ['', []],
  [' \0 ', []],
  ['Ada@Example.com', ['email']],
  ['4242', ['card', 'phone', 'memberNumber', 'transaction']],
  ['(212) 555-0123', ['phone']],
  ['+1 212.555.0123', ['phone']],
  ['2125550123', ['phone', 'memberNumber', 'transaction']],
  ['+44 20 7946 0958', []],
  ['•••• 4242', ['card']],
  ['ending 4242', ['card']],
  ['SK-1001', ['memberNumber', 'transaction']],
  ['SK 10 01', ['memberNumber']],
  ['moreau', ['memberNumber', 'transaction', 'name']],
  ['Ada Moreau', ['name']],
  ['O’Neil', ['memberNumber', 'transaction', 'name']],
  ['12 monkeys', ['memberNumber']],
  ['€ 12', []],
])('search: "%s" -> by %j', (query, kinds) => {
  expect(searchesFor(query).map(({ by }) => by)).toEqual(kinds)
})

test('search: two words -> first and last name in both orders, and a comma is no part of them', () => {
  const parts = [
    { first: '', last: 'Moreau Ada' },
    { first: 'Moreau Ada', last: '' },
    { first: 'Moreau', last: 'Ada' },
    { first: 'Ada', last: 'Moreau' },
  ]
  expect(searchesFor('Moreau, Ada')).toEqual([{ by: 'name', parts }])
})

test('search: names of several words -> each way to divide them', () => {
  const [found] = searchesFor('Mary Ann Smith')
  expect(found).toMatchObject({
    parts: [
      { first: '', last: 'Mary Ann Smith' },
      { first: 'Mary Ann Smith', last: '' },
      { first: 'Mary', last: 'Ann Smith' },
      { first: 'Ann Smith', last: 'Mary' },
      { first: 'Mary Ann', last: 'Smith' },
      { first: 'Smith', last: 'Mary Ann' },
    ],
  })
})

test('search: an address in capitals -> the form in which addresses are stored', () => {
  expect(searchesFor(' ADA@ ')).toEqual([{ by: 'email', prefix: 'ada@' }])
})
