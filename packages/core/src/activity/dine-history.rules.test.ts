import { expect, test } from 'vitest'
import { type DineRecord, dineHistory } from './dine-history.rules.ts'

const seenAt = '2026-11-03T20:00:00+00:00'
const clearedAt = '2026-11-05T08:00:00+00:00'
const later = '2026-11-12T08:00:00+00:00'

/** The dine was seen at $42.50, cleared at $50.15, and earned 150 and 50 for the booking. */
const dine = (changes: Partial<DineRecord> = {}): DineRecord => ({
  status: 'Awarded',
  reasonCode: null,
  units: 200,
  ticketCents: 5_015,
  seenAt,
  updatedAt: clearedAt,
  paidAt: null,
  authorizedCents: 4_250,
  movements: [{ at: clearedAt, kind: 'clearing', cents: 5_015 }],
  postings: [
    { at: clearedAt, units: 150, reasonCode: 'dine_cleared' },
    { at: clearedAt, units: 50, reasonCode: 'reservation' },
  ],
  accruals: [],
  review: null,
  ...changes,
})
const sent = { sentAt: '2026-11-06T00:00:00+00:00', rejectedAt: null, reasonCode: null }
const rejected = { ...sent, rejectedAt: '2026-11-07T00:00:00+00:00', reasonCode: 'member_number_unknown' }

const review = { openedAt: clearedAt, dueAt: later, decidedAt: later, reason: null }

test.each<[string, Partial<DineRecord>, string[]]>([
  [
    'waited for a person before it was posted',
    { review, postings: [{ at: later, units: 200, reasonCode: 'dine_cleared' }] },
    ['3 Pending 0 4250', '5 Pending 0 5015 under_review', '12 Awarded 200 5015'],
  ],
  [
    'seen, cleared with the tip, paid',
    { status: 'Paid', paidAt: later },
    ['3 Pending 0 4250', '5 Awarded 200 5015', '12 Paid 200 5015'],
  ],
  [
    'sent to the partner',
    { status: 'Deferred', accruals: [sent] },
    ['3 Pending 0 4250', '5 Awarded 200 5015', '6 Deferred 200 5015'],
  ],
  [
    'rejected by the partner, sent again, paid',
    { status: 'Paid', paidAt: later, accruals: [rejected, { ...sent, sentAt: '2026-11-08T00:00:00+00:00' }] },
    [
      '3 Pending 0 4250',
      '5 Awarded 200 5015',
      '6 Deferred 200 5015',
      '7 Deferred 200 5015 member_number_unknown',
      '12 Paid 200 5015',
    ],
  ],
  [
    'partly refunded',
    {
      units: 120,
      ticketCents: 3_015,
      reasonCode: 'partly_refunded',
      movements: [...dine().movements, { at: later, kind: 'refund', cents: 2_000 }],
      postings: [...dine().postings, { at: later, units: -80, reasonCode: 'partly_refunded' }],
    },
    ['3 Pending 0 4250', '5 Awarded 200 5015', '12 Awarded 120 3015 partly_refunded'],
  ],
  [
    'refunded in full',
    {
      status: 'Forfeit',
      units: 0,
      ticketCents: 0,
      reasonCode: 'refunded_in_full',
      movements: [...dine().movements, { at: later, kind: 'refund', cents: 5_015 }],
      postings: [...dine().postings, { at: later, units: -200, reasonCode: 'refunded_in_full' }],
    },
    ['3 Pending 0 4250', '5 Awarded 200 5015', '12 Forfeit 0 0 refunded_in_full'],
  ],
  [
    'pending -> the estimate of now',
    {
      status: 'Pending',
      units: 127,
      ticketCents: 4_250,
      reasonCode: 'tip_pending',
      movements: [],
      postings: [],
    },
    ['3 Pending 127 4250 tip_pending'],
  ],
  [
    'cleared without having been seen before',
    { seenAt: clearedAt, authorizedCents: null },
    ['5 Awarded 200 5015'],
  ],
  [
    'an excluded day -> the reason, and what was posted is nothing',
    { status: 'Forfeit', units: 0, reasonCode: 'excluded_day', postings: [] },
    ['3 Pending 0 4250', '5 Forfeit 0 5015 excluded_day'],
  ],
  [
    'an authorization that was never collected',
    {
      status: 'Forfeit',
      units: 0,
      ticketCents: 4_250,
      reasonCode: 'authorization_expired',
      movements: [],
      postings: [],
      updatedAt: later,
    },
    ['3 Pending 0 4250', '12 Forfeit 0 4250 authorization_expired'],
  ],
])('history of a dine: %s', (_case, changes, expected) => {
  const entries = dineHistory(dine(changes)).map(({ at, status, units, ticketCents, reasonCode }) =>
    [new Date(at).getUTCDate(), status, units, ticketCents, reasonCode ?? ''].join(' ').trim(),
  )
  expect(entries).toEqual(expected)
})
