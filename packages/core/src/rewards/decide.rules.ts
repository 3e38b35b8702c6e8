import { isInSpans } from '../members/vip.rules.ts'
import { hasVip } from '../partner/partner-questions.ts'
import type { DecidedPlace } from './components/component-rule.ts'
import { decideComponents } from './components/decide-components.rules.ts'
import {
  addChargeToDines,
  type DineWithMovements,
  decideStoredDines,
  dinesWithMovements,
  hasEarned,
} from './dine-decisions.rules.ts'
import {
  type DecisionContext,
  type EventContext,
  memberFactsAt,
  termsForDecision,
} from './dine-facts.rules.ts'
import { dateOf, instantOf } from './dine-time.rules.ts'
import { dinedAt, isNewerVersion, isSameMovement } from './movements.rules.ts'
import type { Plan } from './plan.ts'
import {
  changedOf,
  emptyPlan,
  hasOtherRefunds,
  type PlaceOutcome,
  planOfDines,
} from './plan-of-dines.rules.ts'
import { redistributeRefunds } from './refund-redistribution.rules.ts'
import {
  isAuthorized,
  movementOf,
  movementOfOtherNetwork,
  newestVersions,
  parkingReasonOf,
  repetitionOf,
} from './reports.rules.ts'
import {
  type EventMovement,
  historySince,
  type InboxEvent,
  NotLoaded,
  type PastDine,
  type Report,
  type ReportedMovement,
  type Snapshot,
  type StoredAmount,
  termsKey,
} from './snapshot.ts'
import { type CountedDine, decideVipYear, type Grant, isRefundReason, tierPlanOf } from './vip-years.rules.ts'

/** The reason code of an event that another network reported before. */
export const otherNetwork = 'reported_by_other_network'

/** The reason code of a void whose authorization is not known. */
export const earlyVoid = 'authorization_unknown'

/** What an event changes. @throws `NotLoaded` where the snapshot lacks a part. */
export function decideReport(snapshot: Snapshot, report: Report): Plan {
  const { member } = snapshot
  const { event, known } = report
  const context = { ...snapshot, ...report }
  const parked = parkingReasonOf(context)
  if (parked) return parkEvent(context, event, parked)
  const movement = movementOf(report, context)
  const stored = known.find(amount => isSameMovement(amount, movement))
  if (stored && stored.memberId !== member.memberId) return refuseEvent(event, 'transaction_of_another_card')
  if (movement.kind === 'void' && !isAuthorized(known, movement, member.memberId))
    return keepVoid(context, event, movement)
  const repetition = stored && repetitionOf(movement, stored)
  if (repetition) return markDuplicate(context, { event, movement }, { stored, repetition })
  return decideMovement(context, report, { event, movement })
}

/** What is decided again without an event, by a change of a member's dines at a restaurant. */
export function decideDinesAgain(
  snapshot: Snapshot,
  merchantId: string | null,
  change: (dine: DineWithMovements) => DineWithMovements,
): Plan {
  const { dines, amounts } = placeOf(snapshot, merchantId)
  const changed = dinesWithMovements(dines, amounts).map(change)
  return withConsequences(snapshot, {
    merchantId,
    decided: decideStoredDines(changed),
    merged: [],
    replaced: [],
    parked: [],
    storedAmounts: amounts,
    events: [],
  })
}

/** Of no member: the card is unknown, or not this member's. The body goes as those that came before an erasure did. */
export function refuseEvent(event: InboxEvent, reasonCode: string): Plan {
  const body = reasonCode === 'member_erased' ? '{}' : event.body
  return { ...emptyPlan, events: [{ event, change: { status: 'refused', reasonCode, body } }] }
}

function parkEvent({ member, card, place }: EventContext, event: InboxEvent, reasonCode: string): Plan {
  const { partnerId } = member
  const known = { partnerId, linkedCardId: card.id, merchantId: place?.id ?? null }
  return { ...emptyPlan, events: [{ event, change: { ...known, status: 'parked', reasonCode } }] }
}

/** A payment that was only declined is no dine. The authorization, if it comes late, is decided with its void. */
function keepVoid(
  { member, card }: EventContext,
  event: InboxEvent,
  { merchantId, sourceKey }: ReportedMovement,
): Plan {
  const change = {
    status: 'processed' as const,
    reasonCode: earlyVoid,
    partnerId: member.partnerId,
    linkedCardId: card.id,
    merchantId,
    sourceKey,
  }
  return { ...emptyPlan, events: [{ event, change }] }
}

/** A newer report confirms the amount, so that a late one in between cannot change it. */
function markDuplicate(
  { member, card }: EventContext,
  { event, movement }: EventMovement,
  { stored, repetition }: { readonly stored: StoredAmount; readonly repetition: string },
): Plan {
  const { sourceKey, dineId } = stored
  const change = {
    status: 'processed' as const,
    reasonCode: repetition,
    partnerId: member.partnerId,
    linkedCardId: card.id,
    merchantId: movement.merchantId,
    sourceKey,
    dineId,
  }
  const isConfirmed = repetition === 'duplicate' && isNewerVersion(movement, stored)
  return {
    ...emptyPlan,
    partnerId: member.partnerId,
    memberId: member.memberId,
    events: [{ event, change }],
    confirmed: isConfirmed ? [{ sourceKey, reportedAt: movement.reportedAt }] : [],
  }
}

type Context = Snapshot & EventContext

