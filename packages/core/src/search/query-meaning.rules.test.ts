import { expect, test } from 'vitest'
import { meaningOf } from './query-meaning.rules.ts'

test.each([
  ['open now', '', { openNow: ['true'] }],
  ['ramen open late', 'ramen', { mealsServed: ['lateNight'] }],
  ['Vegan brunch', '', { diets: ['vegan'], mealsServed: ['brunch'] }],
  ['gluten-free pizza', 'pizza', { diets: ['glutenFree'] }],
  ['cheap eats', '', { priceRange: ['1'] }],
  [
    'outdoor dinner for 8',
    '',
    { features: ['outdoorSeating', 'goodForGroups'], mealsServed: ['dinner'], partySize: ['8'] },
  ],
  ['table for two', '', { partySize: ['2'] }],
  ['Dim Sum for ten people', 'Dim Sum', { partySize: ['10'], features: ['goodForGroups'] }],
  ['pizza near me', 'pizza', {}],
  ['Thai with vegetarian options', 'Thai', { diets: ['vegetarian'] }],
])('%s -> "%s" and %j', (typed, words, params) => {
  expect(meaningOf(typed)).toMatchObject({ words, params })
})

test.each([['ramen'], ['Open Kitchen'], ['Late Bloomer'], ['Veganopolis'], ['Formaggio for'], ['☃'], ['']])(
  'words without a filter: %s -> null',
  typed => {
    expect(meaningOf(typed)).toBeNull()
  },
)

test.each([
  ['Great Wall', true],
  ['the rooftop', true],
  ['best tacos', true],
  ['vegan tacos', false],
])('may be the name of a restaurant: %s -> %s', (typed, mayBeName) => {
  expect(meaningOf(typed)?.mayBeName).toBe(mayBeName)
})
