import { randomUUID } from 'node:crypto'
import { isClaimed } from '@dineward/core/claims/claimed-charges.rules.ts'
import {
  type DineFacts,
  type DineInMonth,
  decideDines,
  dineOf,
  dineRuleVersion,
  promiseDays,
} from '@dineward/core/rewards/dine.rules.ts'
import {
  addCharge,
  assignRefunds,
  type DineMovements,
  type Movement,
} from '@dineward/core/rewards/movements.rules.ts'
import { days } from '@dineward/core/shared/clock.ts'
import { type EventContext, factsOf } from './dine-facts.rules.ts'
import type { RecordedDecision, StoredDine } from './dines.repository.ts'
import type { StoredAmount } from './rewards.read.ts'

export interface DineWithMovements extends DineMovements {
  readonly stored: StoredDine
  readonly charges: readonly Movement[]
  readonly refunds: readonly Movement[]
  readonly facts: DineFacts
  /** No clearing came in time. */
  readonly expired: boolean
  /** What the report of a claimed dine changes. */
  readonly identity?: DineIdentity
}

export type DineIdentity = Pick<
  StoredDine,
  'sourceTransactionId' | 'authCode' | 'linkedCardId' | 'cardLastFour'
>

/** A claimed charge, and the clearing that counts instead. */
export interface ReplacedClaim {
  readonly claimed: Movement
  readonly dineId: string
  readonly clearing: Movement
}

export interface DecidedDine {
  readonly dine: DineWithMovements
  readonly changes: {
    readonly dinedAt: string
    readonly authorizedCents: number | null
    readonly clearedCents: number | null
    readonly refundedCents: number
    readonly status: StoredDine['status']
    readonly rewardUnits: number
    readonly reasonCode: string | null
    readonly decision: RecordedDecision
  }
}

export function dinesWithMovements(
  dines: readonly (StoredDine & { readonly cardToken: string })[],
  amounts: readonly StoredAmount[],
): DineWithMovements[] {
  return dines.map(({ cardToken, ...stored }) => {
    const own = amounts.filter(({ dineId }) => dineId === stored.id)
    return {
      dineId: stored.id,
      sourceTransactionId: stored.sourceTransactionId,
      cardToken,
      merchantId: stored.merchantId,
      stored,
      charges: own.filter(({ kind }) => kind !== 'refund'),
      refunds: own.filter(({ kind }) => kind === 'refund'),
      facts: stored.decision.facts,
      expired: stored.status === 'Forfeit' && stored.reasonCode === 'authorization_expired',
    }
  })
}

export interface ChargedDines {
  readonly dines: DineWithMovements[]
  /** Dines that the charge shows to be part of others. */
  readonly merged: DineWithMovements[]
  readonly replaced: ReplacedClaim[]
}

export function addChargeToDines(
  dines: readonly DineWithMovements[],
  charge: Movement,
  context: EventContext,
): ChargedDines {
  const regrouped = addCharge(dines, charge)
  const replaced: ReplacedClaim[] = []
  const charged = regrouped.dines.map(({ dine, splitFrom, charges, replaced: claims }) => {
    const isCurrent = charges.includes(charge)
    const known = dine ?? newDine(charges[0]!, context, splitFrom)
    const clearing = charges.find(({ kind }) => kind === 'clearing')
    for (const claimed of claims) replaced.push({ claimed, dineId: known.dineId, clearing: clearing! })
    if (dine && isCurrent && claims.length > 0 && isClaimed({ transactionId: dine.sourceTransactionId }))
      return { ...withReportedIdentity(dine, charge, context), charges }
    if (!dine || !isCurrent) return { ...known, charges }
    return { ...withTierAt(charge, withCurrentFacts(dine, context), context), charges }
  })
  return { dines: charged, merged: regrouped.merged, replaced }
}

/** The network knows card, time and place better than the claim; tier, rate and rounding stay the first ones. */
function withReportedIdentity(
  dine: DineWithMovements,
  charge: Movement,
  context: EventContext,
): DineWithMovements {
  const { tier, rate, rounding } = dine.facts
  const identity = {
    sourceTransactionId: charge.transactionId,
    authCode: charge.authCode,
    linkedCardId: charge.linkedCardId,
    cardLastFour: context.card.lastFour,
  }
  return {
    ...dine,
    identity,
    sourceTransactionId: charge.transactionId,
    cardToken: charge.cardToken,
    facts: { ...factsOf(context), tier, rate, rounding },
  }
}

