import { describe, expect, test } from 'vitest'
import { hasLeft, highlightDate, isNew, merchantHighlight } from './merchant-highlight.rules.ts'

const today = '2026-03-10'

describe('what is worth saying of a restaurant today', () => {
  test.each([
    ['joins tomorrow', '2026-03-11', null, 'comingSoon'],
    ['joins tomorrow and leaves next week', '2026-03-11', '2026-03-17', 'comingSoon'],
    ['joined today', '2026-03-10', null, 'new'],
    ['joined 60 days ago', '2026-01-09', null, 'new'],
    ['joined 61 days ago', '2026-01-08', null, null],
    ['leaves in 14 days', '2020-01-01', '2026-03-24', 'leavingSoon'],
    ['leaves in 15 days', '2020-01-01', '2026-03-25', null],
    ['leaves tomorrow', '2020-01-01', '2026-03-11', 'leavingSoon'],
    ['new, and leaves in 14 days', '2026-03-01', '2026-03-24', 'leavingSoon'],
    ['new, and leaves in 15 days', '2026-03-01', '2026-03-25', 'new'],
    ['left today', '2026-03-01', '2026-03-10', null],
  ] as const)('%s', (_, joinedOn, leftOn, highlight) => {
    expect(merchantHighlight({ joinedOn, leftOn }, today)).toBe(highlight)
  })
})

test.each([
  ['the day it joins', '2026-03-11', '2026-03-17', '2026-03-11'],
  ['the last day that earns', '2020-01-01', '2026-03-24', '2026-03-23'],
  ['its last day is today', '2020-01-01', '2026-03-11', '2026-03-10'],
  ['leaves on the first of a month', '2020-01-01', '2026-03-21', '2026-03-20'],
  ['new', '2026-03-01', null, null],
  ['leaves later', '2020-01-01', '2026-03-25', null],
  ['left', '2020-01-01', '2026-03-10', null],
])('the date of its label: %s', (_, joinedOn, leftOn, date) => {
  expect(highlightDate({ joinedOn, leftOn }, today)).toBe(date)
})

test.each([
  [null, false],
  ['2026-03-11', false],
  ['2026-03-10', true],
  ['2026-03-09', true],
])('leftOn %s means it has left: %s', (leftOn, left) => {
  expect(hasLeft({ joinedOn: '2020-01-01', leftOn }, today)).toBe(left)
})

test('what is still to come is not new', () => {
  expect(isNew({ joinedOn: '2026-03-11', leftOn: null }, today)).toBe(false)
})
