import { hasFlexOffers } from '@dineward/core/partner/partner-questions.ts'
import {
  type Component,
  type ComponentDine,
  componentId,
  honorsBooking,
  isBonusKind,
  reservationComponents,
} from '@dineward/core/rewards/components.rules.ts'
import { netCents } from '@dineward/core/rewards/dine.rules.ts'
import { instantOf } from '@dineward/core/rewards/dine-time.rules.ts'
import { type FlexOffer, offerComponents } from '@dineward/core/rewards/offers.rules.ts'
import type { Db } from '../../db/open-database.ts'
import { setReservationBonus } from '../reservations/reservations.service.ts'
import { decideBonuses } from './component-bonuses.service.ts'
import { type ComponentInputs, type StoredComponent, selectComponentInputs } from './components.read.ts'
import { deleteComponents, sumComponents, upsertComponents } from './components.repository.ts'
import { type DecidedDine, hasEarned } from './dine-decisions.rules.ts'
import type { DecisionContext } from './dine-facts.rules.ts'
import { postComponentDifferences } from './post-differences.service.ts'

interface Decided {
  readonly context: DecisionContext
  /** All of the member's dines at the restaurant. */
  readonly decided: readonly DecidedDine[]
  readonly changedIds: ReadonlySet<string>
  /** Dines that are about to be deleted: what they earned is taken back. */
  readonly mergedIds: readonly string[]
}

/**
 * The second stage of a decision, in its transaction: what the member's dines earn beside their base. Everything is
 * decided again from all dines that it depends on, so the order of events does not matter, and the difference is posted.
 */
export async function decideComponents(db: Db, stage: Decided): Promise<void> {
  const { context, decided, changedIds, mergedIds } = stage
  if (changedIds.size === 0 && mergedIds.length === 0) return
  const { partnerId, memberId } = context.card
  const merchantId = decided[0]?.dine.merchantId ?? null
  const dineIds = [...decided.map(({ dine }) => dine.dineId), ...mergedIds]
  const inputs = await selectComponentInputs(db, { partnerId, memberId }, { merchantId, dineIds })
  const dines = decided.flatMap(componentDine)
  const honoring = [...dines, ...decided.flatMap(honoringDine)]
  const bonuses = await decideBonuses(db, { ...stage, dines, enrolled: inputs.bonuses })
  const components = [
    ...offerComponents(openOffers(context, inputs), dines),
    ...reservationComponents(inputs.bookings, honoring),
    ...bonuses.components,
  ]
  const earnedIds = new Set(
    [...honoring, ...bonuses.otherDines].filter(dine => dine.hasEarned).map(d => d.dineId),
  )
  const stored = inputs.stored.filter(
    ({ kind, code }) => !isBonusKind(kind) || bonuses.decidedCodes.has(code),
  )
  await saveComponents(db, context, { components, stored, earnedIds, mergedIds })
  await saveBookings(db, partnerId, inputs.bookings, components, earnedIds)
}

/** Where the program has no offers any more, those that dines have: they were promised. */
function openOffers({ partner }: DecisionContext, { offers, stored }: ComponentInputs): readonly FlexOffer[] {
  if (hasFlexOffers(partner)) return offers
  const promised = new Set(
    stored.flatMap(({ kind, code, units }) => (kind === 'offer' && units > 0 ? [code] : [])),
  )
  return offers.filter(({ id }) => promised.has(id))
}

/** Empty for a dine that earns nothing. */
const componentDine = (decided: DecidedDine): ComponentDine[] =>
  decided.changes.status === 'Forfeit' ? [] : [withAmounts(decided, hasEarned(decided.changes))]

/** Cleared, with no base, it earns what was promised at booking. */
function honoringDine(decided: DecidedDine): ComponentDine[] {
  const { status, reasonCode, clearedCents } = decided.changes
  const isPaid = clearedCents !== null && netCents(decided.changes) > 0
  return status === 'Forfeit' && isPaid && honorsBooking(reasonCode) ? [withAmounts(decided, true)] : []
}

function withAmounts({ dine, changes }: DecidedDine, hasEarned: boolean): ComponentDine {
  return {
    dineId: dine.dineId,
    transactionId: dine.sourceTransactionId,
    merchantId: dine.merchantId,
    dinedAt: changes.dinedAt,
    instant: instantOf(dine.facts.timezone ?? 'UTC', changes.dinedAt).getTime(),
    netCents: netCents(changes),
    earningCents: changes.decision.earningCents,
    baseUnits: changes.rewardUnits,
    hasEarned,
  }
}

interface ComponentChanges {
  readonly components: readonly Component[]
  /** Those that were decided again. */
  readonly stored: readonly StoredComponent[]
  readonly earnedIds: ReadonlySet<string>
  readonly mergedIds: readonly string[]
}

async function saveComponents(
  db: Db,
  { card, now }: DecisionContext,
  changes: ComponentChanges,
): Promise<void> {
  const { partnerId, memberId } = card
  const { components, stored, earnedIds, mergedIds } = changes
  const before = new Map(stored.map(component => [component.id, component]))
  const after = new Map(components.map(component => [componentId(component), component]))
  const rows = [...new Set([...before.keys(), ...after.keys()])].flatMap(id => {
    const [was, is] = [before.get(id), after.get(id)]
    const { dineId, kind, code } = (is ?? was)!
    const units = is?.units ?? 0
    const posted = earnedIds.has(dineId) ? units : 0
    const grantedUnits = Math.max(was?.grantedUnits ?? 0, posted)
    const isSame = was?.units === units && was.grantedUnits === grantedUnits && units === posted
    if (isSame && !mergedIds.includes(dineId)) return []
    return [{ id, dineId, kind, code, units, grantedUnits, posted }]
  })
  if (rows.length === 0) return
  const kept = rows.filter(
    ({ dineId, grantedUnits, units }) => !mergedIds.includes(dineId) && grantedUnits + units > 0,
  )
  await upsertComponents(
    db,
    kept.map(({ posted: _, ...row }) => ({ ...row, partnerId, memberId, createdAt: now, updatedAt: now })),
  )
  await postComponentDifferences(
    db,
    { partnerId, memberId },
    rows.map(({ id, kind, posted }) => ({
      ...{ correlationId: id, units: posted, reasonCode: kind },
      paidBy: kind === 'corporate' ? ('partner' as const) : ('program' as const),
    })),
    now,
  )
  await deleteComponents(
    db,
    partnerId,
    rows.filter(row => !kept.includes(row)).map(({ id }) => id),
  )
  await sumComponents(db, partnerId, [...new Set(rows.map(({ dineId }) => dineId))])
}

async function saveBookings(
  db: Db,
  partnerId: string,
  bookings: ComponentInputs['bookings'],
  components: readonly Component[],
  earnedIds: ReadonlySet<string>,
): Promise<void> {
  const earned = new Set(
    components
      .filter(({ kind, dineId }) => kind === 'reservation' && earnedIds.has(dineId))
      .map(({ code }) => code),
  )
  const changed = bookings.filter(({ id, status }) => (status === 'earned') !== earned.has(id))
  for (const { id } of changed)
    await setReservationBonus(db, partnerId, id, earned.has(id) ? 'earned' : 'pending')
}
