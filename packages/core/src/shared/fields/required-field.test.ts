import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { fieldMessage } from './field-messages.ts'
import { required } from './required-field.ts'

const name = z.string(required).check(z.minLength(1), z.maxLength(3))
const rate = z.number(required).check(z.minimum(0), z.maximum(100))
const code = z.string(required).check(z.minLength(6))

test.each([
  [name, undefined, 'This field is required.'],
  [name, null, 'This field is required.'],
  [name, '', 'This field is required.'],
  [name, 'Zoë Moreau', 'This can have at most 3 characters.'],
  [code, '12', 'This must have at least 6 characters.'],
  [rate, undefined, 'This field is required.'],
  [rate, -1, 'This must be at least 0.'],
  [rate, 101, 'This must be at most 100.'],
])('%#: what is wrong, not that it is missing', (schema, value, message) => {
  const { error } = schema.safeParse(value, { error: fieldMessage })
  expect(error?.issues.map(issue => issue.message)).toEqual([message])
})
