import { requiredTierOf } from '../../merchants/unlock-access.rules.ts'
import type { DineDecision, DineToDecide, MonthlyRoom } from '../dine-to-decide.ts'
import { decideUnless, obstacleOf } from './dine-v1.rules.ts'

/* Version 2: Acclaimed restaurants require a tier. It has decided dines: it does not change any more. */

export function decideDine(dine: DineToDecide, room: MonthlyRoom): DineDecision {
  return decideUnless(obstacleOf(dine) ?? (isLocked(dine) ? 'acclaimed_locked' : null), dine, room)
}

export function isLocked({ facts: { terms, tier } }: DineToDecide): boolean {
  return tier < (requiredTierOf(terms?.campaignCodes ?? []) ?? 0)
}
