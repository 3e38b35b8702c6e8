import { netCents } from '@dineward/core/rewards/dine.rules.ts'
import { dateOf } from '@dineward/core/rewards/dine-time.rules.ts'
import { type Movement, movementKey } from '@dineward/core/rewards/movements.rules.ts'
import type { PostingCause } from '@dineward/core/rewards/posting-cause.ts'
import type { Db } from '../../db/open-database.ts'
import type { VipChange } from '../members/vip.service.ts'
import { decideReferral } from '../referrals/referrals.service.ts'
import { decideComponents } from './components.service.ts'
import { removeAmount, upsertAmount } from './dine-amounts.repository.ts'
import {
  type DecidedDine,
  type DineWithMovements,
  hasEarned,
  isChanged,
  type ReplacedClaim,
  targetUnits,
} from './dine-decisions.rules.ts'
import type { DecisionContext } from './dine-facts.rules.ts'
import { deleteDines, insertDine, updateDine } from './dines.repository.ts'
import type { EventMovement } from './event-context.service.ts'
import { saveOutcome, updateEvent, updateEventsOfMovement } from './inbox.repository.ts'
import type { PostingTarget } from './post-differences.service.ts'
import type { StoredAmount } from './rewards.read.ts'
import { decideVipYears } from './vip.service.ts'

export interface Outcome {
  readonly context: DecisionContext
  readonly decided: readonly DecidedDine[]
  /** Dines that are now part of others. */
  readonly merged: readonly DineWithMovements[]
  readonly replaced: readonly ReplacedClaim[]
  /** Refunds that match no dine. */
  readonly parked: readonly Movement[]
  readonly storedAmounts: readonly StoredAmount[]
  readonly events: readonly EventMovement[]
}

/** By dine: what its base comes to, to be posted once all is decided. */
export type BaseTargets = Map<string, PostingTarget>

/**
 * @returns when the member's tier is another now; null, with nothing written, when a new dine's transaction id names a
 * dine of another member.
 */
export async function saveDines(
  db: Db,
  outcome: Outcome,
  targets: BaseTargets,
): Promise<readonly VipChange[] | null> {
  const fresh = outcome.decided.filter(decided => isNew(decided, outcome))
  const changed = [
    ...fresh,
    ...outcome.decided.filter(decided => !fresh.includes(decided) && isChanged(decided)),
  ]
  // New dines first: a conflict must end this before anything is written.
  for (const decided of changed) if (!(await saveDine(db, decided, outcome))) return null
  await saveAmounts(db, outcome)
  for (const target of baseTargets({ changed, fresh }, outcome)) {
    const { isNew } = targets.get(target.correlationId) ?? target
    targets.set(target.correlationId, { ...target, isNew: isNew ?? false })
  }
  const mergedIds = outcome.merged.map(({ dineId }) => dineId)
  const changedIds = new Set(changed.map(({ dine }) => dine.dineId))
  await decideComponents(db, { context: outcome.context, decided: outcome.decided, changedIds, mergedIds })
  await deleteDines(db, outcome.context.card.partnerId, mergedIds)
  const vipChanges = await decideVipYears(db, outcome.context, { changed, merged: outcome.merged })
  await decideReferralOf(db, outcome, changed)
  await saveEvents(db, outcome)
  return vipChanges
}

/** Of a member who was invited. */
async function decideReferralOf(
  db: Db,
  { context: { partner, card, now }, merged }: Outcome,
  changed: readonly DecidedDine[],
): Promise<void> {
  const { memberId, referrer } = card
  const earned = changed.filter(({ dine, changes }) => hasEarned(dine.stored) || hasEarned(changes))
  const isGone = merged.some(({ stored }) => hasEarned(stored))
  if (referrer === null || (earned.length === 0 && !isGone)) return
  const earnsNow = (dineId: string) =>
    earned.some(({ dine }) => dine.dineId === dineId && !hasEarned(dine.stored))
  await decideReferral(db, { partner, memberId, referrerId: referrer, now }, earnsNow)
}

function isNew({ dine }: DecidedDine, { storedAmounts }: Outcome): boolean {
  return !storedAmounts.some(({ dineId }) => dineId === dine.dineId)
}

async function saveDine(db: Db, decided: DecidedDine, outcome: Outcome): Promise<boolean> {
  const { dine, changes } = decided
  const { now } = outcome.context
  if (isNew(decided, outcome)) return insertDine(db, { ...dine.stored, ...changes })
  await updateDine(db, { ...dine.stored, ...changes, ...dine.identity, updatedAt: now })
  return true
}

