import { createElement } from 'react'
import { expect, test } from 'vitest'
import { appForTest } from '../../testing/app-for-test.ts'
import { markupOf } from '../../testing/markup-for-test.tsx'
import { readActivity } from './activity-address.ts'
import { ActivityFilters } from './activity-filters.tsx'

const drawn = (query: string, problems: { field: string; message: string }[]) =>
  markupOf(
    appForTest(),
    createElement(ActivityFilters, { state: readActivity(new URLSearchParams(query)), cards: [], problems }),
  )

test('day in the address that is none: an empty field, marked', () => {
  const markup = drawn('from=yesterday', [{ field: 'from', message: 'Give a date such as 2026-03-09.' }])
  expect(markup).toContain('Choose a day from the calendar.')
  expect(markup).not.toContain('yesterday')
})

test('days in the wrong order: kept, with what is wrong', () => {
  const problems = [{ field: 'to', message: 'This day is before the first one.' }]
  const markup = drawn('from=2026-03-09&to=2026-03-08', problems)
  expect(markup).toContain('value="2026-03-08"')
  expect(markup).toContain('This day is before the first one.')
})
