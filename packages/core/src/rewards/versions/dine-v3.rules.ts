import type { DineAmounts, DineDecision, DineToDecide, MonthlyRoom } from '../dine-to-decide.ts'
import { decideUnless, obstacleOf } from './dine-v1.rules.ts'
import { isLocked } from './dine-v2.rules.ts'

/* Version 3: an order online earns on its subtotal, and nothing when another company delivers it. */

export function decideDine(dine: DineToDecide, room: MonthlyRoom): DineDecision {
  const { amounts, facts } = dine
  const delivered = facts.order?.kind === 'delivery' ? 'third_party_delivery' : null
  const obstacle = obstacleOf(dine) ?? (isLocked(dine) ? 'acclaimed_locked' : delivered)
  const earning = withoutExtras(amounts, facts.order?.subtotalCents ?? null)
  const decision = decideUnless(obstacle, { ...dine, amounts: earning }, room)
  const isLess = decision.status === dine.earnedAs && earning.clearedCents !== amounts.clearedCents
  return isLess && decision.reasonCode === null ? { ...decision, reasonCode: 'online_order' } : decision
}

/** Tax, tip and fees; refunds take from the food first. */
function withoutExtras(
  { authorizedCents, clearedCents, refundedCents }: DineAmounts,
  subtotal: number | null,
): DineAmounts {
  const atMost = (cents: number | null) =>
    cents === null || subtotal === null ? cents : Math.min(cents, subtotal)
  return { authorizedCents: atMost(authorizedCents), clearedCents: atMost(clearedCents), refundedCents }
}
