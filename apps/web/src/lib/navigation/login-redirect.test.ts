import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import {
  clearLoginRedirect,
  loginRedirectIn,
  storedLoginRedirect,
  storeLoginRedirect,
} from './login-redirect.ts'

let written: string[]
beforeEach(() => {
  written = []
  const page = {
    get cookie() {
      const [pair = ''] = written.at(-1)?.split('; ') ?? []
      return pair
    },
    set cookie(cookie: string) {
      written.push(cookie)
    },
  }
  vi.stubGlobal('document', page)
  vi.stubGlobal('location', { protocol: 'https:' })
})
afterEach(() => vi.unstubAllGlobals())

test('shell §9 Login redirect: stored for 60 minutes, read back, cleared', () => {
  storeLoginRedirect('/merchants/7?date=2026-11-28#reserve')
  expect(written[0]).toMatch(/; Max-Age=3600; SameSite=Lax; Secure$/)
  expect(storedLoginRedirect()).toBe('/merchants/7?date=2026-11-28#reserve')
  clearLoginRedirect()
  expect(written[1]).toMatch(/^__Host-dw_login_redirect=; .*Max-Age=0/)
  expect(storedLoginRedirect()).toBeNull()
})

test.each([
  ['another site', encodeURIComponent('//evil.example')],
  ['the page that signs out', encodeURIComponent('/SignOut')],
  ['a broken code', '%E0%A4%A'],
  ['nothing', ''],
])('a cookie with %s -> ignored', (_case, value) => {
  expect(loginRedirectIn(`a=b; dw_login_redirect=${value}; c=d`, { secure: false })).toBeNull()
})
