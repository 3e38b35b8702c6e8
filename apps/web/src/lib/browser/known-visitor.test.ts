import { expect, test } from 'vitest'
import { knownVisitorIn } from './known-visitor.ts'

test.each([
  ['dw_known_visitor=P-1', 'P-1'],
  ['a=b; dw_known_visitor=P%2D1; c=d', 'P-1'],
  ['', null],
  ['dw_known_visitor=', null],
  ['not_dw_known_visitor=P-1; __Host-dw_known_visitor=P-1', null],
  ['dw_known_visitor=%', null],
  ['dw_known_visitor=%ff', null],
  [`dw_known_visitor=${'x'.repeat(65)}`, null],
  [`dw_known_visitor=${'x'.repeat(10_000)}`, null],
])('cookie %.60s: known visitor is %s', (cookies, id) => {
  expect(knownVisitorIn(cookies, { secure: false })).toBe(id)
})
