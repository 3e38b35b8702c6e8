import { describe, expect, test } from 'vitest'
import {
  type InstallSituation,
  installOffer,
  isIosSafari,
  shouldOfferInstall,
  snoozeFrom,
  storedSnooze,
} from './install.rules.ts'

const now = new Date('2026-03-10T18:00:00Z')
const ready: InstallSituation = {
  enabled: true,
  standalone: false,
  inNativeApp: false,
  snoozedUntil: null,
  hasPrompt: true,
  isIosSafari: false,
}

describe('install offer', () => {
  test.each<[string, Partial<InstallSituation>, ReturnType<typeof installOffer>]>([
    ['where the browser waits to be asked', {}, 'prompt'],
    ['in words on Safari of iOS', { hasPrompt: false, isIosSafari: true }, 'instructions'],
    ['when "Maybe later" is over', { snoozedUntil: now }, 'prompt'],
    ['never without a prompt elsewhere', { hasPrompt: false }, null],
    ['never where the partner does not want it', { enabled: false }, null],
    [
      'never where the partner does not want it, on iOS',
      { enabled: false, hasPrompt: false, isIosSafari: true },
      null,
    ],
    ['never once it is installed', { standalone: true }, null],
    ['never inside the native app', { inNativeApp: true }, null],
    ['never while "Maybe later" lasts', { snoozedUntil: new Date('2026-03-10T18:00:01Z') }, null],
    [
      'never while "Maybe later" lasts, on iOS',
      { snoozedUntil: snoozeFrom(now), hasPrompt: false, isIosSafari: true },
      null,
    ],
  ])('%s', (_, change, offer) => {
    expect(installOffer({ ...ready, ...change }, now)).toBe(offer)
    expect(shouldOfferInstall({ ...ready, ...change }, now)).toBe(offer !== null)
  })
})

describe('"Maybe later"', () => {
  test('stored: lasts 30 days', () => {
    expect(snoozeFrom(now).toISOString()).toBe('2026-04-09T18:00:00.000Z')
    expect(storedSnooze(snoozeFrom(now).toISOString(), now)).toEqual(snoozeFrom(now))
  })

  test.each([
    ['nothing', null],
    ['no date', 'never'],
    ['an empty text', ''],
    ['a number', '1773165600000'],
    ['an object', '{"until":"2026-03-20T00:00:00Z"}'],
    ['a date without a time', '2026-03-20'],
    ['a day that is none', '2026-13-45T00:00:00Z'],
    ['longer than it ever lasts', '2026-04-09T18:00:00.001Z'],
    ['for ever', '9999-12-31T23:59:59Z'],
  ])('stored as %s: ignored', (_, stored) => {
    expect(storedSnooze(stored, now)).toBeNull()
  })

  test('in the past: expired', () => {
    expect(installOffer({ ...ready, snoozedUntil: storedSnooze('2020-01-01T00:00:00.000Z', now) }, now)).toBe(
      'prompt',
    )
  })
})

describe('iOS Safari', () => {
  const iPhone =
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_2 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)'
  const mac = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko)'
  test.each([
    ['Safari on an iPhone', `${iPhone} Version/18.2 Mobile/15E148 Safari/604.1`, 5, true],
    ['Safari on an iPad, which says it is a Mac', `${mac} Version/18.2 Safari/605.1.15`, 5, true],
    ['not Safari on a Mac', `${mac} Version/18.2 Safari/605.1.15`, 0, false],
    ['not Chrome on an iPhone', `${iPhone} CriOS/131.0.6778.73 Mobile/15E148 Safari/604.1`, 5, false],
    ['not Firefox on an iPhone', `${iPhone} FxiOS/133.0 Mobile/15E148 Safari/605.1.15`, 5, false],
    ['not a view inside an app', `${iPhone} Mobile/15E148`, 5, false],
    [
      'not a view inside an app that says Safari',
      `${iPhone} Version/18.2 Mobile/15E148 Safari/604.1 [FBAN/FBIOS]`,
      5,
      false,
    ],
    [
      'not Chrome on Android',
      'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Mobile Safari/537.36',
      5,
      false,
    ],
    ['not nothing', '', 0, false],
  ])('%s', (_, userAgent, maxTouchPoints, expected) => {
    expect(isIosSafari({ userAgent, maxTouchPoints })).toBe(expected)
  })
})
