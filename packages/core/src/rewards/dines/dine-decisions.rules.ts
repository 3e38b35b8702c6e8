import { isClaimed } from '../../claims/claimed-charges.rules.ts'
import { days } from '../../shared/clock.ts'
import { reviewOf, type StoredHold } from '../holds/stored-hold.rules.ts'
import { addCharges, type DineMovements, dinedAt, type Movement } from '../movements/movements.rules.ts'
import type { DineAtPlace, RecordedDecision, Snapshot, StoredAmount, StoredDine } from '../snapshot.ts'
import { decideDines, dineOf, newestDineRule, promiseDays } from './dine.rules.ts'
import { cardFactsAt, type EventContext, factsOf, instantOfEvent, memberFactsAt } from './dine-facts.rules.ts'
import { dateOf, instantOf } from './dine-time.rules.ts'
import type { DineFacts, DineInMonth } from './dine-to-decide.ts'

export interface DineWithMovements extends DineMovements {
  readonly stored: StoredDine
  readonly charges: readonly Movement[]
  readonly refunds: readonly Movement[]
  readonly facts: DineFacts
  readonly ruleVersion: number
  /** No clearing came in time. */
  readonly expired: boolean
  /** What the report of a claimed dine changes. */
  readonly identity?: DineIdentity
  /** One of its refunds is known to have been reported earlier. */
  readonly hasEarlierReport?: boolean
  /** Its case as it is stored, and as this decision leaves it. */
  readonly storedHold: StoredHold | null
  readonly hold: StoredHold | null
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
    readonly clearedAt: string | null
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
  dines: readonly DineAtPlace[],
  amounts: readonly StoredAmount[],
): DineWithMovements[] {
  return dines.map(({ cardToken, hold, ...stored }) => {
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
      ruleVersion: stored.decision.ruleVersion,
      expired: stored.status === 'Forfeit' && stored.reasonCode === 'authorization_expired',
      storedHold: hold,
      hold,
    }
  })
}

export interface ChargedDines {
  readonly dines: DineWithMovements[]
  /** Dines that the charge shows to be part of others. */
  readonly merged: DineWithMovements[]
  readonly replaced: ReplacedClaim[]
}

/** @param voids That came before `charge`, their authorization. */
export function addChargeToDines(
  dines: readonly DineWithMovements[],
  { charge, voids }: { readonly charge: Movement; readonly voids: readonly Movement[] },
  context: EventContext & Pick<Snapshot, 'newId'>,
): ChargedDines {
  const regrouped = addCharges(dines, [charge, ...voids])
  const replaced: ReplacedClaim[] = []
  const charged = regrouped.dines.map(({ dine, splitFrom, charges, replaced: claims }) => {
    const isCurrent = charges.includes(charge)
    const known = dine ?? newDine(charges[0]!, context, splitFrom)
    const clearing = charges.find(({ kind }) => kind === 'clearing')
    for (const claimed of claims) replaced.push({ claimed, dineId: known.dineId, clearing: clearing! })
    if (dine && isCurrent && claims.length > 0 && isClaimed({ transactionId: dine.sourceTransactionId }))
      return { ...withReportedIdentity(dine, charge, context), charges }
    if (!dine || !isCurrent) return { ...withFactsOfTime(known, charges, context), charges }
    const current = withFactsOfTime(withCurrentFacts(dine, charge, context), charges, context)
    return { ...current, facts: { ...current.facts, ...reportedBy(charge, dine, context) }, charges }
  })
  return { dines: charged, merged: regrouped.merged, replaced }
}

/** What a clearing says counts; before it, what the authorization said. */
function reportedBy(charge: Movement, { facts, charges }: DineWithMovements, { transaction }: EventContext) {
  const isCleared = charges.some(({ kind }) => kind === 'clearing')
  const told = charge.kind === 'clearing' || !isCleared ? transaction : null
  const order = told?.order ?? facts.order
  // A bill that is in part in another currency does not earn, whichever part came first.
  const isForeign = isCleared && facts.currency !== facts.billCurrency
  const currency = isForeign ? facts.currency : (told?.currency ?? facts.currency)
  return order ? { order, currency } : { currency }
}

/** The network knows card, time and place better than the claim. */
function withReportedIdentity(
  dine: DineWithMovements,
  charge: Movement,
  context: EventContext,
): DineWithMovements {
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
    facts: {
      ...factsOf(context),
      ...memberFactsAt(context, instantOfEvent(context).getTime(), dine.facts.tier),
    },
  }
}

/**
 * Until it has earned, a dine without a promise uses current facts; tier and rate stay the first ones. A charge of
 * another day knows the terms of that day only.
 */
