import { expect, test } from 'vitest'
import { requireKnown } from './wanted-names.ts'

test('a name that nothing has -> refused with those that there are', () => {
  expect(() => requireKnown(['kill', 'nope'], ['kill', 'disk'])).toThrow(
    'There is no nope. There are: kill, disk.',
  )
  expect(() => requireKnown([], ['kill'])).not.toThrow()
  expect(() => requireKnown(['kill'], ['kill'])).not.toThrow()
})
