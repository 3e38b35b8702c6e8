import { expect, test } from 'vitest'
import { queryWords } from './query-words.rules.ts'
import { cuisineOnly } from './word-meanings.rules.ts'

test.each([
  ['italian restaurant', ['italian']],
  ['Italian Restaurants', ['italian']],
  ['italian resturant', ['italian']],
  ['mexican food', ['mexican']],
  ['thai cuisine', ['thai']],
  ['pizza place', ['pizza']],
  ['bbq joint', ['bbq']],
  ['quillfeather and daughters', ['quillfeather', 'daughters']],
  ['quillfeather & daughters', ['quillfeather', 'daughters']],
  ['salt + char', ['salt', 'char']],
  ['fish n chips', ['fish', 'chips']],
  ['fish ’n’ chips', ['fish', 'chips']],
  ['andora', ['andora']],
  // Alone they are names.
  ['food', ['food']],
  ['the restaurant', ['the', 'restaurant']],
  ['the place', ['the', 'place']],
  ['food and place', ['food', 'place']],
  ['and', ['and']],
  ['workshop kitchen and bar', ['workshop', 'kitchen', 'bar']],
  ['', []],
])('%j -> %j', (text, words) => {
  expect(queryWords(text)).toEqual(words)
})

const cuisines = new Set(['sushi', 'coffee', 'barbecue', 'ice', 'cream'])

test.each([
  ['sushi bar', ['sushi']],
  ['coffee shop', ['coffee']],
  ['ice cream parlor', ['ice', 'cream']],
  ['bbq shack', ['bbq']],
  ['workshop bar', null],
  ['sushi', null],
  ['bar', null],
  ['bar sushi kitchen', ['sushi']],
])('%j as a cuisine: %j', (text, words) => {
  expect(cuisineOnly(queryWords(text), cuisines)).toEqual(words)
})
