import { expect, test } from 'vitest'
import { returnPathIn, withReturnPath } from './return-path.ts'

test('a way back is carried from page to page as it was', () => {
  const table = '/merchants/casa-1?date=2026-03-12&time=19%3A00&slot=20260312T2300Z#reserve'
  const join = withReturnPath('/join', table)
  expect(returnPathIn(`https://site.example${join}`)).toBe(table)
  expect(returnPathIn(join.slice(join.indexOf('?')))).toBe(table)
})

test('without a way back, a page is itself', () => {
  expect(withReturnPath('/join', returnPathIn('/search?page=2'))).toBe('/join')
  expect(returnPathIn('')).toBeNull()
})

test.each([
  'https://evil.example/',
  '//evil.example',
  '/\\evil.example',
  '/a/..//evil.example',
  'javascript:alert(1)',
])('%s is no way back', path => {
  expect(returnPathIn(`?returnTo=${encodeURIComponent(path)}`)).toBeNull()
})
