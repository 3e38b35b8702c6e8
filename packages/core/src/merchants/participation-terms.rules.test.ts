import { describe, expect, test } from 'vitest'
import { type ParticipationTerms, participationStatus, planTermsChange } from './participation-terms.rules.ts'

const today = '2026-03-10'
const terms: ParticipationTerms = {
  joinedOn: '2025-01-01',
  leftOn: null,
  benefitDays: ['Mon', 'Tue'],
  campaignCodes: [],
  maxSpendPerMonthCents: null,
  maxVisitsPerMonth: null,
  reservationBonus: null,
  feeBasisPoints: null,
}
const left = { ...terms, leftOn: '2026-02-01' }
const coming = { ...terms, joinedOn: '2026-04-01' }

describe('planTermsChange', () => {
  test.each([
    ['never took part, joins today', null, { joinedOn: today }, { kind: 'join' }],
    ['never took part, joins later', null, { joinedOn: '2026-05-01' }, { kind: 'join' }],
    ['other limits', terms, { maxVisitsPerMonth: 2 }, { kind: 'change', from: today }],
    ['other days', terms, { benefitDays: ['Mon'] }, { kind: 'change', from: today }],
    ['the same days in another order', terms, { benefitDays: ['Tue', 'Mon'] }, { kind: 'keep' }],
    ['another fee', terms, { feeBasisPoints: 500 }, { kind: 'change', from: today }],
    ['leaves today', terms, { leftOn: today }, { kind: 'keep' }],
    ['leaves later', terms, { leftOn: '2026-06-01' }, { kind: 'keep' }],
    ['left, returns today', left, { joinedOn: today, leftOn: null }, { kind: 'return', from: today }],
    [
      'left, returns later',
      left,
      { joinedOn: '2026-04-01', leftOn: null },
      { kind: 'return', from: '2026-04-01' },
    ],
    ['coming, moves its start', coming, { joinedOn: '2026-03-20' }, { kind: 'moveStart' }],
    ['coming, other days', coming, { benefitDays: ['Sun'] }, { kind: 'keep' }],
  ] as const)('%s -> %o', (_name, before, change, plan) => {
    expect(planTermsChange(before, { ...(before ?? terms), ...change } as ParticipationTerms, today)).toEqual(
      plan,
    )
  })

  test.each([
    ['joins in the past', null, { joinedOn: '2026-03-09' }, 'joinedOn'],
    ['leaves in the past', terms, { leftOn: '2026-03-09' }, 'leftOn'],
    ['leaves before it joins', coming, { leftOn: '2026-03-20' }, 'leftOn'],
    ['joins again without having left', terms, { joinedOn: today }, 'joinedOn'],
    [
      'returns before it has left',
      { ...terms, leftOn: '2026-04-01' },
      { joinedOn: '2026-05-01', leftOn: null },
      'joinedOn',
    ],
    ['left, only the day it left taken away', left, { leftOn: null }, 'joinedOn'],
  ] as const)('%s -> refused', (_name, before, change, field) => {
    const plan = planTermsChange(before, { ...(before ?? terms), ...change } as ParticipationTerms, today)
    expect(plan).toMatchObject({ field })
  })
})

test('participationStatus: by the restaurant’s date', () => {
  expect(participationStatus(coming, today)).toBe('coming')
  expect(participationStatus({ ...coming, joinedOn: today }, today)).toBe('active')
  expect(participationStatus({ ...terms, leftOn: '2026-03-11' }, today)).toBe('active')
  expect(participationStatus({ ...terms, leftOn: today }, today)).toBe('left')
})
