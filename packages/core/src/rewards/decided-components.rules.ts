import { bonusEndsAt, describeBonus, promisedBonus } from '../bonuses/member-bonus.rules.ts'
import { hasFlexOffers, newMemberBonusApplies } from '../partner/partner-questions.ts'
import { decideBonus, type EnrolledBonus } from './bonuses.rules.ts'
import {
  type Component,
  type ComponentDine,
  componentId,
  honorsBooking,
  isBonusKind,
  reservationComponents,
  type StoredComponent,
} from './components.rules.ts'
import { netCents } from './dine.rules.ts'
import { type DecidedDine, hasEarned } from './dine-decisions.rules.ts'
import { instantOf } from './dine-time.rules.ts'
import { type FlexOffer, offerComponents } from './offers.rules.ts'
import type { BonusChange, Plan, PostingTarget } from './plan.ts'
import { type History, NotLoaded, type PastDine, type PlaceBooks, type Snapshot } from './snapshot.ts'

/** Decided dines of a member at a restaurant. */
export interface DecidedPlace {
  readonly books: PlaceBooks
  readonly decided: readonly DecidedDine[]
  readonly changedIds: ReadonlySet<string>
  /** Dines that are part of others now: what they earned is taken back. */
  readonly mergedIds: readonly string[]
}

type ComponentPlan = Pick<
  Plan,
  'components' | 'removedComponentIds' | 'summedDineIds' | 'bonuses' | 'bookings' | 'postings'
>

const nothing: ComponentPlan = {
  components: [],
  removedComponentIds: [],
  summedDineIds: [],
  bonuses: [],
  bookings: [],
  postings: [],
}

/**
 * What the member's dines earn beside their base. Everything is decided again from all dines that it depends on, so the
 * order of events does not matter.
 */
export function decideComponents(snapshot: Snapshot, all: readonly DecidedPlace[]): ComponentPlan {
  const places = all.filter(({ changedIds, mergedIds }) => changedIds.size + mergedIds.length > 0)
  if (places.length === 0) return nothing
  const dines = places.flatMap(({ decided }) => decided.flatMap(componentDine))
  const honoring = new Map(
    places.map(place => [
      place,
      [...place.decided.flatMap(componentDine), ...place.decided.flatMap(honoringDine)],
    ]),
  )
  const bonuses = decideBonuses(snapshot, places, dines)
  const components = [
    ...places.flatMap(({ books, decided }) =>
      offerComponents(openOffers(snapshot, books), decided.flatMap(componentDine)),
    ),
    ...places.flatMap(place => reservationComponents(place.books.bookings, honoring.get(place)!)),
    ...bonuses.components,
  ]
  const earnedIds = new Set(
    [...[...honoring.values()].flat(), ...bonuses.otherDines]
      .filter(dine => dine.hasEarned)
      .map(({ dineId }) => dineId),
  )
  const stored = [
    ...places.flatMap(({ books }) => books.components.filter(({ kind }) => !isBonusKind(kind))),
    ...snapshot.bonusComponents.filter(({ code }) => bonuses.decidedCodes.has(code)),
  ]
  const mergedIds = new Set(places.flatMap(place => place.mergedIds))
  return {
    ...changesOf({ components, stored, earnedIds, mergedIds }),
    bonuses: bonuses.changes,
    bookings: places.flatMap(({ books }) => changedBookings(books, components, earnedIds)),
  }
}

