import { describe, expect, test } from 'vitest'
import { plainSettings } from '../partner-for-test.ts'
import { mergeSettings } from './merge-settings.ts'
import { defaultSettings } from './partner-settings.ts'

function settingsOf(folder: unknown, overrides?: unknown) {
  const merged = mergeSettings(folder, overrides)
  if (!merged.ok) throw new Error(JSON.stringify(merged.problems))
  return merged.value
}

function problemsOf(changes: Record<string, unknown>) {
  const merged = mergeSettings({ ...plainSettings, ...changes })
  return merged.ok ? [] : merged.problems
}

describe('settings in force', () => {
  test('a folder that says nothing gets the defaults of the specification', () => {
    expect(settingsOf(plainSettings)).toEqual({ ...defaultSettings, ...plainSettings })
    expect(settingsOf(plainSettings)).toMatchObject({
      cardTypesAccepted: ['AMEX', 'DISC', 'MAST', 'VISA'],
      currencyType: 'Mile',
      enrollmentType: 'direct',
      hasPPN: true,
      hasVIP: false,
      maxLinkedCards: 12,
      session: { minutes: 15, rememberDays: 90, maxDays: 365 },
      signInLock: { maxFailures: 5, windowMinutes: 15, lockMinutes: 30 },
      reservations: { slotCount: 5, maxPartySize: 18, bonusLeadHours: 6, bonusAmount: 50, overlapHours: 2 },
    })
  })

  test('overrides win over the folder, and the folder over the default', () => {
    const settings = settingsOf({ ...plainSettings, hasVIP: true, maxLinkedCards: 5 }, { maxLinkedCards: 3 })
    expect(settings).toMatchObject({ hasVIP: true, maxLinkedCards: 3, showEarnRate: false })
  })

  test('objects merge key by key', () => {
    const settings = settingsOf({ ...plainSettings, signInLock: { maxFailures: 3 } })
    expect(settings.signInLock).toEqual({ maxFailures: 3, windowMinutes: 15, lockMinutes: 30 })
  })

  test('arrays replace', () => {
    expect(settingsOf({ ...plainSettings, cardTypesAccepted: ['VISA'] }).cardTypesAccepted).toEqual(['VISA'])
  })

  test('null takes away what the folder gave', () => {
    const folder = { ...plainSettings, newMemberBonus: { windowHours: 2160, enrollmentSources: [] } }
    expect(settingsOf(folder, { newMemberBonus: null }).newMemberBonus).toBeNull()
  })

  test('the defaults are never changed by a merge', () => {
    const before = structuredClone(defaultSettings)
    settingsOf(plainSettings, { rewards: { rounding: 'nearest' }, session: { minutes: 1 } })
    expect(defaultSettings).toEqual(before)
  })
})

describe('settings that are refused', () => {
  test.each([
    ['an unknown field', { hasVipp: true }, 'hasVipp'],
    ['an unknown field deep down', { session: { hours: 1 } }, 'session.hours'],
    ['a wrong type', { maxLinkedCards: 'many' }, 'maxLinkedCards'],
    ['a fraction of a card', { maxLinkedCards: 1.5 }, 'maxLinkedCards'],
    [
      'a rate divided by zero',
      { rewards: { earnRates: { '0': { denominator: 0 } } } },
      'rewards.earnRates.0.denominator',
    ],
    ['members without a currency', { currencyType: null }, 'currencyType'],
    ['a discover home without a discover page', { homePage: 'discover' }, 'homePage'],
    ['a minimum app version without stores', { minimumAppVersion: '4.2.0' }, 'minimumAppVersion'],
    ['a sign-in announcement without single sign-on', { ssoAnnouncement: true }, 'ssoAnnouncement'],
    [
      'a member number that is not its own example',
      {
        memberNumber: {
          label: 'No',
          format: { prefix: '', signs: 'digits', minLength: 3, maxLength: 3 },
          example: '12',
          required: false,
        },
      },
      'memberNumber.example',
    ],
    [
      'a link to another site that looks like a path',
      { maintenance: { paths: ['//evil.example'] } },
      'maintenance.paths.0',
    ],
    [
      'a script as a link',
      { appStoreLinks: { apple: 'javascript:alert(1)', google: 'https://play.example' } },
      'appStoreLinks.apple',
    ],
    [
      'a map whose host would become part of the policy',
      { map: { kind: 'style', styleUrl: 'https://a.example;script-src/style.json', origins: [] } },
      'map.styleUrl',
    ],
    ['a host with a port', { hostNames: ['a.example:80'] }, 'hostNames.0'],
  ])('%s', (_case, changes, path) => {
    expect(problemsOf(changes).map(problem => problem.path)).toEqual([path])
  })

  test('a prototype in the data is an unknown field, not a prototype', () => {
    const merged = mergeSettings(plainSettings, JSON.parse('{"__proto__": {"hasVIP": true}}'))
    expect(merged).toMatchObject({ ok: false, problems: [{ path: '__proto__' }] })
  })

  test('a folder that is not an object', () => {
    expect(mergeSettings([]).ok).toBe(false)
    expect(mergeSettings(null).ok).toBe(false)
  })
})
