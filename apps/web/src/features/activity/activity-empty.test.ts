import { createElement } from 'react'
import { expect, test } from 'vitest'
import { appForTest } from '../../testing/app-for-test.ts'
import { markupOf } from '../../testing/markup-for-test.tsx'
import { ActivityError } from './activity-empty.tsx'

test('activity that cannot be loaded: the empty state with its search button, and another try', () => {
  const markup = markupOf(appForTest(), createElement(ActivityError))
  expect(markup).toContain('We could not load this page')
  expect(markup).toMatch(/<a [^>]*href="\/search"[^>]*>Search restaurants</)
  expect(markup).toMatch(/<a [^>]*href="\/"[^>]*>Try again</)
})
