import { describe, expect, test } from 'vitest'
import { dineStatus } from './dine-status.ts'

const now = Date.parse('2026-03-31T12:00:00Z')

describe('account §4 Dine status: in the list', () => {
  test.each([
    ['Pending', 'activity.status.Pending', 'waiting'],
    ['Awarded', 'activity.status.Awarded', 'waiting'],
    ['Deferred', 'activity.status.Deferred', 'waiting'],
    ['Paid', 'activity.status.Paid', 'paid'],
    ['Forfeit', 'activity.status.Forfeit', 'nothing'],
  ] as const)('new style, %s', (awardStatus, copy, look) => {
    const dine = { awardStatus, isTranslated: true, date: '2025-01-01T19:00:00' }
    expect(dineStatus(dine, now)).toEqual({ copy, look })
  })

  test.each(['member_number_unknown', 'partner_rejected'])('rejected by the partner as %s -> held', code => {
    const dine = { awardStatus: 'Deferred', isTranslated: true, date: '2025-01-01T19:00:00' } as const
    expect(dineStatus({ ...dine, reason: { code, text: '' } }, now)).toEqual({
      copy: 'activity.status.held',
      look: 'held',
    })
  })

  test.each([
    ['Forfeit', '2026-03-30T19:00:00', 'activity.status.expired'],
    ['Pending', '2026-03-30T19:00:00', 'activity.status.pendingReview'],
    ['Pending', '2026-02-24T12:00:00', 'activity.status.pendingReview'],
    ['Pending', '2026-02-24T11:59:59', 'activity.status.reviewExpired'],
  ] as const)('account §4 Legacy dine status: %s of %s', (awardStatus, date, copy) => {
    expect(dineStatus({ awardStatus, isTranslated: false, date }, now)?.copy).toBe(copy)
  })

  test('account §4 Legacy dine status: an awarded dine -> none', () => {
    const dine = { awardStatus: 'Awarded', isTranslated: false, date: '2026-03-30T19:00:00' } as const
    expect(dineStatus(dine, now)).toBeNull()
  })
})
