import { describe, expect, it } from 'vitest'
import { partnerForTest } from '../partner/partner-for-test.ts'
import { hasMaintenance, maintenanceAt } from './maintenance.rules.ts'

const partnerWith = (maintenance: { everywhere?: boolean; paths?: string[] }) =>
  partnerForTest('plain', { maintenance: { everywhere: false, paths: [], ...maintenance } })

describe('the maintenance page', () => {
  it.each([
    [['/login'], '/login', 'login'],
    [['/Login'], '/Login', 'login'],
    [['/login'], '/Login', null],
    [['/join'], '/join', 'join'],
    [['/join'], '/joined', null],
    [['/account'], '/account/manage_cards', 'other'],
    [['/account/'], '/account', 'other'],
    [['/account'], '/account/', 'other'],
    [['/account'], '/', null],
    [['/'], '/', 'other'],
    [['/'], '/search', null],
    [['/SignOut'], '/SignOut', null],
    [[], '/search', null],
  ] as const)('with %j at %s: %s', (paths, path, expected) => {
    expect(maintenanceAt(partnerWith({ paths: [...paths] }), path)).toBe(expected)
  })

  it.each([
    ['/', 'other'],
    ['/login', 'login'],
    ['/nowhere', 'other'],
    ['/SignOut', null],
  ] as const)('everywhere, at %s: %s', (path, expected) => {
    expect(maintenanceAt(partnerWith({ everywhere: true }), path)).toBe(expected)
  })

  it('no settings -> off', () => {
    expect(hasMaintenance(partnerForTest('plain'))).toBe(false)
    expect(hasMaintenance(partnerWith({ paths: ['/join'] }))).toBe(true)
  })
})
