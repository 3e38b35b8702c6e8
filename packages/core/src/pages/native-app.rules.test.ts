import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isBelowMinimumVersion, nativeAppOf, needsUpdate } from './native-app.rules.ts'

const settings = { nativeAppToken: 'gonative' }
const iPhone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_2 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148'
const android =
  'Mozilla/5.0 (Linux; Android 15; Pixel 9 wv) AppleWebKit/537.36 Chrome/131.0.0.0 Mobile Safari/537.36'

describe('the native app of a user agent', () => {
  test.each([
    ['on an iPhone', `${iPhone} gonative/4.2.0`, { version: '4.2.0', platform: 'ios' }],
    [
      'on an iPad, which says it is a Mac',
      'Mozilla/5.0 (Macintosh) gonative/4.10',
      { version: '4.10', platform: 'ios' },
    ],
    ['on Android', `${android} gonative/5`, { version: '5', platform: 'android' }],
    ['in capitals', `${android} GoNative/4.2.0`, { version: '4.2.0', platform: 'android' }],
    ['first of all words', 'gonative/4.2.0 (Android)', { version: '4.2.0', platform: 'android' }],
    ['without a version', `${android} gonative`, { version: '0', platform: 'android' }],
    ['with a word for a version', `${android} gonative/beta`, { version: '0', platform: 'android' }],
    [
      'with a version that goes on',
      `${android} gonative/4.2.0-rc1`,
      { version: '4.2.0', platform: 'android' },
    ],
    [
      'with more parts than versions have',
      `${android} gonative/1.2.3.4.5.6`,
      { version: '1.2.3.4', platform: 'android' },
    ],
    ['is none in a browser', iPhone, null],
    ['is none in nothing', '', null],
    ['is none in a longer word', `${android} notgonative/4.2.0`, null],
    ['is none in a word that goes on', `${android} gonative2/4.2.0 gonative-lite/1.0`, null],
    ['is none past what an honest one is long', `${'x '.repeat(600)}gonative/4.2.0`, null],
  ])('%s', (_, userAgent, expected) => {
    expect(nativeAppOf(userAgent, settings)).toEqual(expected)
  })

  test("goes by the partner's token", () => {
    expect(nativeAppOf(`${android} MilesTable/4.2.0`, { nativeAppToken: 'MilesTable' })?.version).toBe(
      '4.2.0',
    )
    expect(nativeAppOf(`${android} gonative/4.2.0`, { nativeAppToken: 'MilesTable' })).toBeNull()
  })

  test('any user agent -> parsed in linear time, with a comparable version', () => {
    const pieces = fc.constantFrom(
      'gonative',
      '/',
      '4',
      '.',
      '999999',
      '1e9',
      ' ',
      '(',
      ')+',
      'iPhone',
      '\\',
      '<script>',
      '٣',
    )
    fc.assert(
      fc.property(fc.array(fc.oneof(pieces, fc.string()), { maxLength: 400 }), parts => {
        const app = nativeAppOf(parts.join(''), settings)
        if (app) expect(app.version).toMatch(/^\d{1,6}(\.\d{1,6}){0,3}$/)
      }),
    )
    const startedAt = process.threadCpuUsage()
    nativeAppOf(`gonative/${'1.'.repeat(500_000)}`, settings)
    expect(process.threadCpuUsage(startedAt).user / 1_000).toBeLessThan(1_000)
  })
})

describe('a version is below the minimum', () => {
  test.each([
    ['4.1.9', '4.2.0', true],
    ['4.2.0', '4.2.0', false],
    ['4.2', '4.2.0', false],
    ['4.2.0.1', '4.2.0', false],
    ['4.9', '4.10', true],
    ['4.10', '4.9', false],
    ['10.0', '9.9.9', false],
    ['0', '0.0.1', true],
    ['4.02.0', '4.2.0', false],
    ['1', null, false],
  ])('%s with a minimum of %s: %s', (version, minimum, expected) => {
    expect(isBelowMinimumVersion(version, minimum)).toBe(expected)
  })

  const version = fc.array(fc.nat(999_999), { minLength: 1, maxLength: 4 }).map(parts => parts.join('.'))
  test('or the other way round, or they are the same', () => {
    fc.assert(
      fc.property(version, version, (a, b) => {
        expect(isBelowMinimumVersion(a, b) && isBelowMinimumVersion(b, a)).toBe(false)
      }),
    )
  })
})

describe('the update screen', () => {
  test.each([
    ['in an app below the minimum', '4.1.0', '4.2.0', true],
    ['not in an app that is new enough', '4.2.0', '4.2.0', false],
    ['not where there is no minimum', '1.0', null, false],
    ['not in a browser', null, '4.2.0', false],
  ])('%s', (_, version, minimumAppVersion, expected) => {
    const nativeApp = version === null ? null : ({ version, platform: 'ios' } as const)
    expect(needsUpdate(nativeApp, { minimumAppVersion })).toBe(expected)
  })
})