/** The movement counts, beside those that wait for it. */
function decideMovement(context: Context, report: Report, current: EventMovement): Plan {
  const { movement } = current
  const merchantId = merchantOf(context, report, movement)
  const { dines: stored, amounts } = placeOf(context, merchantId)
  // Without the version that this one replaces.
  const others = amounts.filter(amount => !isSameMovement(amount, movement))
  const dines = dinesWithMovements(stored, others)
  const repeated =
    others.length < amounts.length ? undefined : movementOfOtherNetwork(movement, amounts, report.repeated)
  if (repeated) return repeatOfOtherNetwork(context, report, current, repeated)
  const { waiting, voids } = report
  const isRefund = movement.kind === 'refund'
  const charged = isRefund
    ? { dines, merged: [], replaced: [] }
    : addChargeToDines(dines, { charge: movement, voids: newestVersions(voids) }, context)
  if (charged.dines.some(dine => isOfAnother(dine, context, report)))
    return refuseEvent(current.event, 'transaction_of_another_card')
  const { dines: refunded, parked } = redistributeRefunds(
    charged.dines.map(dine => withTermsOfDay(dine, context)),
    { merged: charged.merged, waiting: newestVersions(isRefund ? [...waiting, current] : waiting) },
  )
  return withConsequences(context, {
    merchantId,
    decided: decideStoredDines(refunded),
    merged: charged.merged,
    replaced: charged.replaced,
    parked,
    storedAmounts: amounts,
    events: [...waiting, ...voids, current],
  })
}

/** The restaurant of the event, or where its transaction was charged. */
export function merchantOf(
  { member }: Pick<Snapshot, 'member'>,
  { known }: Pick<Report, 'known'>,
  movement: Pick<ReportedMovement, 'merchantId'>,
): string | null {
  const charged = known.find(({ kind, memberId }) => kind !== 'refund' && memberId === member.memberId)
  return charged ? charged.dineMerchantId : movement.merchantId
}

/** A new dine whose transaction names one of another member. */
const isOfAnother = (
  { sourceTransactionId }: DineWithMovements,
  { member }: Context,
  { known }: Report,
): boolean =>
  known.some(
    ({ transactionId, memberId }) => transactionId === sourceTransactionId && memberId !== member.memberId,
  )

/** Where its charges give the dine another day, its terms are those of that day. */
function withTermsOfDay(dine: DineWithMovements, { partner, terms }: Context): DineWithMovements {
  const { merchantId, stored, facts } = dine
  const localDate = dateOf(dinedAt(dine))
  if (merchantId === null || localDate === dateOf(stored.dinedAt)) return dine
  const place = terms.get(termsKey(merchantId, localDate))
  if (place === undefined) throw new NotLoaded({ terms: { merchantId, localDate } })
  return { ...dine, facts: { ...facts, terms: place && termsForDecision(partner, place) } }
}

/**
 * Refunds that waited for the charge are decided again, since they name what counts. When a refund was first reported
 * decides whether it takes a VIP year: this one may have waited since before.
 */
function repeatOfOtherNetwork(
  context: Context,
  report: Report,
  current: EventMovement,
  repeated: StoredAmount,
): Plan {
  const marked = markDuplicate(context, current, { stored: repeated, repetition: otherNetwork })
  const { transactionId: charge } = current.movement
  const requeued = report.waiting
    .filter(
      ({ movement: { transactionId, originalTransactionId } }) =>
        transactionId === charge || originalTransactionId === charge,
    )
    .map(({ event }) => event.id)
  const refunded =
    repeated.kind === 'refund' &&
    [...context.places].find(([, { dines }]) => dines.some(({ id }) => id === repeated.dineId))
  if (!refunded) return { ...marked, requeued }
  const first = Math.min(
    context.firstReports.get(repeated.sourceKey) ?? Number.POSITIVE_INFINITY,
    current.event.receivedAt.getTime(),
  )
  const firstReports = new Map(context.firstReports).set(repeated.sourceKey, first)
  const again = decideDinesAgain({ ...context, firstReports }, refunded[0], dine =>
    dine.dineId === repeated.dineId ? { ...dine, hasEarlierReport: true } : dine,
  )
  return { ...again, events: [...marked.events, ...again.events], requeued }
}

/** @throws `NotLoaded` */
function placeOf({ places }: Snapshot, merchantId: string | null) {
  const place = places.get(merchantId)
  if (!place) throw new NotLoaded({ merchantIds: [merchantId] })
  return place
}

/** The tiers that the decided dines lead to, the dines that these tiers change, and what all of them earn. */
function withConsequences(snapshot: Snapshot, first: PlaceOutcome): Plan {
  const { outcomes, tiers } = settleTiers(snapshot, first)
  const places = outcomes.map(
    (outcome): DecidedPlace => ({
      decided: outcome.decided,
      books: placeOf(snapshot, outcome.merchantId),
      changedIds: new Set(changedOf(outcome).map(({ dine }) => dine.dineId)),
      mergedIds: outcome.merged.map(({ dineId }) => dineId),
    }),
  )
  return planOfDines(snapshot, outcomes, {
    components: decideComponents(snapshot, places),
    tiers: tierPlanOf(snapshot, tiers),
  })
}

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
function settleTiers(snapshot: Snapshot, first: PlaceOutcome): Settled {
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
  // A day before, for local times.
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

/** In which what counts toward VIPs has changed, by local dates. */
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

/** As they are decided now, wherever they are. @throws `NotLoaded` */
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
