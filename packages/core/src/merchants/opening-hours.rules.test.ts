import { expect, test } from 'vitest'
import { readOpeningHours } from './opening-hours.rules.ts'

const evening = [{ opens: '17:00', closes: '22:00' }]

test.each([
  ['', {}],
  ['Mon 17:00-22:00', { Mon: evening }],
  ['Mon-Wed 17:00-22:00', { Mon: evening, Tue: evening, Wed: evening }],
  ['Sat-Mon 17:00-22:00 | ', { Sat: evening, Sun: evening, Mon: evening }],
  ['Mon, Thu-Fri 17:00-22:00', { Mon: evening, Thu: evening, Fri: evening }],
  ['Sun 17:00-22:00 11:00-15:00', { Sun: [{ opens: '11:00', closes: '15:00' }, ...evening] }],
  ['Sun 17:00-22:00|Sun 11:00-15:00', { Sun: [{ opens: '11:00', closes: '15:00' }, ...evening] }],
  ['Mon 17:00-24:00', { Mon: [{ opens: '17:00', closes: '00:00' }] }],
  ['Mon 00:00-24:00', { Mon: [{ opens: '00:00', closes: '00:00' }] }],
  ['Fri 18:00-02:00', { Fri: [{ opens: '18:00', closes: '02:00' }] }],
])('%j', (text, hours) => {
  expect(readOpeningHours(text)).toEqual(hours)
})

test.each([
  'Mon',
  '17:00-22:00',
  'Monday 17:00-22:00',
  'Mon-Tue-Wed 17:00-22:00',
  'Mon 17-22',
  'Mon 24:00-02:00',
  'Mon 25:00-26:00',
  'Mon 17:00-22:00 Tue',
  'Mon-17:00-22:00',
  `Mon${' 10:00-11:00'.repeat(7)}`,
])('%j is none', text => {
  expect(readOpeningHours(text)).toBeNull()
})
