import { describe, expect, test } from 'vitest'
import { errorsByPath, namedErrors } from './field-errors.ts'
import { decimalCommaOf } from './number-field.tsx'
import { changesFrom } from './use-edit-form.ts'

describe('numbers that are pasted', () => {
  test.each([
    ['12,50', 12.5],
    ['$ 12,50', 12.5],
    ['-3,5 %', -3.5],
    ['1.234,50', 1234.5],
    ['43,613900', 43.6139],
  ])('%s -> a decimal comma, %d', (text, number) => {
    expect(decimalCommaOf(text)).toBe(number)
  })
  test.each(['12.50', '1,234', '1,234.50', '12,5,0', 'about 12,50', ''])(
    '%s -> read as the field reads what is typed',
    text => {
      expect(decimalCommaOf(text)).toBeNull()
    },
  )
})

describe('errors of fields', () => {
  test('the server names fields after what they belong to -> found by the name of the field', () => {
    const errors = [
      { field: 'terms.from', message: 'This is not a date.' },
      { field: 'terms.menu.1.name', message: 'This field is required.' },
    ]
    expect(errorsByPath(errors, /^terms\./)).toEqual({
      from: 'This is not a date.',
      'menu.1.name': 'This field is required.',
      menu: 'This field is required.',
    })
  })
  test('a field that is on screen -> not repeated; others -> with their name and place', () => {
    const errors = errorsByPath([
      { field: 'name', message: 'This field is required.' },
      { field: 'menu.1.name', message: 'This field is required.' },
      { field: 'fields.block_list.0.url', message: 'This is not a web address.' },
    ])
    expect(namedErrors(errors, new Set(['name']), { menu: 'Dish', fields: '' })).toEqual([
      'Dish 2, name: This field is required.',
      'block list 1, url: This is not a web address.',
    ])
  })
})

test('a draft: what is typed back to what is stored -> no change', () => {
  const stored = { name: 'Spring', days: ['Mon', 'Tue'], limit: null }
  expect(changesFrom(stored, { name: 'Spring', days: ['Mon'], limit: null })).toEqual({ days: ['Mon'] })
})