/** Where the program has no offers any more, those that dines have: they were promised. */
function openOffers({ partner }: Snapshot, { offers, components }: PlaceBooks): readonly FlexOffer[] {
  if (hasFlexOffers(partner)) return offers
  const promised = new Set(
    components.flatMap(({ kind, code, units }) => (kind === 'offer' && units > 0 ? [code] : [])),
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

function withAmounts({ dine, changes }: DecidedDine, earned: boolean): ComponentDine {
  return {
    dineId: dine.dineId,
    transactionId: dine.sourceTransactionId,
    merchantId: dine.merchantId,
    dinedAt: changes.dinedAt,
    instant: instantOf(dine.facts.timezone ?? 'UTC', changes.dinedAt).getTime(),
    netCents: netCents(changes),
    earningCents: changes.decision.earningCents,
    baseUnits: changes.rewardUnits,
    hasEarned: earned,
  }
}

function changesOf({
  components,
  stored,
  earnedIds,
  mergedIds,
}: {
  readonly components: readonly Component[]
  /** Those that were decided again. */
  readonly stored: readonly StoredComponent[]
  readonly earnedIds: ReadonlySet<string>
  readonly mergedIds: ReadonlySet<string>
}): Pick<Plan, 'components' | 'removedComponentIds' | 'summedDineIds' | 'postings'> {
  const before = new Map(stored.map(component => [component.id, component]))
  const after = new Map(components.map(component => [componentId(component), component]))
  const rows = [...new Set([...before.keys(), ...after.keys()])].flatMap(id => {
    const [was, is] = [before.get(id), after.get(id)]
    const { dineId, kind, code } = (is ?? was)!
    const units = is?.units ?? 0
    const posted = earnedIds.has(dineId) ? units : 0
    const grantedUnits = Math.max(was?.grantedUnits ?? 0, posted)
    const isSame = was?.units === units && was.grantedUnits === grantedUnits && units === posted
    if (isSame && !mergedIds.has(dineId)) return []
    return [{ id, dineId, kind, code, units, grantedUnits, posted }]
  })
  const kept = rows.filter(
    ({ dineId, grantedUnits, units }) => !mergedIds.has(dineId) && grantedUnits + units > 0,
  )
  return {
    components: kept.map(({ posted: _, ...row }) => row),
    removedComponentIds: rows.filter(row => !kept.includes(row)).map(({ id }) => id),
    summedDineIds: [...new Set(rows.map(({ dineId }) => dineId))],
    postings: rows.map(
      ({ id, kind, posted }): PostingTarget => ({
        correlationId: id,
        part: 'component',
        units: posted,
        reasonCode: kind,
        cause: null,
        isNew: !before.has(id),
        paidBy: kind === 'corporate' ? 'partner' : 'program',
      }),
    ),
  }
}

function changedBookings(
  { bookings }: PlaceBooks,
  components: readonly Component[],
  earnedIds: ReadonlySet<string>,
): Plan['bookings'] {
  const earned = new Set(
    components.flatMap(({ kind, dineId, code }) =>
      kind === 'reservation' && earnedIds.has(dineId) ? [code] : [],
    ),
  )
  return bookings
    .filter(({ id, status }) => (status === 'earned') !== earned.has(id))
    .map(({ id }) => ({ id, status: earned.has(id) ? 'earned' : 'pending' }))
}

interface DecidedBonuses {
  readonly components: readonly Component[]
  /** Bonuses that these dines cannot change are not decided again. */
  readonly decidedCodes: ReadonlySet<string>
  /** The member's dines elsewhere that were taken into account. */
  readonly otherDines: readonly ComponentDine[]
  readonly changes: readonly BonusChange[]
}

type Candidate = Omit<EnrolledBonus, 'status'> & { readonly status: EnrolledBonus['status'] | null }

const marginMs = 36 * 3_600_000

/** The member's bonuses that the changed dines can touch. */
function decideBonuses(
  snapshot: Snapshot,
  places: readonly DecidedPlace[],
  dines: readonly ComponentDine[],
): DecidedBonuses {
  const candidates: Candidate[] = [
    ...snapshot.bonuses.filter(bonus => places.some(place => canChange(bonus, place))),
    ...automaticBonuses(snapshot, places, dines),
  ]
  if (candidates.length === 0) return { components: [], decidedCodes: new Set(), otherDines: [], changes: [] }
  const from = localText(Math.min(...candidates.map(({ enrolledAt }) => enrolledAt)) - marginMs)
  const here = new Set(
    places.flatMap(({ decided, mergedIds }) => [...decided.map(({ dine }) => dine.dineId), ...mergedIds]),
  )
  const history = historySince(snapshot, from)
  const otherDines = history.dines
    .filter(dine => dine.dinedAt >= from && hasEarned(dine) && !here.has(dine.id))
    .map(pastComponentDine)
  const allDines = [...dines, ...otherDines]
  const outcomes = candidates.map(bonus => {
    const known = bonus.definition.newRestaurants
      ? knownMerchants({ bonus, allDines, from, here }, history)
      : []
    const endsAt = bonusEndsAt(snapshot.partner, bonus.definition, snapshot.member)?.getTime() ?? null
    const { definition, enrolledAt } = bonus
    return {
      bonus,
      outcome: decideBonus({ definition, enrolledAt, endsAt, knownMerchantIds: known }, allDines),
    }
  })
  return {
    components: outcomes.flatMap(({ outcome }) => outcome.components),
    decidedCodes: new Set(candidates.map(({ code }) => code)),
    otherDines,
    changes: outcomes.flatMap(({ bonus, outcome }) => {
      const { partner } = snapshot
      // One that repeats counts from zero after a reward.
      if (bonus.status === null && outcome.progress.dines === 0 && !outcome.isQualified) return []
      const reachedBy = allDines.find(({ dineId }) => dineId === outcome.components[0]?.dineId)
      const { definition, code } = bonus
      const enrollment = {
        definition: promisedBonus(partner, definition),
        description: describeBonus(partner, definition),
      }
      return [
        {
          code,
          enrollment: bonus.status === null ? enrollment : null,
          before: bonus.status ?? 'Enrolled',
          after: outcome.isQualified ? ('Qualified' as const) : ('Enrolled' as const),
          qualifiedAt: reachedBy ? new Date(reachedBy.instant) : null,
          progress: outcome.progress,
        },
      ]
    }),
  }
}

/** Once reached, a bonus that does not repeat depends on dines up to then only: as they were, or as they are now. */
function canChange({ definition, qualifiedAt }: EnrolledBonus, place: DecidedPlace): boolean {
  if (qualifiedAt === null || definition.repeats || place.mergedIds.length > 0) return true
  return place.decided.some(({ dine: { dineId, facts, stored }, changes }) => {
    if (!place.changedIds.has(dineId)) return false
    const earlier = stored.dinedAt < changes.dinedAt ? stored.dinedAt : changes.dinedAt
    return instantOf(facts.timezone ?? 'UTC', earlier).getTime() <= qualifiedAt
  })
}

/** Without registration, and not stored yet. Whether they are open goes by the time of the dine, which clears later. */
function automaticBonuses(
  { partner, member, bonuses }: Snapshot,
  places: readonly DecidedPlace[],
  dines: readonly ComponentDine[],
): Candidate[] {
  const isChanged = (dineId: string) => places.some(({ changedIds }) => changedIds.has(dineId))
  if (!dines.some(dine => dine.hasEarned && isChanged(dine.dineId))) return []
  return partner.settings.bonuses
    .filter(
      definition =>
        !definition.needsRegistration &&
        !bonuses.some(({ code }) => code === definition.code) &&
        (!definition.forNewMembers || newMemberBonusApplies(partner, member, member.joinedAt)),
    )
    .map(definition => ({
      code: definition.code,
      status: null,
      definition,
      enrolledAt: member.joinedAt.getTime(),
      qualifiedAt: null,
    }))
}

/** @throws `NotLoaded` */
export function historySince({ history }: Pick<Snapshot, 'history'>, since: string) {
  if (!history || history.since > since) throw new NotLoaded({ since })
  return history
}

function pastComponentDine(dine: PastDine): ComponentDine {
  const { id, transactionId, merchantId, dinedAt, timezone, clearedCents, refundedCents, rewardUnits } = dine
  return {
    dineId: id,
    transactionId,
    merchantId,
    dinedAt,
    instant: instantOf(timezone ?? 'UTC', dinedAt).getTime(),
    netCents: Math.max(0, (clearedCents ?? 0) - refundedCents),
    earningCents: dine.earningCents,
    baseUnits: rewardUnits,
    hasEarned: true,
  }
}

function knownMerchants(
  {
    bonus,
    allDines,
    from,
    here,
  }: {
    readonly bonus: Candidate
    readonly allDines: readonly ComponentDine[]
    readonly from: string
    readonly here: ReadonlySet<string>
  },
  { dines, knownMerchantIds }: History,
): string[] {
  const recent = allDines.flatMap(({ merchantId, instant, hasEarned: earned }) =>
    merchantId !== null && earned && instant < bonus.enrolledAt ? [merchantId] : [],
  )
  const before = dines.flatMap(dine =>
    dine.dinedAt < from && dine.merchantId !== null && hasEarned(dine) && !here.has(dine.id)
      ? [dine.merchantId]
      : [],
  )
  return [...recent, ...before, ...knownMerchantIds]
}

const localText = (ms: number): string => new Date(ms).toISOString().slice(0, 19)
