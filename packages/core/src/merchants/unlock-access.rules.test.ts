import { expect, test } from 'vitest'
import { tierToUnlock } from './unlock-access.rules.ts'

const partner = (acclaimed: 'none' | 'members' | 'membersAndVips' = 'membersAndVips') => ({
  settings: { acclaimed },
})
const at = (...campaignCodes: string[]) => campaignCodes
const member = (tierLevel: number) => ({ tierLevel, memberType: 'EnrolledCardMember' })

test.each<[string, string[], number, 2 | 3 | null]>([
  ['a restaurant without campaigns is open to all', [], 0, null],
  ['a campaign that is no tier’s is open to all', ['date-night'], 0, null],
  ['an Acclaimed one asks who opted out to opt in', ['acclaimed'], 0, 2],
  ['an Acclaimed one asks who has not activated to opt in', ['date-night', 'acclaimed'], 1, 2],
  ['an Acclaimed one is open to who opted in', ['acclaimed'], 2, null],
  ['one for VIPs asks who opted in to become one', ['acclaimed2'], 2, 3],
  ['one for VIPs asks who opted out for the first step first', ['acclaimed', 'acclaimed2'], 0, 2],
  ['one for VIPs is open to VIPs', ['acclaimed', 'acclaimed2'], 3, null],
  ['a campaign named like something of every object is none', ['constructor', '__proto__'], 0, null],
])('%s', (_case, campaignCodes, tierLevel, tier) => {
  expect(tierToUnlock(partner(), at(...campaignCodes), member(tierLevel))).toBe(tier)
})

test.each([
  ['visitors', null],
  ['closed accounts', { tierLevel: 0, memberType: 'ClosedAccountMember' }],
  ['who has not joined', { tierLevel: 0, memberType: 'NonCardMember' }],
])('%s are asked nothing', (_case, who) => {
  expect(tierToUnlock(partner(), at('acclaimed'), who)).toBeNull()
})

test('where a partner has no Acclaimed restaurants, every restaurant is open', () => {
  expect(tierToUnlock(partner('none'), at('acclaimed', 'acclaimed2'), member(0))).toBeNull()
  expect(tierToUnlock(partner('members'), at('acclaimed', 'acclaimed2'), member(2))).toBeNull()
})
