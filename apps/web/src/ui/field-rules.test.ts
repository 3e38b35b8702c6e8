import { describe, expect, test } from 'vitest'
import { copyWriter } from '../partner/partner-context.tsx'
import { appForTest } from '../testing/app-for-test.ts'
import { type FieldRules, problemsOf } from './field-rules.ts'

const copy = copyWriter(appForTest())

function problem(rule: Omit<FieldRules, 'label'>, text?: string): string | undefined {
  const form = new FormData()
  if (text !== undefined) form.append('field', text)
  return problemsOf(copy, { field: { label: 'Nickname', ...rule } }, form).field
}

describe('what is said of a field', () => {
  test.each([
    ['required, with a message of its own', { required: 'Nickname is required' }, '', 'Nickname is required'],
    ['required, without one', { required: true }, '', 'This field is required.'],
    ['only spaces', { required: true }, '   ', 'This field is required.'],
    ['a number too small', { min: 2 }, '1', 'Nickname must be 2 or more'],
    ['a number too large', { max: 9 }, '10', 'Nickname can be at most 9'],
    ['no number at all', { min: 2 }, 'two', 'Nickname must be 2 or more'],
    ['too short', { minLength: 3 }, 'ab', 'Nickname must have at least 3 characters'],
    ['too long', { maxLength: 3 }, 'abcd', 'Nickname can have at most 3 characters'],
    ['not exactly', { minLength: 5, maxLength: 5 }, '1234', 'Nickname must have 5 characters'],
    ['another form', { pattern: { value: /^\d+$/, message: 'Digits only.' } }, 'a1', 'Digits only.'],
    ['a check of its own', { validate: (text: string) => `Not ${text}.` }, 'x', 'Not x.'],
    [
      'the first of several',
      { minLength: 3, pattern: { value: /^\d+$/, message: 'Digits only.' } },
      'a',
      /3/,
    ],
  ] as const)('%s', (_case, rule, text, said) => {
    expect(problem(rule, text)).toMatch(said)
  })

  test.each([
    [
      'an empty field that need not be given',
      { minLength: 3, min: 2, pattern: { value: /x/, message: '' } },
      '',
    ],
    ['one that is not there', { maxLength: 3 }, undefined],
    ['the bounds themselves', { min: 2, max: 2 }, '2'],
    ['exactly as long', { minLength: 2, maxLength: 2 }, '🍕b'],
    ['spaces around it', { maxLength: 3 }, '  abc  '],
    ['a check that finds nothing', { validate: () => null }, 'x'],
  ] as const)('nothing of %s', (_case, rule, text) => {
    expect(problem(rule, text)).toBeUndefined()
  })
})

test('a check may look at other fields, and problems come in the order of the rules', () => {
  const form = new FormData()
  form.append('b', 'two')
  const rules: Record<string, FieldRules> = {
    a: { label: 'A', required: true },
    b: { label: 'B', validate: (text, all) => (all.get('a') === text ? null : 'B is not A.') },
  }
  expect(Object.entries(problemsOf(copy, rules, form))).toEqual([
    ['a', 'This field is required.'],
    ['b', 'B is not A.'],
  ])
})
