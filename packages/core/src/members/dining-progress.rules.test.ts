import { describe, expect, test } from 'vitest'
import { diningProgress } from './dining-progress.rules.ts'

const options = {
  qualification: { dinesRequired: 11, dollarsRequired: 500 },
  isVip: false,
  rewardsAreCents: false,
}

const byDines = { dinesRequired: 11, dollarsRequired: 0 }

describe('account §9 Visit meter: progress to VIP', () => {
  test.each([
    ['has everything ahead', { dines: 0, spentCents: 0 }, {}, 'Building', 11, 500],
    ['counts dines and dollars apart', { dines: 4, spentCents: 12_345 }, {}, 'Building', 7, 376.55],
    ['is not done a dine and a cent before', { dines: 10, spentCents: 49_999 }, {}, 'Building', 1, 0.01],
    ['is done by dines alone', { dines: 11, spentCents: 49_999 }, {}, 'Complete', 0, 0.01],
    ['is done by spend alone', { dines: 10, spentCents: 50_000 }, {}, 'Complete', 1, 0],
    ['never goes below nothing', { dines: 30, spentCents: 90_000 }, {}, 'Complete', 0, 0],
    ['begins again for a VIP', { dines: 2, spentCents: 0 }, { isVip: true }, 'Renewing', 9, 500],
    ['is done for a VIP too', { dines: 11, spentCents: 50_000 }, { isVip: true }, 'Complete', 0, 0],
    [
      'knows no spend that makes one',
      { dines: 10, spentCents: 90_000 },
      { qualification: byDines },
      'Building',
      1,
      0,
    ],
  ] as const)('%s', (_, year, changes, status, remainingDines, remainingDollars) => {
    const progress = diningProgress({ ...year, rewardUnits: 0 }, { ...options, ...changes })
    expect(progress).toMatchObject({ status, remainingDines, remainingDollars })
  })

  test('rewards in the partner’s unit', () => {
    const year = { dines: 1, spentCents: 4_250, rewardUnits: 127 }
    expect(diningProgress(year, options).ytdMilesOrDollars).toBe(127)
    expect(diningProgress(year, { ...options, rewardsAreCents: true }).ytdMilesOrDollars).toBe(1.27)
  })
})
