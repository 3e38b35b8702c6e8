import { expect, test } from 'vitest'
import { splitCuisine } from './cuisines.rules.ts'

test.each([
  ['American', ['American']],
  ['Pizza/Italian', ['Pizza', 'Italian']],
  ['Café/Coffee/Tea', ['Café', 'Coffee', 'Tea']],
  ['CafÃ©/Coffee/Tea', ['Café', 'Coffee', 'Tea']],
  [
    'Latin (Cuban, Dominican, Puerto Rican, South & Central American)',
    ['Latin American', 'Cuban', 'Dominican', 'Puerto Rican', 'South American', 'Central American'],
  ],
  ['Ice Cream, Gelato, Yogurt, Ices', ['Ice Cream', 'Gelato', 'Yogurt', 'Ices']],
  ['Vietnamese/Cambodian/Malaysia', ['Vietnamese', 'Cambodian', 'Malaysian']],
  ['Bottled beverages, including water, sodas, juices, etc.', ['Drinks']],
  ['Soups & Sandwiches', ['Soups', 'Sandwiches']],
  ['Tex-Mex', ['Tex-Mex']],
  ['Not Listed/Not Applicable', []],
  ['Other', []],
  ['constructor', ['constructor']],
  [' / ', []],
  ['', []],
])('%j is %j', (kind, cuisines) => {
  expect(splitCuisine(kind)).toEqual(cuisines)
})
