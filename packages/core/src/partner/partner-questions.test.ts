import { describe, expect, test } from 'vitest'
import { partnerForTest } from './partner-for-test.ts'
import * as ask from './partner-questions.ts'

const partner = (settings: Record<string, unknown> = {}) => partnerForTest('plain', settings)
const rate = (numerator: number, denominator: number) => ({
  rewards: { earnRates: { '2': { numerator, denominator } } },
})

test.each([
  ['two rates', {}, true],
  ['emails that are not asked about', { showEmailOptIn: false }, false],
  ['rates that are not shown', { showEarnRate: false }, false],
  ['the same rate, written otherwise', rate(2, 400), false],
])('rate depends on emails: %s -> %s', (_case, settings, expected) => {
  const rates = { rewards: { earnRates: { '0': { numerator: 1, denominator: 200 } } } }
  const two = partner({ showEarnRate: true, currencyType: 'Point', ...rates, ...settings })
  expect(ask.rateDependsOnEmails(two)).toBe(expected)
})

describe('enrollment', () => {
  test.each([
    ['direct', { has: true, self: true, sso: false, path: '/login' }],
    ['sso', { has: true, self: false, sso: true, path: '/Login' }],
    ['none', { has: false, self: false, sso: false, path: null }],
  ])('%s', (enrollmentType, expected) => {
    const one = partner({ enrollmentType })
    expect({
      has: ask.hasEnrollment(one),
      self: ask.canSelfEnroll(one),
      sso: ask.usesSingleSignOn(one),
      path: ask.signInPath(one),
    }).toEqual(expected)
  })

  test.each([
    [true, 'Mile', true],
    [true, 'Credit', false],
    [false, 'Mile', false],
  ])('full address required %s with %s: asked %s', (fullAddressRequired, currencyType, expected) => {
    expect(ask.requiresFullAddress(partner({ fullAddressRequired, currencyType }))).toBe(expected)
  })

  test.each([
    [{}, 'none'],
    [{ smsOptIn: 'checkbox' }, 'checkbox'],
    [{ smsOptIn: 'toggle' }, 'toggle'],
    [{ smsOptIn: 'toggle' }, 'toggle'],
  ])('text messages with %j: %s', (settings, expected) => {
    expect(ask.smsOptInKind(partner(settings))).toBe(expected)
  })

  test.each([
    ['402815637', true],
    ['x402815637', false],
    ['402815637\n', false],
    ['', false],
  ])('member number %j: %s', (text, expected) => {
    const memberNumber = {
      label: 'No',
      format: { prefix: '', signs: 'digits', minLength: 9, maxLength: 9 },
      example: '123456789',
      required: false,
    }
    expect(ask.isMemberNumber(partner({ memberNumber }), text)).toBe(expected)
    expect(ask.isMemberNumber(partner(), text)).toBe(false)
  })
})

describe('cards', () => {
  test('a brand the partner leaves out is not accepted', () => {
    const one = partner({ cardTypesAccepted: ['VISA', 'MAST'] })
    expect(ask.acceptsCardType(one, 'Visa')).toBe(true)
    expect(ask.acceptsCardType(one, 'Amex')).toBe(false)
    expect(ask.acceptedBrandsText(one)).toBe('Visa and Mastercard')
    expect(ask.acceptedBrandsText(partner())).toBe('American Express, Discover, Mastercard, and Visa')
  })
})

