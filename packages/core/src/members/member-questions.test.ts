import { expect, test } from 'vitest'
import {
  canBook,
  hasNotJoined,
  isCardMember,
  isClosed,
  isOpenMember,
  isOptedIn,
  isOptedOut,
  isVip,
  missingTier,
  needsActivation,
} from './member-questions.ts'

test.each([
  [null, { card: false, hasNotJoined: false, closed: false, open: false }],
  ['EnrolledCardMember', { card: true, hasNotJoined: false, closed: false, open: true }],
  ['NonCardMember', { card: false, hasNotJoined: true, closed: false, open: true }],
  ['ClosedAccountMember', { card: false, hasNotJoined: false, closed: true, open: false }],
] as const)('member type %s -> %o', (memberType, expected) => {
  const member = memberType && { memberType }
  expect({
    card: isCardMember(member),
    hasNotJoined: hasNotJoined(member),
    closed: isClosed(member),
    open: isOpenMember(member),
  }).toEqual(expected)
  expect(canBook(member)).toBe(expected.card)
})

test.each([
  [0, { optedOut: true, activation: false, optedIn: false, vip: false }, 2, 2],
  [1, { optedOut: false, activation: true, optedIn: false, vip: false }, 2, 2],
  [2, { optedOut: false, activation: false, optedIn: true, vip: false }, null, 3],
  [3, { optedOut: false, activation: false, optedIn: true, vip: true }, null, null],
] as const)('tier %i -> %o, lacks %s for tier 2 and %s for VIP', (tierLevel, expected, forTier2, forVip) => {
  const member = { tierLevel }
  expect({
    optedOut: isOptedOut(member),
    activation: needsActivation(member),
    optedIn: isOptedIn(member),
    vip: isVip(member),
  }).toEqual(expected)
  expect([missingTier(member, 2), missingTier(member, 3)]).toEqual([forTier2, forVip])
})
