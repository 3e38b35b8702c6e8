import { describe, expect, test } from 'vitest'
import { type BonusBanner, shownBonuses } from './bonus-banners.rules.ts'
import type { MemberBonus } from './bonuses.contract.ts'

const bonus = (fields: Partial<MemberBonus> = {}): MemberBonus => ({
  code: 'SPRING',
  bonusStatus: 'Eligible',
  createDateUtc: '2026-03-01T00:00:00.000Z',
  description: 'Dine twice.',
  isNewMemberBonus: false,
  memberIsEligibleForNMB: false,
  expiresAt: null,
  isUsedUp: false,
  ...fields,
})
const banner = (fields: Partial<BonusBanner> = {}): BonusBanner => ({
  code: 'SPRING',
  title: 'Spring',
  text: '',
  button: '',
  image: '',
  image_alt: '',
  order: 0,
  days_to_display: null,
  app_only_bonus: false,
  app_text: '',
  user_states: [],
  ...fields,
})
const shown = (bonuses: MemberBonus[], banners: BonusBanner[], now = '2026-03-10T00:00:00Z') =>
  shownBonuses(bonuses, banners, { states: ['emailOptIn'], now: Date.parse(now) }).map(entry => [
    entry.bonus.code,
    entry.banner !== null,
  ])

describe('account §4 Bonus banners: shown', () => {
  test('a bonus without a banner is shown', () => {
    expect(shown([bonus()], [])).toEqual([['SPRING', false]])
  })
  test.each([
    ['Eligible', '2026-03-08T23:59:59Z', [['SPRING', true]]],
    ['Eligible', '2026-03-09T00:00:00Z', []],
    ['Qualified', '2026-03-09T00:00:00Z', []],
    ['Enrolled', '2026-03-09T00:00:00Z', [['SPRING', false]]],
  ] as const)('shown for 8 days, %s, at %s', (bonusStatus, now, expected) => {
    expect(shown([bonus({ bonusStatus })], [banner({ days_to_display: 8 })], now)).toEqual(expected)
  })
  test.each([
    [[], 1],
    [['emailOptIn'], 1],
    [['optedOut'], 0],
  ] as const)('for members in %j: %d', (user_states, count) => {
    expect(shown([bonus()], [banner({ user_states: [...user_states] })])).toHaveLength(count)
  })
  test('in the order of their banners', () => {
    const banners = [banner({ order: 2 }), banner({ code: 'FALL', order: 1 })]
    expect(shown([bonus(), bonus({ code: 'FALL' })], banners)).toEqual([
      ['FALL', true],
      ['SPRING', true],
    ])
  })
})