describe('rewards', () => {
  test.each([
    ['Mile', false, false],
    ['Point', false, false],
    ['Dollar', true, true],
    ['Credit', true, true],
  ])('%s: cents %s, statement credits %s', (currencyType, cents, credits) => {
    const one = partner({ currencyType })
    expect([ask.rewardsAreCents(one), ask.paysStatementCredits(one)]).toEqual([cents, credits])
  })

  test.each([
    ['Point', rate(3, 100), '3 points per $1'],
    ['Point', rate(1, 100), '1 point per $1'],
    ['Mile', rate(1, 200), '1 mile per $2'],
    ['Mile', rate(5, 200), '2.5 miles per $1'],
    ['Credit', rate(5, 100), '5% cash back'],
    ['Dollar', rate(15, 1000), '1.5% back'],
  ])('%s %j is said as %s', (currencyType, rewards, expected) => {
    expect(ask.earningLevelText(partner({ currencyType, ...rewards }), 2)).toBe(expected)
  })

  test('member who has not activated -> the basic rate', () => {
    expect(ask.earnRateOf(partner(), 1)).toEqual(ask.earnRateOf(partner(), 0))
  })

  test('where nothing is earned there is no rate to tell', () => {
    expect(ask.earningLevelText(partner({ enrollmentType: 'none', currencyType: null }), 3)).toBe('')
  })

  test.each([
    ['Point', 1, '1 point'],
    ['Point', 0, '0 points'],
    ['Mile', 12400, '12,400 miles'],
    ['Mile', -1, '-1 mile'],
    ['Credit', 1240, '$12.40'],
    ['Dollar', 5, '$0.05'],
  ])('%s %i is written %s', (currencyType, amount, expected) => {
    expect(ask.formatReward(partner({ currencyType }), amount)).toBe(expected)
  })
})

describe('new-member bonus', () => {
  const joinedAt = new Date('2026-01-01T00:00:00Z')
  const after = (ms: number) => new Date(joinedAt.getTime() + ms)
  const window = 2160 * 3_600_000
  const from = (enrollmentSource: string | null) => ({ joinedAt, enrollmentSource })

  test('account §9 New-member window: 2,160 hours to the millisecond', () => {
    const one = partner({ newMemberBonus: { windowHours: 2160, enrollmentSources: [] } })
    expect(ask.newMemberBonusApplies(one, from(null), after(window - 1))).toBe(true)
    expect(ask.newMemberBonusApplies(one, from(null), after(window))).toBe(false)
  })

  test('is only for the sources the partner names', () => {
    const one = partner({ newMemberBonus: { windowHours: 2160, enrollmentSources: ['website'] } })
    expect(ask.newMemberBonusApplies(one, from('website'), after(0))).toBe(true)
    expect(ask.newMemberBonusApplies(one, from('app'), after(0))).toBe(false)
    expect(ask.newMemberBonusApplies(one, from(null), after(0))).toBe(false)
  })

  test('never ends where the partner says always, never begins where it has none', () => {
    const always = partner({ newMemberBonus: { windowHours: null, enrollmentSources: [] } })
    expect(ask.newMemberBonusApplies(always, from(null), after(window * 100))).toBe(true)
    expect(ask.newMemberBonusApplies(partner(), from(null), after(0))).toBe(false)
  })
})

describe('where a map comes from', () => {
  const style = (styleUrl: string, origins: string[] = []) => ({ kind: 'style', styleUrl, origins })
  test.each([
    [{ kind: 'own' }, [], false],
    [style('/maps/style.json', ['https://tiles.example.com']), ['https://tiles.example.com'], true],
    [style('https://maps.example.com/v1/style.json?key=x'), ['https://maps.example.com'], true],
    [
      style('https://maps.example.com/style.json', ['https://maps.example.com', 'https://fonts.example.com']),
      ['https://maps.example.com', 'https://fonts.example.com'],
      true,
    ],
    [{ kind: 'pmtiles', tilesUrl: '/maps/us.pmtiles' }, [], true],
    [
      { kind: 'pmtiles', tilesUrl: 'https://tiles.example.com/us.pmtiles' },
      ['https://tiles.example.com'],
      true,
    ],
  ])('%o: origins %o, has streets: %o', (map, origins, hasStreets) => {
    expect(ask.mapOrigins(partner({ map }))).toEqual(origins)
    expect(ask.hasStreetMap(partner({ map }))).toBe(hasStreets)
  })
})
