import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  cachedPageOf,
  changesWhoIsSignedIn,
  filesIn,
  isKept,
  keyOf,
  offlinePageWith,
  pageMessage,
  parseSessionHeader,
  withCachedAt,
} from './cached-pages.rules.ts'

const at = (path: string) => new URL(path, 'http://plain.example')

describe('cache keys', () => {
  test.each([
    ['/', '/'],
    ['/?source=pwa', '/'],
    ['/search?utm_source=mail&restaurantOrCuisine=ramen', '/search?restaurantOrCuisine=ramen'],
    ['/search?source=pwa', '/search'],
    ['/account/overview', '/account/overview'],
    ['/account/recent_activity?pageNo=2', '/account/recent_activity?pageNo=2'],
    [
      '/api/Member/Transactions?pageNo=1&resultsPerPage=10',
      '/api/Member/Transactions?pageNo=1&resultsPerPage=10',
    ],
    ['/api/Member/RewardsYear', '/api/Member/RewardsYear'],
    ['/api/Member/Referral', '/api/Member/Referral'],
    ['/api/v2/Merchants/Search?latitude=40.7', '/api/v2/Merchants/Search?latitude=40.7'],
  ])('%s: cached as %s', (path, key) => {
    expect(keyOf(at(path))).toBe(key)
  })

  test.each([
    '/login',
    '/join',
    '/SignOut',
    '/account/manage_cards',
    '/account/user_profile',
    '/api/CSRF',
    '/api/Member/Cards',
    '/api/SignOut',
    '/search?public_id=abc',
    '/?preview=1',
    '/constructor',
    '/__proto__',
  ])('%s: not cached', path => {
    expect(keyOf(at(path))).toBeNull()
  })

  test('calls: not pages', () => {
    expect(cachedPageOf(at('/search?x=1'))).toBe('search')
    expect(cachedPageOf(at('/api/Member'))).toBeNull()
  })
})

describe('session may change', () => {
  test.each([
    ['POST', 'cors', '/api/SignIn', true],
    ['GET', 'cors', '/api/SignOut', true],
    ['GET', 'navigate', '/SignOut', true],
    ['GET', 'navigate', '/SignOut/', true],
    ['GET', 'navigate', '/api/Sso/Callback', true],
    ['GET', 'navigate', '/api/SignIn/google/Callback', true],
    ['POST', 'navigate', '/api/SignIn/apple/Callback', true],
    ['POST', 'cors', '/api/SignIn/Provider/Join', true],
    ['POST', 'cors', '/api/Members/Prospects', true],
    ['POST', 'navigate', '/login', true],
    ['POST', 'cors', '/api/Impressions', false],
    ['GET', 'navigate', '/login', false],
    ['GET', 'cors', '/api/Member', false],
    ['DELETE', 'cors', '/api/Member/Cards', false],
  ] as const)('%s (%s) %s: %s', (method, mode, path, expected) => {
    expect(changesWhoIsSignedIn({ method, mode }, at(path))).toBe(expected)
  })
})

describe('session header', () => {
  test.each([
    [null, null],
    ['none', 'ended'],
    ['abcdefghij-_1234 900 brief', { sign: 'abcdefghij-_1234', seconds: 900, isRemembered: false }],
    ['abcdefghij-_1234 900 remembered', { sign: 'abcdefghij-_1234', seconds: 900, isRemembered: true }],
    ['abcdefghij-_1234', 'ended'],
    ['abcdefghij-_1234 900', 'ended'],
    ['short 900 brief', 'ended'],
    ['abcdefghij-_1234 -5 brief', 'ended'],
    ['', 'ended'],
  ])('%s', (header, expected) => {
    expect(parseSessionHeader(header)).toEqual(expected)
  })

  test.each([
    [null, true],
    ['none', true],
    ['abcdefghij-_1234 900 remembered', true],
    ['abcdefghij-_1234 900 brief', false],
  ])('%s: an answer is kept -> %s', (header, kept) => {
    expect(isKept(parseSessionHeader(header))).toBe(kept)
  })
})

test('files of a page: scripts, styles and font, not icons and pictures', () => {
  const html =
    '<link href="/brand/display-a_1.woff2"><script src="/assets/entry-1.js"></script><script src="/assets/entry-1.js"></script>' +
    '<link href="/brand/icon-touch-180-x.png"><img src="/images/merchants/1/promo"><a href="/search"></a><link href="https://elsewhere.example/assets/x.js">'
  expect(filesIn(html)).toEqual(['/brand/display-a_1.woff2', '/assets/entry-1.js'])
})

test('cached page: marked once with its time', () => {
  const page = withCachedAt(
    '<html><head><title>&lt;head></title></head></html>',
    new Date('2026-03-10T14:02:00Z'),
  )
  expect(page).toBe(
    '<html><head><meta name="cached-at" content="2026-03-10T14:02:00.000Z"><title>&lt;head></title></head></html>',
  )
})

describe('offline page', () => {
  const page =
    '<main><nav><ul><li data-cached="search"><a href="/search">Your last search</a></li>' +
    '<li data-cached="activity"><a href="/account/recent_activity">Your last activity</a></li></ul></nav></main>'

  test('cached pages: links to their addresses', () => {
    expect(offlinePageWith(page, { search: '/search?a=1&b="2"' })).toBe(
      '<main><nav><ul><li data-cached="search"><a href="/search?a=1&amp;b=&quot;2&quot;">Your last search</a></li></ul></nav></main>',
    )
  })

  test('nothing cached: no list', () => {
    expect(offlinePageWith(page, {})).toBe('<main></main>')
  })

  test('any address: no markup', () => {
    fc.assert(
      fc.property(fc.string(), text => {
        const written = offlinePageWith(page, { search: `/search?q=${text}` })
        expect(/href="([^"]*)"/.exec(written)?.[1]).not.toMatch(/[<"]/)
        expect(written.match(/<a /g)).toHaveLength(1)
      }),
    )
  })
})

describe('messages from pages', () => {
  test.each([
    [{ kind: 'memberChanged', extra: 1 }, { kind: 'memberChanged' }],
    [{ kind: 'signedOut' }, { kind: 'signedOut' }],
    [
      {
        kind: 'keep',
        path: '/search?a=1',
        pictures: ['/images/merchants/1/promo', 'https://elsewhere.example/x.png', 7],
      },
      { kind: 'keep', path: '/search?a=1', pictures: ['/images/merchants/1/promo'] },
    ],
    [
      { kind: 'keep', path: '/search' },
      { kind: 'keep', path: '/search', pictures: [] },
    ],
    [{ kind: 'keep', path: '//elsewhere.example/' }, null],
    [{ kind: 'keep', path: 'https://elsewhere.example/' }, null],
    [{ kind: 'keep', path: `/${'x'.repeat(3_000)}` }, null],
    [{ kind: 'keep' }, null],
    [{ kind: 'drop' }, null],
    ['memberChanged', null],
    [null, null],
  ])('%j', (message, expected) => {
    expect(pageMessage(message)).toEqual(expected)
  })

  test('too many pictures: cut to the limit', () => {
    const pictures = Array.from({ length: 500 }, (_, index) => `/images/merchants/${index}/promo`)
    expect(pageMessage({ kind: 'keep', path: '/search', pictures })).toMatchObject({
      pictures: { length: 60 },
    })
  })
})
