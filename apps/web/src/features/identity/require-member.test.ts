import { expect, test } from 'vitest'
import { safeReturnPath } from './require-member.ts'

test.each([
  ['/account/manage_cards', '/account/manage_cards'],
  ['/search?page=2&price=1', '/search?page=2&price=1'],
  [null, '/account/overview'],
  ['', '/account/overview'],
  ['https://evil.example/', '/account/overview'],
  ['//evil.example', '/account/overview'],
  ['/\\evil.example', '/account/overview'],
  ['/a\\..\\b', '/account/overview'],
  ['/a/..//evil.example', '/account/overview'],
  ['/.//evil.example', '/account/overview'],
  ['/account\u0000', '/account/overview'],
  ['/login\r\nSet-Cookie: a=b', '/account/overview'],
  ['/search?from=https://elsewhere.example/', '/search?from=https://elsewhere.example/'],
  ['/\t/evil.example', '/account/overview'],
  ['javascript:alert(1)', '/account/overview'],
])('after signing in, %s leads to %s', (returnTo, path) => {
  expect(safeReturnPath(returnTo)).toBe(path)
})
