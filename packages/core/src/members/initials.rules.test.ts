import { expect, test } from 'vitest'
import { initialsOf } from './initials.rules.ts'

test.each([
  ['two names', 'Ada Moreno', 'AM'],
  ['one name', 'Ada', 'A'],
  ['three names', ' Ada  de Moreno ', 'AM'],
  ['a shortened last name', 'Priya S.', 'PS'],
  ['an emoji', '👩‍🍳🍜 Moreno', '👩M'],
  ['letters with combining accents', 'e\u0301\u0302lan q\u0308x', 'e\u0301\u0302q\u0308'],
  ['right to left', 'مُحَمَّد عبد', 'مُع'],
  ['combining characters only', `${'\u0301'.repeat(20)} Moreno`, 'M'],
  ['no name', ' ', ''],
])('initials of %s', (_, name, initials) => {
  expect(initialsOf(name)).toBe(initials)
})
