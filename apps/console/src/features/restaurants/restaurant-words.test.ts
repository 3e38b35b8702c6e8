import { expect, test } from 'vitest'
import { errorsByPath, namedErrors } from '../../kit/form/field-errors.ts'
import { fieldWords } from './restaurant-words.ts'

test('refused fields: each sentence names its field, and which of a list it is', () => {
  const message = 'This field is required.'
  const fields = ['facts.menu.0.items.1.name', 'facts.zipCode', 'facts.cuisines.2', 'partner']
  const errors = errorsByPath(
    fields.map(field => ({ field, message })),
    /^facts\./,
  )
  expect(namedErrors(errors, new Set(), fieldWords)).toEqual([
    `Menu section 1, dish 2, Name: ${message}`,
    `ZIP code: ${message}`,
    `Cuisine 3: ${message}`,
    `Program: ${message}`,
  ])
})
