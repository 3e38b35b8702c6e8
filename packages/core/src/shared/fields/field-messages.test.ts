import { afterAll, beforeAll, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { fieldMessage } from './field-messages.ts'

const before = z.config()
beforeAll(() => void z.config({ localeError: fieldMessage }))
afterAll(() => void z.config(before))

const messageOf = (schema: z.ZodMiniType, value: unknown) => schema.safeParse(value).error?.issues[0]?.message

test.each([
  [z.string(), undefined, 'This field is required.'],
  [z.string().check(z.minLength(1)), '', 'This field is required.'],
  [z.string().check(z.minLength(8)), 'short', 'This must have at least 8 characters.'],
  [z.string().check(z.maxLength(3)), 'long', 'This can have at most 3 characters.'],
  [z.array(z.string()).check(z.maxLength(1)), ['a', 'b'], 'This can have at most 1 entries.'],
  [z.coerce.number(), 'x', 'This must be a number.'],
  [z.number().check(z.maximum(4)), 9, 'This must be at most 4.'],
  [z.number().check(z.gt(0)), 0, 'This must be more than 0.'],
  [z.int(), 1.5, 'This must be a whole number.'],
  [z.boolean(), 'yes', 'This must be true or false.'],
  [z.object({}), 'text', 'This must be an object.'],
  [z.enum(['a', 'b']), 'c', 'This must be one of: a, b.'],
  [z.email(), 'x@', 'This is not a valid email address.'],
  [z.strictObject({}), { extra: 1 }, 'This field is not known.'],
  [z.string().check(z.regex(/^a$/)), 'b', 'This does not have the right form.'],
])('%# -> %s', (schema, value, message) => {
  expect(messageOf(schema, value)).toBe(message)
})
