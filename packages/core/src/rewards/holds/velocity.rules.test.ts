import { expect, test } from 'vitest'
import { partnerForTest } from '../../partner/partner-for-test.ts'
import {
  type DineToCheck,
  hasVelocityRules,
  staffMatchOf,
  type VelocityFacts,
  type VelocityHit,
  velocityHits,
} from './velocity.rules.ts'

const limits = partnerForTest('plain', {}).settings.velocity
const off = {
  ...limits,
  dinesPerDay: 0,
  billTimes: 0,
  newCardMinutes: 0,
  membersPerCard: 0,
  membersPerDevice: 0,
  membersPerAddress: 0,
  staff: false,
}
const facts: VelocityFacts = {
  priceRange: 2,
  cardMemberIds: [],
  deviceMemberIds: [],
  addressMemberIds: [],
  staffMatch: null,
}
const dine = (changes: Partial<DineToCheck> = {}): DineToCheck => ({
  dineId: 'dine',
  transactionId: 't1',
  dinedAt: '2026-03-09T19:30:00',
  clearedCents: 4_250,
  secondsSinceLink: 86_400,
  shared: null,
  isReleased: false,
  limits,
  ...changes,
})
const hitsOf = (one: Partial<DineToCheck>, known: Partial<VelocityFacts> = {}): readonly VelocityHit[] =>
  velocityHits([dine(one)], { ...facts, ...known }).get('dine')!
const others = (count: number) => Array.from({ length: count }, (_, n) => `member${n}`)

test.each<[string, Partial<DineToCheck>, Partial<VelocityFacts>, Partial<VelocityHit>[]]>([
  ['an ordinary dinner', {}, {}, []],
  ['a bill of exactly the floor', { clearedCents: 100_000 }, {}, []],
  [
    'a bill of $99,999',
    { clearedCents: 9_999_900 },
    {},
    [{ rule: 'bill', value: 9_999_900, limit: 100_000, usualCents: 8_000 }],
  ],
  ['$1,500 at an expensive restaurant', { clearedCents: 150_000 }, { priceRange: 4 }, []],
  ['a new card of one person', { secondsSinceLink: 40 }, {}, []],
  [
    'a new card, of three members in one browser',
    { secondsSinceLink: 40 },
    { deviceMemberIds: others(2) },
    [{ rule: 'new_card', value: 40, limit: 120, memberIds: others(2) }],
  ],
  ['the same two minutes later', { secondsSinceLink: 120 }, { deviceMemberIds: others(2) }, []],
  ['a card that a second member had', {}, { cardMemberIds: others(1) }, []],
  ['a card of a third member', {}, { cardMemberIds: others(2) }, [{ rule: 'card', value: 3, limit: 2 }]],
  ['a browser of six', {}, { deviceMemberIds: others(5) }, [{ rule: 'device', value: 6, limit: 5 }]],
  ['an address of seven', {}, { addressMemberIds: others(6) }, [{ rule: 'address', value: 7, limit: 6 }]],
  ['one of the restaurant', {}, { staffMatch: 'phone' }, [{ rule: 'staff', matches: 'phone' }]],
  [
    'all of it, where the rules are off',
    { clearedCents: 9_999_900, secondsSinceLink: 0, limits: off },
    { cardMemberIds: others(9), addressMemberIds: others(9), staffMatch: 'phone' },
    [],
  ],
  ['what was shared is known from its case', { shared: [] }, { cardMemberIds: others(9) }, []],
])('%s -> %#', (_, one, known, expected) => {
  expect(hitsOf(one, known)).toMatchObject(expected)
  expect(hitsOf(one, known)).toHaveLength(expected.length)
})

const series = (count: number, cents: number, isReleased = false) =>
  Array.from({ length: count }, (_, n) =>
    dine({
      dineId: `d${n}`,
      transactionId: `t${String(n).padStart(2, '0')}`,
      dinedAt: `2026-03-09T14:${String(n).padStart(2, '0')}:00`,
      clearedCents: cents,
      isReleased,
    }),
  )
const heldOf = (dines: readonly DineToCheck[]) =>
  [...velocityHits(dines, facts)].flatMap(([id, hits]) => (hits.length > 0 ? [id] : [])).toSorted()

test('30 dines of a day, in any order -> those after the fifth', () => {
  const dines = series(30, 99_900)
  const expected = dines.slice(5).map(({ dineId }) => dineId)
  expect(heldOf(dines)).toEqual(expected.toSorted())
  expect(heldOf(dines.toReversed())).toEqual(expected.toSorted())
})

test('bills that are held do not become usual; released ones do', () => {
  const next = dine({ dineId: 'next', dinedAt: '2026-03-10T19:00:00', clearedCents: 120_000 })
  expect(heldOf([...series(3, 110_000), next])).toEqual(['d0', 'd1', 'd2', 'next'])
  expect(heldOf([...series(3, 110_000, true), next])).not.toContain('next')
})

test.each([
  [off, false],
  [limits, true],
  [{ ...off, staff: true }, true],
  [{ ...off, membersPerAddress: 1 }, true],
])('rules that are on are asked %#', (some, expected) => expect(hasVelocityRules(some)).toBe(expected))

test.each([
  ['(212) 555-0100', 'ada@example.com', 'phone'],
  ['', 'ada@Tonys.example', 'email'],
  ['', 'ada@tonys.example.com', null],
  ['', 'ada', null],
])('a member with phone %j and address %j -> %s', (phone, email, expected) => {
  const restaurant = { phone: '+1 212 555 0100', website: 'https://www.tonys.example/menu' }
  expect(staffMatchOf({ phone, email }, restaurant)).toBe(expected)
  expect(staffMatchOf({ phone: '', email }, { phone: '', website: '' })).toBeNull()
})
