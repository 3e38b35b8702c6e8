import { describe, expect, test } from 'vitest'
import { dineStatus, dineStory } from './dine-status.ts'

const now = Date.parse('2026-03-31T12:00:00Z')

describe('dine status', () => {
  test.each([
    ['Pending', 'activity.status.Pending', 'waiting'],
    ['Awarded', 'activity.status.Awarded', 'earned'],
    ['Deferred', 'activity.status.Deferred', 'waiting'],
    ['Paid', 'activity.status.Paid', 'earned'],
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
  ] as const)('old style, %s of %s', (awardStatus, date, copy) => {
    expect(dineStatus({ awardStatus, isTranslated: false, date }, now)?.copy).toBe(copy)
  })

  test('old style, awarded dine: no status', () => {
    const dine = { awardStatus: 'Awarded', isTranslated: false, date: '2026-03-30T19:00:00' } as const
    expect(dineStatus(dine, now)).toBeNull()
  })
})

describe('dine steps', () => {
  test.each([
    ['Pending', ['seen done', 'cleared next', 'awarded later', 'paid later']],
    ['Deferred', ['seen done', 'cleared done', 'awarded done', 'paid next']],
    ['Awarded', ['seen done', 'cleared done', 'awarded done', 'paid next']],
    ['Paid', ['seen done', 'cleared done', 'awarded done', 'paid done']],
    ['Forfeit', ['seen done', 'cleared done', 'awarded stopped']],
  ] as const)('%s', (awardStatus, lines) => {
    expect(dineStory({ awardStatus }).map(({ step, state }) => `${step} ${state}`)).toEqual(lines)
  })
})