function withCurrentFacts(
  dine: DineWithMovements,
  charge: Movement,
  context: EventContext,
): DineWithMovements {
  const { stored, merchantId } = dine
  if (hasEarned(stored) || (context.place?.id ?? null) !== merchantId) return dine
  if (dateOf(charge.occurredAt) !== dateOf(stored.dinedAt)) return dine
  const promisedUntil = stored.createdAt.getTime() + days(promiseDays)
  if (stored.authorizedCents !== null && context.now.getTime() <= promisedUntil) return dine
  const { tier, rate, rounding, currency, timezone } = dine.facts
  const instant = instantOf(timezone ?? 'UTC', stored.dinedAt).getTime()
  const { accountClosedAt } = memberFactsAt(context, instant, tier)
  return {
    ...dine,
    facts: {
      ...factsOf(context),
      ...cardFactsOf(dine, context, instant),
      tier,
      rate,
      rounding,
      currency,
      accountClosedAt,
    },
  }
}

/** For another card of the member they stay. */
function cardFactsOf({ cardToken, facts }: DineWithMovements, { card }: EventContext, instant: number) {
  const { cardLinkedAt, cardRemovedAt } = facts
  return card.cardToken === cardToken ? cardFactsAt(card, instant) : { cardLinkedAt, cardRemovedAt }
}

/** Where its charges give the dine another time, its facts are those of that time; its terms are read afterwards. */
function withFactsOfTime(
  dine: DineWithMovements,
  charges: readonly Movement[],
  context: EventContext,
): DineWithMovements {
  const time = dinedAt({ charges })
  if (time === dine.stored.dinedAt) return dine
  const { facts } = dine
  const instant = instantOf(facts.timezone ?? 'UTC', time).getTime()
  return {
    ...dine,
    facts: {
      ...facts,
      ...memberFactsAt(context, instant, facts.tier),
      ...cardFactsOf(dine, context, instant),
    },
  }
}

/** The dine is not stored yet. */
function newDine(
  charge: Movement,
  context: EventContext & Pick<Snapshot, 'newId'>,
  splitFrom: DineWithMovements | null,
): DineWithMovements {
  const { member, card, place, transaction, now } = context
  const facts = splitFrom?.facts ?? factsOf(context)
  const merchantId = splitFrom ? splitFrom.merchantId : charge.merchantId
  const amounts = { authorizedCents: null, clearedCents: null, refundedCents: 0 }
  const stored: StoredDine = {
    id: context.newId(),
    partnerId: member.partnerId,
    memberId: member.memberId,
    linkedCardId: card.id,
    cardLastFour: card.lastFour,
    merchantId,
    merchantName: splitFrom?.stored.merchantName ?? (place?.name || transaction.merchantName || 'Restaurant'),
    sourceTransactionId: charge.transactionId,
    authCode: charge.authCode,
    // It is a fact: where the charges give another time, the facts are those of that time.
    dinedAt: splitFrom?.stored.dinedAt ?? charge.occurredAt,
    clearedAt: null,
    ...amounts,
    rewardUnits: 0,
    componentUnits: 0,
    status: 'Pending',
    reasonCode: null,
    decision: {
      ruleVersion: splitFrom?.stored.decision.ruleVersion ?? newestDineRule(),
      facts,
      amounts,
      earningCents: 0,
    },
    paidAt: null,
    createdAt: now,
    updatedAt: now,
  }
  const [opened] = dinesWithMovements([{ ...stored, cardToken: card.cardToken, hold: null }], [])
  return opened!
}

export function decideStoredDines(dines: readonly DineWithMovements[]): DecidedDine[] {
  const toDecide = dines.map(toDecision)
  const decisions = decideDines(toDecide)
  return dines.map((dine, index) => {
    const { dinedAt, clearedAt, amounts, facts, ruleVersion } = toDecide[index]!
    const { earningCents, ...decision } = decisions[index]!
    return {
      dine,
      changes: {
        dinedAt,
        clearedAt,
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

export function isChanged({ dine, changes }: DecidedDine): boolean {
  const { stored, identity, facts, hasEarlierReport } = dine
  return (
    hasEarlierReport === true ||
    identity !== undefined ||
    facts !== stored.decision.facts ||
    stored.decision.ruleVersion !== changes.decision.ruleVersion ||
    stored.dinedAt !== changes.dinedAt ||
    stored.clearedAt !== changes.clearedAt ||
    stored.authorizedCents !== changes.authorizedCents ||
    stored.clearedCents !== changes.clearedCents ||
    stored.refundedCents !== changes.refundedCents ||
    stored.status !== changes.status ||
    stored.rewardUnits !== changes.rewardUnits ||
    stored.reasonCode !== changes.reasonCode
  )
}

function toDecision(dine: DineWithMovements) {
  const { stored, charges, refunds, facts, expired } = dine
  const { status, paidAt } = stored
  return {
    transactionId: dine.sourceTransactionId,
    ruleVersion: dine.ruleVersion,
    ...dineOf(charges, refunds),
    facts,
    expired: expired || charges.some(({ kind }) => kind === 'void'),
    review: reviewOf(dine.hold),
    earnedAs: paidAt ? 'Paid' : status === 'Deferred' ? 'Deferred' : 'Awarded',
  } satisfies DineInMonth
}
