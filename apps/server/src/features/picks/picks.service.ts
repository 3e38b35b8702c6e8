import { bonusEndsAt } from '@dineward/core/bonuses/member-bonus.rules.ts'
import { isOpenMember, tierOf } from '@dineward/core/members/member-questions.ts'
import { boundsAround, distanceMiles, type Place } from '@dineward/core/merchants/distance.rules.ts'
import { hasLeft } from '@dineward/core/merchants/merchant-highlight.rules.ts'
import { tierToUnlock } from '@dineward/core/merchants/unlock-access.rules.ts'
import { earnRateOf, earnsRewards, hasFlexOffers } from '@dineward/core/partner/partner-questions.ts'
import type { MemberPick, PickReason } from '@dineward/core/picks/picks.contract.ts'
import {
  bestFirst,
  canBePicked,
  choosePicks,
  likedMiles,
  likedPlaces,
  nearHomeMiles,
  type PickHistory,
  type PickPlace,
  tasteReason,
} from '@dineward/core/picks/picks.rules.ts'
import { type MemberToday, promisedReason } from '@dineward/core/picks/promised-picks.rules.ts'
import { AppError } from '@dineward/core/shared/errors.ts'
import { localDateAt, localTimeAt, type Weekday } from '@dineward/core/shared/local-date.ts'
import type { MemberContext } from '../../context.ts'
import { memberFieldsOf } from '../merchants/member-fields/member-fields.service.ts'
import { yourMonth } from '../merchants/member-fields/your-month.read.ts'
import { merchantSummary, type SummaryRow } from '../merchants/merchants.view.ts'
import { placeOfZip } from '../search/locations/locations.service.ts'
import type { SearchIndex } from '../search/search-index.service.ts'
import { type PickFactsRow, type PlaceTodayRow, selectPickFacts, selectPlacesToday } from './picks.read.ts'
import { deleteHiddenPick, insertHiddenPick } from './picks.repository.ts'

interface PicksContext extends MemberContext {
  readonly searchIndex: SearchIndex
}

interface Candidate extends PickPlace {
  readonly row: SummaryRow
}

/** So many restaurants near home and of liked cuisines are looked at, the best rated first. */
const mostNear = 60
/** Of so many it is read what they do for the member today. */
const mostPromising = 60

/**
 * At most three statements, whatever the member has done. Nothing for closed accounts.
 * @throws `unavailable` until the first snapshot of restaurants is loaded.
 */
export async function listPicks(ctx: PicksContext): Promise<MemberPick[]> {
  const { db, partner, actor: member, clock } = ctx
  if (!isOpenMember(member)) return []
  const now = clock.now()
  const facts = await selectPickFacts(db, { partnerId: partner.slug, memberId: member.id, now })
  const history: PickHistory = { visits: facts.visits, hiddenIds: new Set(facts.hiddenIds) }
  const candidates = (await findCandidates(ctx, facts)).filter(place => canBePicked(place, history))
  const promised = await promisedReasons(ctx, candidates, facts)
  const picked = choosePicks(
    candidates.flatMap(place => {
      const reason = promised.get(place.id) ?? tasteReason(place, history)
      return reason ? [{ ...place, reason }] : []
    }),
  )
  const memberFields = await memberFieldsOf(
    ctx,
    picked.map(({ id }) => id),
  )
  return picked.map(({ id, row, miles, reason }) => ({
    merchant: { ...merchantSummary(ctx, row, miles), ...memberFields.get(id) },
    reason,
  }))
}

/** @throws `merchant_not_found` where the partner has no such restaurant. */
export async function hideFromPicks(ctx: MemberContext, { merchantId }: { merchantId: string }) {
  const { db, partner, actor: member, clock } = ctx
  const key = { partnerId: partner.slug, memberId: member.id, merchantId }
  const isKnown =
    !merchantId.includes('\0') && (await insertHiddenPick(db, { ...key, hiddenAt: clock.now() }))
  if (!isKnown) throw new AppError('merchant_not_found')
  return { merchantId, hidden: true }
}

/** Succeeds for restaurants that were not hidden or do not exist. */
export async function showInPicks(ctx: MemberContext, { merchantId }: { merchantId: string }) {
  const { db, partner, actor: member } = ctx
  if (!merchantId.includes('\0'))
    await deleteHiddenPick(db, { partnerId: partner.slug, memberId: member.id, merchantId })
  return { merchantId, hidden: false }
}

