import { expect, test } from 'vitest'
import { dietsOf } from './diets.rules.ts'

const plain = { diets: [], cuisines: ['Thai'], dishes: ['Pad Thai'] }

test.each([
  ['nothing stated', {}, []],
  ['stated by the restaurant', { diets: ['glutenFree', 'halal'] }, ['glutenFree', 'halal']],
  ['a value that is unknown', { diets: ['paleo'] }, []],
  ['a cuisine', { cuisines: ['Kosher Deli'] }, ['kosher']],
  ['vegan dishes, which vegetarians eat', { dishes: ['Vegan ramen'] }, ['vegetarian', 'vegan']],
  ['dishes with signs', { dishes: ['Dal (V)', 'Rice (GF)'] }, ['vegetarian', 'glutenFree']],
  ['words that only begin so', { dishes: ['Vegas roll', 'Veganized?'] }, []],
])('diets of %s', (_case, facts, expected) => {
  expect(dietsOf({ ...plain, ...facts })).toEqual(expected)
})
