import type { MemberBonus } from '@dineward/core/bonuses/bonuses.contract.ts'
import { expect, test } from 'vitest'
import { registered } from './registered-here.ts'

const storedAt = '2026-03-01T12:00:00.000Z'
const bonus: MemberBonus = {
  code: 'SPRING',
  bonusStatus: 'Eligible',
  createDateUtc: '2026-02-01T00:00:00.000Z',
  description: '',
  isNewMemberBonus: false,
  memberIsEligibleForNMB: false,
  expiresAt: null,
  isUsedUp: false,
}

test.each([
  ['at once', storedAt, '2026-03-01T12:00:00.000Z', 'Enrolled'],
  ['after 34:59', storedAt, '2026-03-01T12:34:59.000Z', 'Enrolled'],
  ['after 35 minutes', storedAt, '2026-03-01T12:35:00.000Z', 'Eligible'],
  ['before it', storedAt, '2026-03-01T11:59:59.000Z', 'Eligible'],
  ['changed by hand', 'soon', '2026-03-01T12:00:00.000Z', 'Eligible'],
  ['not stored', null, '2026-03-01T12:00:00.000Z', 'Eligible'],
])('account §9 Bonus storage: registered here, seen %s', (_, stored, now, status) => {
  const marked = registered(bonus, stored, Date.parse(now))
  expect(marked.bonusStatus).toBe(status)
  expect(marked.createDateUtc).toBe(status === 'Enrolled' ? stored : bonus.createDateUtc)
})