async function saveAmounts(db: Db, outcome: Outcome): Promise<void> {
  const { context, decided, parked, replaced, storedAmounts } = outcome
  const { partnerId } = context.card
  const before = new Map(storedAmounts.map(amount => [amount.sourceKey, amount]))
  for (const { dine } of decided) {
    for (const movement of [...dine.charges, ...dine.refunds]) {
      const stored = before.get(movement.sourceKey)
      before.delete(movement.sourceKey)
      const isCorrected = stored?.cardEventId !== movement.cardEventId
      if (stored?.dineId === dine.dineId && !isCorrected) continue
      await upsertAmount(db, { partnerId, dineId: dine.dineId, movement, now: context.now })
      const { dineId } = dine
      const changes = isCorrected ? { dineId, reasonCode: 'superseded' } : { dineId }
      if (stored) await updateEventsOfMovement(db, partnerId, movement, changes)
    }
  }
  const waits = { status: 'parked', reasonCode: 'refund_waits', dineId: null } as const
  for (const movement of parked) {
    if (!before.delete(movement.sourceKey)) continue
    await removeAmount(db, partnerId, movement.sourceKey)
    await updateEventsOfMovement(db, partnerId, movement, waits)
  }
  for (const claim of replaced) {
    if (!before.delete(claim.claimed.sourceKey)) continue
    await removeAmount(db, partnerId, claim.claimed.sourceKey)
    await updateEventsOfMovement(db, partnerId, claim.claimed, eventOfReplaced(claim))
  }
  for (const part of before.values()) await removeReplacedPart(db, part, outcome)
}

/** From then on the claim's event follows the clearing's movement. */
function eventOfReplaced({ dineId, clearing }: ReplacedClaim) {
  const { transactionId, sourceKey } = clearing
  return { status: 'processed', reasonCode: 'superseded', dineId, transactionId, sourceKey } as const
}

/** Data from before decision 015 may hold several parts; a correction replaces them all. */
async function removeReplacedPart(db: Db, part: StoredAmount, { context, decided }: Outcome): Promise<void> {
  const sourceKey = movementKey(part)
  const taken = decided.find(({ dine }) => isPartOf(dine, sourceKey))
  await removeAmount(db, context.card.partnerId, part.sourceKey)
  await updateEventsOfMovement(db, context.card.partnerId, part, {
    sourceKey,
    ...(taken
      ? { dineId: taken.dine.dineId, reasonCode: 'superseded' }
      : { status: 'parked', dineId: null, reasonCode: 'refund_waits' }),
  })
}

const isPartOf = ({ charges, refunds }: DineWithMovements, key: string): boolean =>
  [...charges, ...refunds].some(({ sourceKey }) => sourceKey === key)

/** Merged dines go to zero. */
function baseTargets(
  { changed, fresh }: { changed: readonly DecidedDine[]; fresh: readonly DecidedDine[] },
  { merged, storedAmounts }: Outcome,
): PostingTarget[] {
  return [
    ...changed.map(decided => {
      const isNew = fresh.includes(decided)
      const cause = isNew ? null : causeOfChange(decided, storedAmounts)
      return {
        correlationId: decided.dine.dineId,
        units: targetUnits(decided.changes),
        reasonCode: cause?.kind ?? decided.changes.reasonCode ?? 'dine_cleared',
        cause,
        isNew,
      }
    }),
    ...merged.map(({ dineId }) => ({ correlationId: dineId, units: 0, reasonCode: 'dine_merged' })),
  ]
}

/** What came from elsewhere: another tier at its time, or a refund that was of another dine. */
function causeOfChange(
  { dine, changes }: DecidedDine,
  storedAmounts: readonly StoredAmount[],
): PostingCause | null {
  const { stored, facts, dineId, refunds } = dine
  const before = stored.decision.facts.tier
  const dinedOn = dateOf(changes.dinedAt)
  if (hasEarned(stored) && facts.tier !== before)
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

async function saveEvents(db: Db, { context, decided, events, replaced }: Outcome): Promise<void> {
  const { card, now } = context
  for (const { event, movement } of events) {
    const known = {
      partnerId: card.partnerId,
      linkedCardId: movement.linkedCardId,
      merchantId: movement.merchantId,
      processedAt: now,
    }
    const claim = replaced.find(({ claimed }) => claimed.sourceKey === movement.sourceKey)
    if (claim) {
      await updateEvent(db, event.id, { ...known, ...eventOfReplaced(claim) })
      continue
    }
    const taken = decided.find(({ dine }) => isPartOf(dine, movement.sourceKey))
    if (!taken && event.status === 'parked') continue
    await saveOutcome(db, {
      ...known,
      id: event.id,
      status: taken ? 'processed' : 'parked',
      reasonCode: taken ? reasonOfEvent(movement, taken) : 'refund_waits',
      sourceKey: movement.sourceKey,
      dineId: taken?.dine.dineId ?? null,
    })
  }
}

function reasonOfEvent(movement: Movement, { dine, changes }: DecidedDine): string | null {
  const counted = [...dine.charges, ...dine.refunds].find(({ sourceKey }) => sourceKey === movement.sourceKey)
  if (counted && counted.cardEventId !== movement.cardEventId)
    return counted.amountCents === movement.amountCents ? 'duplicate' : 'superseded'
  if (movement.kind !== 'refund' || netCents(changes) > 0) return null
  const paid = changes.clearedCents ?? changes.authorizedCents ?? 0
  return changes.refundedCents > paid ? 'refund_exceeds_dine' : null
}