/** Until it has earned, a dine without a promise uses current facts; tier, rate and currency stay the first ones. */
function withCurrentFacts(dine: DineWithMovements, context: EventContext): DineWithMovements {
  const { stored, merchantId } = dine
  if (hasEarned(stored) || (context.place?.id ?? null) !== merchantId) return dine
  const promisedUntil = stored.createdAt.getTime() + days(promiseDays)
  if (stored.authorizedCents !== null && context.now.getTime() <= promisedUntil) return dine
  const { tier, rate, rounding, currency } = dine.facts
  return { ...dine, facts: { ...factsOf(context), tier, rate, rounding, currency } }
}

/** A charge that is earlier than those before moves the dine's time; the tier is the one at that time. */
function withTierAt(charge: Movement, dine: DineWithMovements, context: EventContext): DineWithMovements {
  const { tier, rate } = factsOf(context)
  if (charge.occurredAt >= dine.stored.dinedAt || tier === dine.facts.tier) return dine
  return { ...dine, facts: { ...dine.facts, tier, rate } }
}

/** Not stored yet. */
function newDine(
  charge: Movement,
  context: EventContext,
  splitFrom: DineWithMovements | null,
): DineWithMovements {
  const { card, place, transaction, now } = context
  const facts = splitFrom?.facts ?? factsOf(context)
  const merchantId = splitFrom ? splitFrom.merchantId : charge.merchantId
  const amounts = { authorizedCents: null, clearedCents: null, refundedCents: 0 }
  const stored: StoredDine = {
    id: randomUUID(),
    partnerId: card.partnerId,
    memberId: card.memberId,
    linkedCardId: card.id,
    cardLastFour: card.lastFour,
    merchantId,
    merchantName: splitFrom?.stored.merchantName ?? (place?.name || transaction.merchantName || 'Restaurant'),
    sourceTransactionId: charge.transactionId,
    authCode: charge.authCode,
    dinedAt: charge.occurredAt,
    ...amounts,
    rewardUnits: 0,
    componentUnits: 0,
    status: 'Pending',
    reasonCode: null,
    decision: {
      ruleVersion: splitFrom?.stored.decision.ruleVersion ?? dineRuleVersion,
      facts,
      amounts,
      earningCents: 0,
    },
    paidAt: null,
    createdAt: now,
    updatedAt: now,
  }
  const [opened] = dinesWithMovements([{ ...stored, cardToken: card.cardToken }], [])
  return opened!
}

/** `parked` match no dine. */
export function redistributeRefunds(
  dines: readonly DineWithMovements[],
  waiting: readonly Movement[],
): { dines: DineWithMovements[]; parked: Movement[] } {
  const all = new Map([...dines.flatMap(({ refunds }) => refunds), ...waiting].map(m => [m.sourceKey, m]))
  const placed = assignRefunds(dines, [...all.values()])
  const of = (dineId: string | null) => [...all.values()].filter(m => placed.get(m.sourceKey) === dineId)
  return { dines: dines.map(dine => ({ ...dine, refunds: of(dine.dineId) })), parked: of(null) }
}

export function decideStoredDines(dines: readonly DineWithMovements[]): DecidedDine[] {
  const toDecide = dines.map(toDecision)
  const decisions = decideDines(toDecide)
  return dines.map((dine, index) => {
    const { dinedAt, amounts, facts, ruleVersion } = toDecide[index]!
    const { earningCents, ...decision } = decisions[index]!
    return {
      dine,
      changes: {
        dinedAt,
        ...amounts,
        ...decision,
        decision: { ruleVersion, facts, amounts, earningCents },
      },
    }
  })
}

/** Zero while the dine is an estimate. */
export function targetUnits({ status, rewardUnits }: Pick<StoredDine, 'status' | 'rewardUnits'>): number {
  return hasEarned({ status }) ? rewardUnits : 0
}

export const hasEarned = ({ status }: Pick<StoredDine, 'status'>): boolean =>
  status === 'Awarded' || status === 'Paid' || status === 'Deferred'

export function isChanged({ dine: { stored, identity }, changes }: DecidedDine): boolean {
  return (
    identity !== undefined ||
    stored.dinedAt !== changes.dinedAt ||
    stored.authorizedCents !== changes.authorizedCents ||
    stored.clearedCents !== changes.clearedCents ||
    stored.refundedCents !== changes.refundedCents ||
    stored.status !== changes.status ||
    stored.rewardUnits !== changes.rewardUnits ||
    stored.reasonCode !== changes.reasonCode
  )
}

function toDecision(dine: DineWithMovements): DineInMonth {
  const { stored, charges, refunds, facts, expired } = dine
  const { status, paidAt } = stored
  return {
    transactionId: dine.sourceTransactionId,
    ruleVersion: stored.decision.ruleVersion,
    ...dineOf(charges, refunds),
    facts,
    expired: expired || charges.some(({ kind }) => kind === 'void'),
    earnedAs: paidAt ? 'Paid' : status === 'Deferred' ? 'Deferred' : 'Awarded',
  }
}
