import { describe, expect, test } from 'vitest'
import { partnerForTest } from '../partner/partner-for-test.ts'
import {
  activationEntry,
  activationOf,
  interfaceTypeOf,
  type KnownVisitor,
  parseReferralReason,
} from './activation.rules.ts'

const ready = { publicId: 'id', tierLevel: 1, hasWebProfile: true, active: true }
const known = (change: Partial<typeof ready> = {}): KnownVisitor => ({
  state: 'known',
  member: { ...ready, ...change },
})

describe('/activate', () => {
  test.each([
    ['no id', { state: 'none' }, 'join', 0],
    ['a lookup that failed', { state: 'error' }, 'join', 1],
    ['no web profile', known({ hasWebProfile: false }), 'join', 2],
    ['no web profile, and closed', known({ hasWebProfile: false, active: false }), 'join', 2],
    ['opted out, active', known({ tierLevel: 0 }), 'login', 3],
    ['opted in, active', known({ tierLevel: 2 }), 'login', 3],
    ['VIP, active', known({ tierLevel: 3 }), 'login', 3],
    ['opted in, closed', known({ tierLevel: 2, active: false }), 'login', 4],
    ['never activated, closed', known({ active: false }), 'login', 4],
  ] as const)('%s', (_case, visitor, to, rfr) => {
    expect(activationEntry(visitor as KnownVisitor)).toEqual({ kind: 'redirect', to, rfr })
  })

  test('member who has not activated -> activation', () => {
    expect(activationEntry(known())).toEqual({ kind: 'activation', member: ready })
  })
})

test.each([
  ['not activated', {}, 'possible'],
  ['activated before', { tierLevel: 2 }, 'done'],
  ['closed', { active: false }, 'refused'],
  ['closed, and activated before', { active: false, tierLevel: 0 }, 'refused'],
  ['without a web profile', { hasWebProfile: false }, 'refused'],
] as const)('activation of %s -> %s', (_case, change, outcome) => {
  expect(activationOf({ ...ready, ...change })).toBe(outcome)
})

test.each([
  ['direct', 'none', 'direct'],
  ['direct', 'error', 'direct'],
  ['direct', 'known', 'known'],
  ['sso', 'none', 'sso'],
  ['sso', 'known', 'known'],
] as const)(
  'at a partner of the kind %s, a visitor whose lookup is %s comes as %s',
  (enrollmentType, state, type) => {
    expect(interfaceTypeOf(partnerForTest('any', { enrollmentType }), { state })).toBe(type)
  },
)

test.each([
  ['0', 0],
  ['4', 4],
  ['5', null],
  ['', null],
  ['03', null],
  ['-1', null],
  [null, null],
] as const)('rfr=%s -> %s', (text, reason) => {
  expect(parseReferralReason(text)).toBe(reason)
})
