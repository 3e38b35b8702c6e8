import { expect, test } from 'vitest'
import { alertWindow } from './alert-window.ts'

test.each([
  ['19:00', '18:00', '20:00'],
  ['00:30', '00:00', '01:30'],
  ['23:30', '22:30', '23:59'],
])('asked for %s: from %s to %s, within the day', (time, from, to) => {
  expect(alertWindow(time)).toEqual({ from, to })
})
