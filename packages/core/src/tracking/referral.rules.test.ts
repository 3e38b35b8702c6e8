import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  clearedReferralCookies,
  type Referral,
  referralCookies,
  referralIn,
  referralInCookies,
  referralNames,
  withoutSource,
} from './referral.rules.ts'

describe('who sent a visitor, from the address', () => {
  test.each<[string, string, Referral]>([
    [
      'every name',
      `?${referralNames.map(name => `${name}=${name}-1`).join('&')}`,
      {
        utm_term: 'utm_term-1',
        utm_medium: 'utm_medium-1',
        utm_campaign: 'utm_campaign-1',
        utm_source: 'utm_source-1',
        utm_content: 'utm_content-1',
        referrer: 'referrer-1',
        source: 'source-1',
      },
    ],
    ['nothing', '', {}],
    ['other parameters', '?page=2&public_id=abc', {}],
    ['an empty value', '?source=', {}],
    ['spaces at the ends', '?source=%20spring%20', { source: 'spring' }],
    ['the first of two', '?source=a&source=b', { source: 'a' }],
    ['another alphabet', '?utm_campaign=%C3%A9t%C3%A9', { utm_campaign: 'été' }],
    ['markup', '?source=%3Cscript%3Ealert(1)%3C/script%3E', { source: 'scriptalert(1)/script' }],
    ['a header in disguise', '?source=a%0D%0ASet-Cookie:%20x;%20y', { source: 'aSet-Cookie: x y' }],
    ['a half character', '?source=a%ED%A0%80b', { source: 'ab' }],
    ['what is no encoding', '?source=100%', { source: '100%' }],
    ['a card number', '?referrer=4111%201111%201111%201111', {}],
    ['a name in another case', '?Source=x', {}],
  ])('%s', (_case, search, referral) => {
    expect(referralIn(search)).toEqual(referral)
  })

  test('is bounded', () => {
    expect(referralIn(`?source=${'a'.repeat(5_000)}`).source).toHaveLength(100)
    expect(
      encodeURIComponent(referralIn(`?source=${'漢'.repeat(100)}`).source ?? '').length,
    ).toBeLessThanOrEqual(300)
  })
})

describe('the cookies', () => {
  test('keep the source for two days and the others as long as the browser is open', () => {
    expect(referralCookies({ source: 'spring mail', utm_source: 'x' }, { secure: true })).toEqual([
      '__Host-dw_utm_source=x; path=/; samesite=lax; secure',
      '__Host-dw_source=spring%20mail; path=/; samesite=lax; secure; max-age=172800',
    ])
  })

  test('are taken back by an end in the past, all of them', () => {
    const cleared = clearedReferralCookies({ secure: false })
    expect(cleared).toHaveLength(referralNames.length)
    for (const line of cleared)
      expect(line).toMatch(/^dw_\w+=; path=\/; samesite=lax; expires=Thu, 01 Jan 1970/)
  })

  test.each([
    ['none', '', {}],
    ['others', 'a=b; xdw_source=c', {}],
    [
      'ours among others',
      'a=b; dw_source=spring%20mail; dw_referrer=jo',
      { source: 'spring mail', referrer: 'jo' },
    ],
    ['tampered with', 'dw_source=%E0%A4%A; dw_referrer=%3Cb%3E', { referrer: 'b' }],
    ['without a value', 'dw_source', {}],
  ])('read: %s', (_case, cookies, referral) => {
    expect(referralInCookies(cookies, { secure: false })).toEqual(referral)
  })

  test('give back what was put in, whatever the address held', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 300 }), text => {
        const referral = referralIn(`?source=${encodeURIComponent(text.toWellFormed())}`)
        const lines = referralCookies(referral, { secure: false })
        for (const line of lines)
          expect(line).toMatch(/^dw_source=[^;\s]+; path=\/; samesite=lax; max-age=172800$/)
        expect(
          referralInCookies(lines.map(line => line.split(';')[0]).join('; '), { secure: false }),
        ).toEqual(referral)
      }),
    )
  })
})

describe('the address without its source', () => {
  test.each([
    ['?source=x', ''],
    ['?a=1&source=x&b=%20+2', '?a=1&b=%20+2'],
    ['?source=x&source=y', ''],
    ['?s%6Furce=x&a', '?a'],
    ['?a=source', null],
    ['?utm_source=x', null],
    ['', null],
  ])('%j: %j', (search, left) => {
    expect(withoutSource(search)).toBe(left)
  })
})
