import { expect, test } from 'vitest'
import { ApiError } from '../../lib/api.ts'
import { sentencesOf } from './restaurant-errors.ts'

test('refused fields: each sentence names its field, and which of a list it is', () => {
  const message = 'This field is required.'
  const error = new ApiError(400, {
    code: 'validation_failed',
    message: '',
    fieldErrors: ['facts.menu.0.items.1.name', 'facts.zipCode', 'facts.cuisines.2', 'partner'].map(field => ({
      field,
      message,
    })),
  })
  expect(sentencesOf(error)).toEqual([
    `Menu section 1, dish 2, Name: ${message}`,
    `ZIP code: ${message}`,
    `Cuisine 3: ${message}`,
    `Program: ${message}`,
  ])
  expect(sentencesOf(new Error('offline'))).toEqual([])
})
