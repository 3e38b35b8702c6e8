import { expect, test } from 'vitest'
import { cookieIn, hostCookie } from './host-cookie.ts'

test('has the prefix where browsers take it', () => {
  expect(hostCookie('dw_x', { secure: true })).toBe('__Host-dw_x')
  expect(hostCookie('dw_x', { secure: false })).toBe('dw_x')
})

test.each([
  ['dw_x=a', 'a'],
  ['a=b; dw_x=P%2D1;c=d', 'P-1'],
  ['dw_x=a=b; dw_x=c', 'a=b'],
  ['dw_x=', ''],
  ['not_dw_x=a; dw_xy=b; __Host-dw_x=c; dw_x', null],
  ['dw_x=%', null],
  ['dw_x=%ff', null],
  ['', null],
])('in %j -> %j', (cookies, value) => {
  expect(cookieIn(cookies, 'dw_x')).toBe(value)
})
