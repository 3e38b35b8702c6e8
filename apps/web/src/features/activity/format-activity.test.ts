import { afterEach, expect, test, vi } from 'vitest'
import { formatDay } from './format-activity.ts'

afterEach(() => {
  vi.unstubAllGlobals()
})

/** It works as in JavaScriptCore: no date has a zone without a time. */
class StrictDate extends Date {
  constructor(text: string) {
    super(/^\d{4}-\d\d-\d\d(?:Z|[+-]\d\d:?\d\d)$/.test(text) ? Number.NaN : text)
  }
}

test.each([
  ['2026-11-01', 'Nov 1, 2026'],
  ['2026-11-01T23:30:00', 'Nov 1, 2026'],
  ['2026-11-01T23:30:00Z', 'Nov 1, 2026'],
])('%s is shown in every engine', (time, shown) => {
  vi.stubGlobal('Date', StrictDate)
  expect(formatDay(time)).toBe(shown)
})
