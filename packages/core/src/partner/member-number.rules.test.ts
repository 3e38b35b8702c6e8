import { expect, test } from 'vitest'
import { hasFormat } from './member-number.rules.ts'
import { memberNumberFormat } from './settings/setting-types.ts'

const digits = { prefix: 'MC', signs: 'digits', minLength: 7, maxLength: 8 } as const

test.each([
  [digits, 'MC2048113', true],
  [digits, 'MC20481136', true],
  [digits, 'MC204811', false],
  [digits, 'MC204811367', false],
  [digits, 'mc20481136', false],
  [digits, '20481136', false],
  [digits, 'MC2048113A', false],
  [digits, 'MC2048113\n', false],
  [digits, 'MC2048113٣', false],
  [digits, '', false],
  [{ ...digits, prefix: '', signs: 'letters' }, 'ABCDEFG', true],
  [{ ...digits, prefix: '', signs: 'letters' }, 'ABCDEF7', false],
  [{ ...digits, prefix: '', signs: 'lettersAndDigits' }, 'ABCDEF7', true],
  [{ ...digits, prefix: '', signs: 'lettersAndDigits' }, 'ABC-EF7', false],
] as const)('%o, %j -> %s', (format, text, expected) => {
  expect(hasFormat(format, text)).toBe(expected)
})

test.each(['(\\d+)+', '[A-Z', 'ABCDEFGHIJK', 'mc'])('prefix %j -> refused', prefix => {
  expect(memberNumberFormat.safeParse({ ...digits, prefix }).success).toBe(false)
})
