import { describe, expect, test } from 'vitest'
import { claimClock, proposedAnswer } from './claim-queue.rules.ts'

const now = new Date('2026-03-10T18:00:00Z')
const claim = { createdAt: new Date('2026-03-05T17:00:00Z'), decidedAt: null }

test.each([
  ['2026-03-09', -1, 'overdue'],
  ['2026-03-10', 0, 'due'],
  ['2026-03-11', 1, 'due'],
  ['2026-03-12', 2, 'later'],
])('clock: promised by %s -> %i days left, %s', (nextBy, daysLeft, urgency) => {
  expect(claimClock({ ...claim, nextBy }, now)).toEqual({ ageDays: 5, daysLeft, urgency })
})

test('clock: answered -> nothing is promised', () => {
  expect(claimClock({ ...claim, nextBy: null, decidedAt: now }, now).urgency).toBe('answered')
})

describe('proposed answer', () => {
  const withReceipt = { hasReceipt: true, hasCard: true }
  test.each([
    [{ state: 'declined', answer: 'card_linked_later' }, withReceipt, false],
    [{ state: 'approved', answer: 'already_earned' }, withReceipt, true],
    [{ state: 'checking', answer: 'event_found' }, { hasReceipt: false, hasCard: true }, true],
    [{ state: 'waiting_for_network', answer: 'pending' }, withReceipt, false],
    [{ state: 'checking', answer: 'dine_to_check' }, withReceipt, true],
    [null, withReceipt, true],
    [null, { hasReceipt: true, hasCard: false }, false],
  ] as const)('%j, %j -> approve: %s', (finding, claimed, approve) => {
    expect(proposedAnswer(finding, claimed)?.approve).toBe(approve)
  })
  test('nothing found, and no receipt -> none', () => {
    expect(proposedAnswer(null, { hasReceipt: false, hasCard: true })).toBeNull()
  })
})
