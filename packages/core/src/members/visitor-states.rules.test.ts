import { expect, test } from 'vitest'
import { partnerForTest } from '../partner/partner-for-test.ts'
import { isShownTo, visitorStatesOf } from './visitor-states.rules.ts'

const partner = partnerForTest('any')
const bonus = {
  code: 'NEWMEMBER',
  bonusStatus: 'Eligible',
  createDateUtc: '2026-01-01T00:00:00Z',
  description: '',
  isNewMemberBonus: true,
  memberIsEligibleForNMB: true,
} as const
const member = { tierLevel: 2, emailOptIn: true, activeBonuses: [] }

test.each([
  ['anonymous visitor', null, ['anonymous']],
  ['opted in to e-mail', {}, ['emailOptIn']],
  ['VIP, opted in', { tierLevel: 3 }, ['emailOptIn']],
  ['opted out', { tierLevel: 0, emailOptIn: false }, ['optedOut']],
  ['opted out, and in to e-mail since', { tierLevel: 0 }, ['emailOptIn']],
  ['not activated, no e-mail', { tierLevel: 1, emailOptIn: false }, []],
  ['with a bonus to register for', { activeBonuses: [bonus] }, ['newMemberBonus', 'emailOptIn']],
  ['registered for it', { activeBonuses: [{ ...bonus, bonusStatus: 'Enrolled' }] }, ['emailOptIn']],
  ['too late for it', { activeBonuses: [{ ...bonus, memberIsEligibleForNMB: false }] }, ['emailOptIn']],
  ['with another bonus', { activeBonuses: [{ ...bonus, isNewMemberBonus: false }] }, ['emailOptIn']],
] as const)('account §9 Copy states: %s', (_case, change, states) => {
  expect(
    visitorStatesOf(
      partner,
      change && {
        ...member,
        ...change,
        activeBonuses: [...(('activeBonuses' in change && change.activeBonuses) || [])],
      },
    ),
  ).toEqual(states)
})

test('states that the partner has no content for -> left out', () => {
  const some = partnerForTest('some', { copyStates: ['anonymous', 'newMemberBonus'] })
  expect(visitorStatesOf(some, { ...member, activeBonuses: [bonus] })).toEqual(['newMemberBonus'])
  expect(visitorStatesOf(partnerForTest('none', { copyStates: [] }), null)).toEqual([])
})

test.each([
  [['anonymous'], ['anonymous'], true],
  [['optedOut', 'emailOptIn'], ['newMemberBonus', 'emailOptIn'], true],
  [['anonymous'], ['emailOptIn'], false],
  [['anonymous'], [], false],
] as const)('entry for %j, visitor in %j -> shown: %s', (user_states, states, shown) => {
  expect(isShownTo({ user_states }, states)).toBe(shown)
})
