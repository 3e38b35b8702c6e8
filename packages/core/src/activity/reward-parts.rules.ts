import { days } from '../shared/clock.ts'
import type { DineStatus } from './dine-statuses.ts'

/** The states of a reward, in order. What was not earned has none. */
export const rewardParts = ['processing', 'onItsWay', 'paid'] as const
export type RewardPart = (typeof rewardParts)[number]

export const statusesOfPart = {
  processing: ['Pending'],
  onItsWay: ['Awarded', 'Deferred'],
  paid: ['Paid'],
} as const satisfies Record<RewardPart, readonly DineStatus[]>

/** A clearing follows within three days, and the partner adds what it was told within two weeks. */
const longestDays = { processing: 3, onItsWay: 14 } as const

export interface StatusSum {
  readonly status: DineStatus
  readonly units: number
  readonly dines: number
  /** It is the last time that one of them got its status. */
  readonly changedAt: Date
}

export interface PartSum {
  readonly part: RewardPart
  readonly units: number
  readonly dines: number
  /** The last payment, or when the newest is expected to go on; null without one, or when that is over. */
  readonly at: Date | null
}

export function sumParts(sums: readonly StatusSum[], now: Date): PartSum[] {
  return rewardParts.map(part => {
    const own = sums.filter(({ status }) => statusesOfPart[part].some(one => one === status))
    return {
      part,
      units: own.reduce((sum, { units }) => sum + units, 0),
      dines: own.reduce((sum, { dines }) => sum + dines, 0),
      at: timeOf(part, Math.max(...own.map(({ changedAt }) => changedAt.getTime())), now),
    }
  })
}

function timeOf(part: RewardPart, changedAt: number, now: Date): Date | null {
  if (!Number.isFinite(changedAt)) return null
  if (part === 'paid') return new Date(changedAt)
  const expected = changedAt + days(longestDays[part])
  return expected > now.getTime() ? new Date(expected) : null
}

/** @returns the first local date of the last 12 months, YYYY-MM-DD. */
export function yearBefore(now: Date): string {
  const since = new Date(now)
  since.setUTCFullYear(since.getUTCFullYear() - 1)
  return since.toISOString().slice(0, 10)
}
