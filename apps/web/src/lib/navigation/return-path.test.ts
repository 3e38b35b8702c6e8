import { expect, test } from 'vitest'
import { returnPathIn, withReturnPath } from './return-path.ts'

test('return path: carried unchanged from page to page', () => {
  const table = '/merchants/casa-1?date=2026-03-12&time=19%3A00&slot=20260312T2300Z#reserve'
  const join = withReturnPath('/join', table)
  expect(returnPathIn(`https://site.example${join}`)).toBe(table)
  expect(returnPathIn(join.slice(join.indexOf('?')))).toBe(table)
})

test('return path beyond Latin: encoded, as a redirect needs it', () => {
  expect(returnPathIn('?returnTo=/search?location=東京')).toBe('/search?location=%E6%9D%B1%E4%BA%AC')
})

test('no return path: page unchanged', () => {
  expect(withReturnPath('/join', returnPathIn('/search?page=2'))).toBe('/join')
  expect(returnPathIn('')).toBeNull()
})

test.each([
  'https://evil.example/',
  '//evil.example',
  '/\\evil.example',
  '/a/..//evil.example',
  'javascript:alert(1)',
  '/SignOut',
  '/signout/?closed',
  '/%53ign%4fut',
  '/account/../SignOut',
  '/%2e/SignOut#main',
  '/api/SignOut',
  '/API/SignOut',
])('%s: not a return path', path => {
  expect(returnPathIn(`?returnTo=${encodeURIComponent(path)}`)).toBeNull()
})
