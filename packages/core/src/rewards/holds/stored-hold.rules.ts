import { days } from '../../shared/clock.ts'
import type { VelocityHit, VelocityLimits } from './velocity.rules.ts'

/** `closed`: nothing waits any more, since the dine earns nothing, or late reports showed that no rule is hit. */
export const holdStates = ['open', 'released', 'refused', 'closed'] as const
export type HoldState = (typeof holdStates)[number]

/** A dine's case, as it is stored. */
export interface StoredHold {
  readonly state: HoldState
  readonly hits: readonly VelocityHit[]
  /** The settings by which it was held: a change of them answers no case. */
  readonly limits: VelocityLimits
}

export interface HoldChange extends StoredHold {
  readonly dineId: string
  readonly merchantId: string | null
  /** It is the base that a release would post. */
  readonly units: number
}

/** Members have an answer within these days. After them nothing happens to the reward by itself. */
export const answerDays = 5
export const answerDue = (openedAt: Date): Date => new Date(openedAt.getTime() + days(answerDays))

/** The reason codes of a dine that waits for a person, and of one whose reward a person refused. */
export const underReview = 'under_review'
export const refusedByReview = 'review_refused'

/** What the case of a dine does with its reward. */
export function reviewOf(hold: StoredHold | null): 'waits' | 'refused' | null {
  if (hold === null || hold.state === 'released' || hold.hits.length === 0) return null
  return hold.state === 'refused' ? 'refused' : 'waits'
}
