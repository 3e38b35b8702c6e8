import { describe, expect, test } from 'vitest'
import { settingAt, settingsIn, withoutSetting, withSetting } from './setting-path.ts'

describe('one setting changed', () => {
  test.each<[string, object, string, unknown, object]>([
    ['at the top', {}, 'hasVIP', true, { hasVIP: true }],
    [
      'deep down',
      {},
      'rewards.earnRates.2',
      { numerator: 1 },
      { rewards: { earnRates: { 2: { numerator: 1 } } } },
    ],
    [
      'beside others',
      { hasVIP: true, session: { minutes: 5 } },
      'session.rememberDays',
      30,
      {
        hasVIP: true,
        session: { minutes: 5, rememberDays: 30 },
      },
    ],
    ['again', { hasVIP: true }, 'hasVIP', false, { hasVIP: false }],
    [
      'with a slash in its name',
      {},
      'routeMeta./search.title',
      'Eat',
      { routeMeta: { '/search': { title: 'Eat' } } },
    ],
  ])('%s', (_case, overrides, path, value, changed) => {
    expect(withSetting(overrides as Record<string, unknown>, path, value)).toEqual({
      ok: true,
      value: changed,
    })
  })

  test.each([
    ['no name', ''],
    ['a dot at the end', 'session.'],
    ['two dots', 'session..minutes'],
    ['below a list', 'hosts.0'],
    ['below a text', 'homePage.x'],
    ['below what is taken away', 'newMemberBonus.windowHours'],
  ])('refused: %s', (_case, path) => {
    const overrides = { hosts: ['a'], homePage: 'home', newMemberBonus: null }
    expect(withSetting(overrides, path, 1).ok).toBe(false)
  })

  test('a prototype is a name like any other, for the schema to refuse', () => {
    const changed = withSetting({}, '__proto__.hasVIP', true)
    expect(changed.ok && Object.keys(changed.value)).toEqual(['__proto__'])
    expect(({} as { hasVIP?: unknown }).hasVIP).toBeUndefined()
  })
})

describe('one setting taken back', () => {
  const overrides = {
    hasVIP: true,
    session: { minutes: 5 },
    maintenance: { paths: ['/join'], everywhere: false },
  }
  test.each<[string, object | null]>([
    ['hasVIP', { session: overrides.session, maintenance: overrides.maintenance }],
    ['session.minutes', { hasVIP: true, maintenance: overrides.maintenance }],
    ['maintenance', { hasVIP: true, session: overrides.session }],
    ['maintenance.paths', { ...overrides, maintenance: { everywhere: false } }],
    ['maintenance.paths.0', null],
    ['homePage', null],
    ['session.rememberDays', null],
    ['toString', null],
  ])('%s', (path, left) => {
    expect(withoutSetting(overrides, path)).toEqual(left)
  })
})

test('settings are listed by their paths, lists as one', () => {
  expect(settingsIn({ hasVIP: true, maintenance: { paths: ['/join'] }, newMemberBonus: null })).toEqual([
    ['hasVIP', true],
    ['maintenance.paths', ['/join']],
    ['newMemberBonus', null],
  ])
})

test('settingAt: path -> its value', () => {
  const settings = { session: { minutes: 15 }, hosts: ['a'] }
  expect(settingAt(settings, 'session.minutes')).toBe(15)
  expect(settingAt(settings, 'session')).toEqual({ minutes: 15 })
  for (const path of ['session.hours', 'hosts.0', 'toString', 'session.toString', '']) {
    expect(settingAt(settings, path)).toBeUndefined()
  }
})
