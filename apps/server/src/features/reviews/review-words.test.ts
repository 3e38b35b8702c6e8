import { expect, test } from 'vitest'
import { hasRefusedWords } from './review-words.rules.ts'

test.each([
  'The shiitake, cocktails, cucumber and Boston butt were great. Our waiter Dick knew the Sussex wines.',
  'Coq au vin, faggots and peas, rapeseed oil, puttanesca, jerk chicken, titbits, Scunthorpe',
  'A hell of a steak. Crap parking.',
])('for everyone: %s', text => {
  expect(hasRefusedWords(text)).toBe(false)
})

test.each([
  'What a shit evening',
  'fuuuck this',
  'Sh1t service',
  'the waiter is an a$$hole',
  'FUCKING great',
])('refused: %s', text => {
  expect(hasRefusedWords(text)).toBe(true)
})
