import { isClaimed } from '../../claims/claimed-charges.rules.ts'
import { days } from '../../shared/clock.ts'
import { type DecidedDine, type DineWithMovements, hasEarned } from '../dines/dine-decisions.rules.ts'
import { instantOf } from '../dines/dine-time.rules.ts'
import { clearedCents, dinedAt } from '../movements/movements.rules.ts'
import type { Snapshot } from '../snapshot.ts'
import { answerDays, type HoldChange, type StoredHold, underReview } from './stored-hold.rules.ts'
import {
  type DineToCheck,
  isAnswered,
  isOfDines,
  type VelocityHit,
  type VelocityLimits,
  velocityHits,
} from './velocity.rules.ts'

/* Which dines wait for a person, and what becomes of their cases. */

/** A charge was reported: the rules are asked about all dines of the member at the restaurant. */
export function holdDines(
  dines: readonly DineWithMovements[],
  { velocity, partner, now }: Pick<Snapshot, 'velocity' | 'partner' | 'now'>,
): DineWithMovements[] {
  if (velocity === null) return [...dines]
  const limits = partner.settings.velocity
  const checked = dines.filter(isChecked).map(dine => toCheck(dine, limits))
  const hits = velocityHits(checked, velocity)
  return dines.map(dine => {
    const found = hits.get(dine.dineId)
    return found && isOpenToHolds(dine, now) ? { ...dine, hold: holdAfter(dine, found, limits) } : dine
  })
}

/** Claims are not: a person has answered them. */
const isChecked = ({ charges }: DineWithMovements): boolean =>
  charges.some(({ kind }) => kind === 'clearing') && !charges.some(isClaimed)

/** A late report may hold what earned lately; never what was paid, sent, or is older than a case may become. */
const isOpenToHolds = ({ stored, hold }: DineWithMovements, now: Date): boolean =>
  hold !== null ||
  !hasEarned(stored) ||
  (stored.status === 'Awarded' && stored.createdAt.getTime() > now.getTime() - days(answerDays))

function toCheck(dine: DineWithMovements, limits: VelocityLimits): DineToCheck {
  const { dineId, facts, stored, hold, sourceTransactionId: transactionId } = dine
  const time = dinedAt(dine)
  const instant = instantOf(facts.timezone ?? 'UTC', time).getTime()
  return {
    dineId,
    transactionId,
    dinedAt: time,
    clearedCents: clearedCents(dine),
    secondsSinceLink: Math.max(0, Math.floor((instant - Date.parse(facts.cardLinkedAt)) / 1_000)),
    shared: hold ? hold.hits.filter(hit => !isOfDines(hit)) : hasEarned(stored) ? [] : null,
    isReleased: hold?.state === 'released',
    limits: hold?.limits ?? limits,
  }
}

/** What was released is held again for what is new alone; a refusal stays until a person undoes it. */
function holdAfter(
  { hold }: DineWithMovements,
  hits: readonly VelocityHit[],
  limits: VelocityLimits,
): StoredHold | null {
  if (hold === null) return hits.length === 0 ? null : { state: 'open', hits, limits }
  if (hold.state === 'refused') return hold
  if (hold.state !== 'released') return { ...hold, hits }
  return hits.every(hit => isAnswered(hit, hold.hits)) ? hold : { ...hold, state: 'open', hits }
}

/** What becomes of the cases of a restaurant's dines. */
export function holdChanges({
  decided,
  merged,
}: {
  readonly decided: readonly DecidedDine[]
  /** They are part of others now. */
  readonly merged: readonly DineWithMovements[]
}): HoldChange[] {
  const gone = merged.flatMap(({ storedHold, ...dine }): HoldChange[] =>
    storedHold?.state === 'open' ? [{ ...storedHold, ...keyOf(dine), state: 'closed', units: 0 }] : [],
  )
  return [...decided.flatMap(changeOfHold), ...gone]
}

function changeOfHold({ dine, changes }: DecidedDine): HoldChange[] {
  const { hold, storedHold } = dine
  const isWaiting = changes.reasonCode === underReview
  if (hold === null || (storedHold === null && !isWaiting)) return []
  const state = isWaiting ? 'open' : hold.state === 'open' ? 'closed' : hold.state
  const isSame = state === storedHold?.state && JSON.stringify(hold.hits) === JSON.stringify(storedHold.hits)
  // What it would post is shown with the case, and may change while it waits.
  if (isSame && !(isWaiting && dine.stored.rewardUnits !== changes.rewardUnits)) return []
  return [{ ...hold, ...keyOf(dine), state, units: changes.rewardUnits }]
}

const keyOf = ({ dineId, merchantId }: Pick<DineWithMovements, 'dineId' | 'merchantId'>) => ({
  dineId,
  merchantId,
})
