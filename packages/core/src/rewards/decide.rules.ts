import type { DecidedPlace } from './components/component-rule.ts'
import { decideComponents } from './components/decide-components.rules.ts'
import {
  addChargeToDines,
  type DineWithMovements,
  decideStoredDines,
  dinesWithMovements,
} from './dines/dine-decisions.rules.ts'
import { type EventContext, termsForDecision } from './dines/dine-facts.rules.ts'
import { dateOf } from './dines/dine-time.rules.ts'
import { holdDines } from './holds/holds.rules.ts'
import { dinedAt, isNewerVersion, isSameMovement } from './movements/movements.rules.ts'
import { redistributeRefunds } from './movements/refund-redistribution.rules.ts'
import type { Plan } from './plan.ts'
import { changedOf, emptyPlan, type PlaceOutcome, planOfDines } from './plan-of-dines.rules.ts'
import {
  isAuthorized,
  movementOf,
  movementOfOtherNetwork,
  newestVersions,
  parkingReasonOf,
  repetitionOf,
} from './reports/reports.rules.ts'
import {
  type EventMovement,
  type InboxEvent,
  NotLoaded,
  placeOf,
  type Report,
  type ReportedMovement,
  type Snapshot,
  type StoredAmount,
  termsKey,
} from './snapshot.ts'
import { settleTiers } from './tiers/settled-tiers.rules.ts'
import { tierPlanOf } from './tiers/vip-years.rules.ts'

/** An event has this reason code when another network reported it before. */
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

/**
 * The event has no member: the card is unknown, or not this member's. The body goes as those that came before an
 * erasure did.
 */
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
  // The version that this one replaces is left out.
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
    holdDines(
      charged.dines.map(dine => withTermsOfDay(dine, context)),
      context,
    ),
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
