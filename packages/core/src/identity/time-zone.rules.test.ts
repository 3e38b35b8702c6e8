import { expect, test } from 'vitest'
import { cityOfTimeZone, isTimeZone } from './time-zone.rules.ts'

test.each([
  ['America/New_York', true],
  ['Asia/Kolkata', true],
  ['Asia/Calcutta', true],
  ['UTC', true],
  ['America/Atlantis', false],
  ['America/New York', false],
  ['../etc', false],
  ['a'.repeat(61), false],
  ['', false],
])('%s: a time zone -> %s', (text, expected) => {
  expect(isTimeZone(text)).toBe(expected)
})

test.each([
  ['America/New_York', 'New York'],
  ['America/Argentina/Buenos_Aires', 'Buenos Aires'],
  ['UTC', null],
  ['Etc/GMT+5', null],
])('%s -> %s', (timeZone, city) => {
  expect(cityOfTimeZone(timeZone)).toBe(city)
})
