import type { ComponentPlan } from './components/decide-components.rules.ts'
import { netCents } from './dines/dine.rules.ts'
import {
  type DecidedDine,
  type DineWithMovements,
  hasEarned,
  isChanged,
  type ReplacedClaim,
  targetUnits,
} from './dines/dine-decisions.rules.ts'
import { dateOf } from './dines/dine-time.rules.ts'
import { holdChanges } from './holds/holds.rules.ts'
import type { Movement } from './movements/movements.rules.ts'
import type { EventChange, Plan, PostingTarget } from './plan.ts'
import type { PostingCause } from './posting-cause.ts'
import type { EventMovement, Snapshot, StoredAmount, StoredDine } from './snapshot.ts'

/* The plan that carries out what was decided about dines. */

/** All of a member's dines at a restaurant, decided. */
export interface PlaceOutcome {
  readonly merchantId: string | null
  readonly decided: readonly DecidedDine[]
  /** Dines that are now part of others. */
  readonly merged: readonly DineWithMovements[]
  readonly replaced: readonly ReplacedClaim[]
  /** Refunds that match no dine. */
  readonly parked: readonly Movement[]
  readonly storedAmounts: readonly StoredAmount[]
  readonly events: readonly EventMovement[]
}

/** Changes nothing. */
export const emptyPlan: Plan = {
  partnerId: '',
  memberId: '',
  events: [],
  movementEvents: [],
  requeued: [],
  newDines: [],
  changedDines: [],
  deletedDineIds: [],
  amounts: [],
  removedAmounts: [],
  confirmed: [],
  components: [],
  removedComponentIds: [],
  summedDineIds: [],
  bonuses: [],
  budgets: [],
  holds: [],
  bookings: [],
  tiers: null,
  postings: [],
  earnedNow: null,
}

interface Beside {
  readonly components: ComponentPlan
  readonly tiers: Plan['tiers']
}

/** @param beside what the dines lead to beside their base */
export function planOfDines(
  { member, now }: Pick<Snapshot, 'member' | 'now'>,
  outcomes: readonly PlaceOutcome[],
  { components, tiers }: Beside,
): Plan {
  const { partnerId, memberId } = member
  const changed = outcomes.flatMap(changedOf)
  const isFresh = new Set(outcomes.flatMap(outcome => newOf(outcome)))
  const merged = outcomes.flatMap(outcome => outcome.merged)
  const bases = outcomes.flatMap(outcome => [
    ...changedOf(outcome).map(decided => baseTarget(decided, outcome)),
    ...outcome.merged.map(mergedTarget),
  ])
  return {
    ...emptyPlan,
    ...components,
    partnerId,
    memberId,
    tiers,
    newDines: changed
      .filter(one => isFresh.has(one))
      .map(({ dine, changes }) => ({ ...dine.stored, ...changes })),
    changedDines: changed
      .filter(one => !isFresh.has(one))
      .map(
        ({ dine, changes }): StoredDine => ({ ...dine.stored, ...changes, ...dine.identity, updatedAt: now }),
      ),
    deletedDineIds: merged.map(({ dineId }) => dineId),
    ...amountsOf(outcomes),
    events: outcomes.flatMap(outcome => eventsOf(partnerId, outcome)),
    holds: outcomes.flatMap(holdChanges),
    postings: [...components.postings, ...bases],
    earnedNow: earnedNowOf(changed, merged),
  }
}

/** New dines, and those that are no longer as they are stored. */
export const changedOf = (outcome: PlaceOutcome): DecidedDine[] =>
  outcome.decided.filter(decided => isNew(decided, outcome) || isChanged(decided))

/** Its amounts may be the same: one refund in the place of another that was reported at another time. */
export function hasOtherRefunds({ dine }: DecidedDine, { storedAmounts }: PlaceOutcome): boolean {
  const textOf = (refunds: readonly Movement[]) =>
    refunds
      .map(({ sourceKey, occurredAt }) => `${sourceKey} ${occurredAt}`)
      .sort()
      .join()
  const before = storedAmounts.filter(({ dineId, kind }) => dineId === dine.dineId && kind === 'refund')
  return textOf(before) !== textOf(dine.refunds)
}

const newOf = (outcome: PlaceOutcome): DecidedDine[] =>
  outcome.decided.filter(decided => isNew(decided, outcome))

const isNew = ({ dine }: DecidedDine, { storedAmounts }: PlaceOutcome): boolean =>
  !storedAmounts.some(({ dineId }) => dineId === dine.dineId)

function earnedNowOf(
  changed: readonly DecidedDine[],
  merged: readonly DineWithMovements[],
): ReadonlySet<string> | null {
  const earned = changed.filter(({ dine, changes }) => hasEarned(dine.stored) || hasEarned(changes))
  const isGone = merged.some(({ stored }) => hasEarned(stored))
  if (earned.length === 0 && !isGone) return null
  return new Set(earned.filter(({ dine }) => !hasEarned(dine.stored)).map(({ dine }) => dine.dineId))
}