/** They take part today, and the member's tier is enough. */
async function findCandidates(ctx: PicksContext, facts: PickFactsRow): Promise<Candidate[]> {
  const { partner, actor: member, clock, searchIndex } = ctx
  const now = clock.now()
  const home = await placeOfZip(member.zipCode)
  const cuisines = [...new Set(likedPlaces(facts.visits).flatMap(place => place.cuisines))]
  const named = facts.bonuses.flatMap(({ definition }) => definition.merchantIds)
  const rows = [
    ...(home ? await nearHome(ctx, home, nearHomeMiles) : []),
    ...(home && cuisines.length > 0 ? await nearHome(ctx, home, likedMiles, cuisines) : []),
    ...(await searchIndex.listed(partner.slug, [...facts.offerPlaceIds, ...named], now)),
  ]
  return [...new Map(rows.map(row => [row.id, row])).values()]
    .map(row => ({
      row,
      id: row.id,
      cuisines: row.cuisines,
      miles: home && distanceMiles(home, row),
      rating: row.rating ?? 0,
      numberOfRatings: row.numberOfRatings,
      today: localDateAt(row.timezone, now),
    }))
    .filter(
      ({ row, today, miles }) =>
        row.joinedOn <= today &&
        !hasLeft(row, today) &&
        (miles === null || miles <= likedMiles) &&
        tierToUnlock(partner, row.campaignCodes, member) === null,
    )
    .toSorted(bestFirst)
}

async function nearHome(
  { partner, clock, searchIndex }: PicksContext,
  home: Place,
  radiusMiles: number,
  cuisines?: string[],
): Promise<readonly SummaryRow[]> {
  const { page } = await searchIndex.search({
    partnerId: partner.slug,
    from: home,
    bounds: boundsAround(home, radiusMiles),
    radiusMiles,
    words: null,
    cuisines,
    bookingProvider: null,
    sortBy: 'rating',
    offset: 0,
    limit: mostNear,
    now: clock.now(),
  })
  return page
}

/** Only of restaurants that pay the member today what the reason says, by restaurant. */
async function promisedReasons(
  ctx: PicksContext,
  candidates: readonly Candidate[],
  facts: PickFactsRow,
): Promise<ReadonlyMap<string, PickReason>> {
  const { db, partner, actor: member, clock } = ctx
  const withOffer = new Set(hasFlexOffers(partner) ? facts.offerPlaceIds : [])
  const hasBonus = facts.bonuses.some(({ bonusStatus }) => bonusStatus === 'Enrolled')
  const promising = candidates
    .filter(({ id }) => withOffer.has(id) || hasBonus)
    .toSorted((a, b) => Number(withOffer.has(b.id)) - Number(withOffer.has(a.id)) || bestFirst(a, b))
    .slice(0, mostPromising)
  if (promising.length === 0 || !earnsRewards(partner)) return new Map()
  const key = { partnerId: partner.slug, memberId: member.id, now: clock.now() }
  const rows = await selectPlacesToday(
    db,
    key,
    promising.map(({ id }) => id),
  )
  const today = memberToday(ctx, facts)
  const reasons = rows.flatMap((place): [string, PickReason][] => {
    const candidate = promising.find(({ id }) => id === place.merchantId)!
    const isVisited = facts.visits.some(({ merchantId }) => merchantId === place.merchantId)
    const reason = promisedReason(placeToday(ctx, candidate.row, { place, isVisited }), today)
    return reason ? [[place.merchantId, reason]] : []
  })
  return new Map(reasons)
}

function memberToday({ partner, actor: member, clock }: MemberContext, facts: PickFactsRow): MemberToday {
  return {
    now: clock.now(),
    hasBaseRate: earnRateOf(partner, tierOf(member)).numerator > 0,
    hasPendingDine: facts.hasPendingDine,
    bonuses: facts.bonuses.map(bonus => ({
      ...bonus,
      enrolledAt: new Date(bonus.enrolledAt).getTime(),
      endsAt: bonusEndsAt(partner, bonus.definition, member)?.getTime() ?? null,
    })),
  }
}

function placeToday(
  { partner, actor: member, clock }: MemberContext,
  row: SummaryRow,
  { place, isVisited }: { readonly place: PlaceTodayRow; readonly isVisited: boolean },
): Parameters<typeof promisedReason>[0] {
  const { campaignCodes, benefitDays, joinedOn, timezone } = row
  return {
    merchantId: row.id,
    localTime: localTimeAt(timezone, clock.now()),
    isVisited,
    terms: {
      joinedOn,
      // Those that left are no candidates.
      leftOn: null,
      benefitAvailability: { campaignCodes, weekdays: benefitDays as Weekday[] },
      yourMonth: yourMonth(partner, member, place, place.month),
    },
    termsChangeOn: place.termsChangeOn,
    offers: hasFlexOffers(partner) ? place.offers : [],
  }
}
