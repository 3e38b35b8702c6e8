import { isInSpans } from '../../members/vip.rules.ts'
import { hasVip } from '../../partner/partner-questions.ts'
import {
  type DineWithMovements,
  decideStoredDines,
  dinesWithMovements,
  hasEarned,
} from '../dines/dine-decisions.rules.ts'
import { type DecisionContext, memberFactsAt } from '../dines/dine-facts.rules.ts'
import { instantOf } from '../dines/dine-time.rules.ts'
import { redistributeRefunds } from '../movements/refund-redistribution.rules.ts'
import { changedOf, hasOtherRefunds, type PlaceOutcome } from '../plan-of-dines.rules.ts'
import { historySince, NotLoaded, type PastDine, placeOf, type Snapshot } from '../snapshot.ts'
import { type CountedDine, decideVipYear, type Grant, isRefundReason } from './vip-years.rules.ts'

/* The tiers that dines lead to, and the dines that tiers change, until neither changes the other. */

interface Settled {
  readonly outcomes: readonly PlaceOutcome[]
  readonly tiers: readonly Grant[]
}

/** A tier counts for later dines only, and refunds are assigned again once a restaurant, so few rounds suffice. */
const mostRounds = 50

/**
 * A late report may make a VIP of the past: dines at whose time the member's tier is another now are decided again.
 * Which dines have earned decides who takes a refund that names none.
 */
export function settleTiers(snapshot: Snapshot, first: PlaceOutcome): Settled {
  let settled: Settled = { outcomes: [first], tiers: snapshot.member.tiers }
  if (!hasVip(snapshot.partner)) return settled
  const assignedAgain = new Set<string | null>()
  for (let round = 0; round < mostRounds; round++) {
    const next = settleOnce(snapshot, settled, assignedAgain)
    if (!next) return settled
    settled = next
  }
  throw new Error('the tiers of a member do not settle')
}

function settleOnce(
  snapshot: Snapshot,
  { outcomes, tiers }: Settled,
  assignedAgain: Set<string | null>,
): Settled | null {
  let granted = tiers
  const spans: { before: Parameters<typeof isInSpans>[0]; after: Parameters<typeof isInSpans>[0] }[] = []
  for (const year of yearsOf(outcomes)) {
    const dines = dinesSince(snapshot, outcomes, `${year}-01-01`)
    const decided = decideVipYear(snapshot, granted, { year, dines, firstReports: snapshot.firstReports })
    if (!decided) continue
    granted = decided.tiers
    spans.push(decided)
  }
  if (spans.length === 0) return null
  const context = { ...snapshot, member: { ...snapshot.member, tiers: granted } }
  const isOfOtherTier = (instant: number) =>
    spans.some(({ before, after }) => isInSpans(before, instant) !== isInSpans(after, instant))
  const from = Math.min(...spans.flatMap(({ before, after }) => [...before, ...after].map(span => span.from)))
  // It begins a day before, for local times.
  const since = new Date(from - 86_400_000).toISOString().slice(0, 19)
  const merchantIds = new Set(
    dinesSince(snapshot, outcomes, since)
      .filter(dine => isOfOtherTier(instantOf(dine.timezone ?? 'UTC', dine.dinedAt).getTime()))
      .map(({ merchantId }) => merchantId),
  )
  const missing = [...merchantIds].filter(id => !snapshot.places.has(id))
  if (missing.length > 0) throw new NotLoaded({ merchantIds: missing })
  const again = [...merchantIds].map(merchantId => {
    const before = outcomes.find(outcome => outcome.merchantId === merchantId)
    const isFirst = !assignedAgain.has(merchantId)
    assignedAgain.add(merchantId)
    return withTiers(context, before ?? untouched(snapshot, merchantId), { isOfOtherTier, isFirst })
  })
  return {
    outcomes: [...outcomes.filter(({ merchantId }) => !merchantIds.has(merchantId)), ...again],
    tiers: granted,
  }
}

function untouched(snapshot: Snapshot, merchantId: string | null): PlaceOutcome {
  const { dines, amounts } = placeOf(snapshot, merchantId)
  const decided = decideStoredDines(dinesWithMovements(dines, amounts))
  return { merchantId, decided, merged: [], replaced: [], parked: [], events: [], storedAmounts: amounts }
}

function withTiers(
  context: DecisionContext,
  outcome: PlaceOutcome,
  { isOfOtherTier, isFirst }: { isOfOtherTier: (instant: number) => boolean; isFirst: boolean },
): PlaceOutcome {
  const dines = outcome.decided.map(({ dine, changes }) => {
    const instant = instantOf(dine.facts.timezone ?? 'UTC', changes.dinedAt).getTime()
    return isOfOtherTier(instant) ? withTierAt(dine, context, instant) : dine
  })
  const { dines: refunded, parked } = isFirst
    ? redistributeRefunds(dines, { merged: [], waiting: [] })
    : { dines, parked: [] }
  return { ...outcome, decided: decideStoredDines(refunded), parked: [...outcome.parked, ...parked] }
}

function withTierAt(dine: DineWithMovements, context: DecisionContext, instant: number): DineWithMovements {
  const { facts } = dine
  const { tier, rate, rounding } = memberFactsAt(context, instant, facts.tier)
  return tier === facts.tier ? dine : { ...dine, facts: { ...facts, tier, rate, rounding } }
}

/** @returns the years in which what counts toward VIPs has changed, by local dates. */
function yearsOf(outcomes: readonly PlaceOutcome[]): ReadonlySet<number> {
  const isCounted = (dine: Pick<PastDine, 'status' | 'reasonCode'>) =>
    hasEarned(dine) || isRefundReason(dine.reasonCode)
  const times = outcomes.flatMap(outcome => [
    ...[...changedOf(outcome), ...outcome.decided.filter(decided => hasOtherRefunds(decided, outcome))]
      .filter(({ dine, changes }) => isCounted(dine.stored) || isCounted(changes))
      .flatMap(({ dine, changes }) => [dine.stored.dinedAt, changes.dinedAt]),
    ...outcome.merged.filter(({ stored }) => isCounted(stored)).map(({ stored }) => stored.dinedAt),
  ])
  return new Set(times.map(time => Number(time.slice(0, 4))))
}

/** The dines are as they are decided now, wherever they are. @throws `NotLoaded` */
function dinesSince(
  snapshot: Snapshot,
  outcomes: readonly PlaceOutcome[],
  since: string,
): (CountedDine & { readonly merchantId: string | null })[] {
  const here = outcomes.flatMap(({ decided }) => decided.map(countedDine))
  const gone = outcomes.flatMap(({ merged }) => merged.map(({ dineId }) => dineId))
  const decidedIds = new Set([...here.map(({ id }) => id), ...gone])
  const elsewhere = historySince(snapshot, since).dines.filter(({ id }) => !decidedIds.has(id))
  return [...here, ...elsewhere].filter(dine => dine.dinedAt >= since)
}

function countedDine({ dine, changes }: PlaceOutcome['decided'][number]) {
  const { facts } = dine
  const { dinedAt: time, clearedCents, refundedCents, status, reasonCode } = changes
  return {
    id: dine.dineId,
    transactionId: dine.sourceTransactionId,
    merchantId: dine.merchantId,
    dinedAt: time,
    timezone: facts.timezone,
    clearedCents,
    refundedCents,
    status,
    reasonCode,
    facts,
    refunds: dine.refunds,
  }
}