function baseTarget(decided: DecidedDine, outcome: PlaceOutcome): PostingTarget {
  const isFresh = isNew(decided, outcome)
  const cause = isFresh ? null : causeOfChange(decided, outcome.storedAmounts)
  return {
    dineId: decided.dine.dineId,
    correlationId: decided.dine.dineId,
    part: 'base',
    units: targetUnits(decided.changes),
    reasonCode: cause?.kind ?? decided.changes.reasonCode ?? 'dine_cleared',
    cause,
    isNew: isFresh,
    paidBy: 'program',
  }
}

/** What it earned is taken back. */
const mergedTarget = ({ dineId }: DineWithMovements): PostingTarget => ({
  dineId,
  correlationId: dineId,
  part: 'base',
  units: 0,
  reasonCode: 'dine_merged',
  cause: null,
  isNew: false,
  paidBy: 'program',
})

/** What came from elsewhere: another tier at its time, or a refund that was of another dine. */
function causeOfChange(
  { dine, changes }: DecidedDine,
  storedAmounts: readonly StoredAmount[],
): PostingCause | null {
  const { stored, facts, dineId, refunds } = dine
  const before = stored.decision.facts.tier
  const dinedOn = dateOf(changes.dinedAt)
  // Where it earns nothing any more its own reason says why, which may be that of a tier too.
  if (hasEarned(stored) && hasEarned(changes) && facts.tier !== before)
    return { kind: 'tier_changed', before, after: facts.tier, dinedOn }
  const isOfNow = ({ sourceKey }: Movement) => refunds.some(refund => refund.sourceKey === sourceKey)
  const moved = storedAmounts.find(
    amount => amount.kind === 'refund' && (amount.dineId === dineId) !== isOfNow(amount),
  )
  if (!moved) return null
  const { transactionId, amountCents, occurredAt } = moved
  const refundedOn = dateOf(occurredAt)
  return { kind: 'refund_moved', isOfThisDine: isOfNow(moved), transactionId, amountCents, refundedOn }
}

function amountsOf(
  outcomes: readonly PlaceOutcome[],
): Pick<Plan, 'amounts' | 'removedAmounts' | 'movementEvents'> {
  const amounts: Plan['amounts'][number][] = []
  const movementEvents: Plan['movementEvents'][number][] = []
  const removedAmounts: string[] = []
  for (const { decided, parked, replaced, storedAmounts } of outcomes) {
    const stored = new Map(storedAmounts.map(amount => [amount.sourceKey, amount]))
    for (const { dine } of decided)
      for (const movement of [...dine.charges, ...dine.refunds]) {
        const before = stored.get(movement.sourceKey)
        const isCorrected = before?.cardEventId !== movement.cardEventId
        if (before?.dineId === dine.dineId && !isCorrected) continue
        amounts.push({ dineId: dine.dineId, movement })
        const change = isCorrected
          ? { dineId: dine.dineId, reasonCode: 'superseded' }
          : { dineId: dine.dineId }
        if (before) movementEvents.push({ movement, change })
      }
    const gone = [
      ...parked.map(movement => ({ movement, change: waitingRefund })),
      ...replaced.map(claim => ({ movement: claim.claimed, change: eventOfReplaced(claim) })),
    ].filter(({ movement }) => stored.has(movement.sourceKey))
    removedAmounts.push(...gone.map(({ movement }) => movement.sourceKey))
    movementEvents.push(...gone)
  }
  return { amounts, removedAmounts, movementEvents }
}

const waitingRefund: EventChange = { status: 'parked', reasonCode: 'refund_waits', dineId: null }

/** From then on the claim's event follows the clearing's movement. */
function eventOfReplaced({ dineId, clearing: { transactionId, sourceKey } }: ReplacedClaim): EventChange {
  return { status: 'processed', reasonCode: 'superseded', dineId, transactionId, sourceKey }
}

function eventsOf(partnerId: string, { decided, events, replaced }: PlaceOutcome): Plan['events'] {
  return events.flatMap(({ event, movement }) => {
    const { linkedCardId, merchantId, sourceKey } = movement
    const known = { partnerId, linkedCardId, merchantId }
    const claim = replaced.find(({ claimed }) => claimed.sourceKey === sourceKey)
    if (claim) return [{ event, change: { ...known, ...eventOfReplaced(claim) } }]
    const taken = decided.find(({ dine }) => isPartOf(dine, sourceKey))
    if (!taken)
      return event.status === 'parked' ? [] : [{ event, change: { ...known, sourceKey, ...waitingRefund } }]
    const reasonCode = reasonOfEvent(movement, taken)
    const { dineId } = taken.dine
    return [{ event, change: { ...known, sourceKey, dineId, reasonCode, status: 'processed' as const } }]
  })
}

const isPartOf = ({ charges, refunds }: DineWithMovements, key: string): boolean =>
  [...charges, ...refunds].some(({ sourceKey }) => sourceKey === key)

function reasonOfEvent(movement: Movement, { dine, changes }: DecidedDine): string | null {
  const counted = [...dine.charges, ...dine.refunds].find(({ sourceKey }) => sourceKey === movement.sourceKey)
  if (counted && counted.cardEventId !== movement.cardEventId)
    return counted.amountCents === movement.amountCents ? 'duplicate' : 'superseded'
  if (movement.kind !== 'refund' || netCents(changes) > 0) return null
  const paid = changes.clearedCents ?? changes.authorizedCents ?? 0
  return changes.refundedCents > paid ? 'refund_exceeds_dine' : null
}
