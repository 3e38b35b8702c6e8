import { expect, test } from 'vitest'
import { fieldMessage } from './fields/field-messages.ts'
import { lookUp } from './look-up.ts'

const inherited = ['constructor', '__proto__', 'toString', 'valueOf', 'hasOwnProperty', '__defineGetter__']

test.each(inherited)('a table: %s, which every object inherits -> nothing', key => {
  expect(lookUp({ nyc: 'new york' }, key)).toBeUndefined()
})

test('a table: a key that it has -> its value, also one that every object inherits', () => {
  expect(lookUp({ nyc: 'new york' }, 'nyc')).toBe('new york')
  expect(lookUp({ constructor: 'a program with this name' }, 'constructor')).toBe('a program with this name')
})

test.each(inherited)('a message: a format called %s -> a sentence', format => {
  const issue = { code: 'invalid_format', format, input: 'x' } as unknown as Parameters<
    typeof fieldMessage
  >[0]
  expect(fieldMessage(issue)).toBe('This does not have the right form.')
})
