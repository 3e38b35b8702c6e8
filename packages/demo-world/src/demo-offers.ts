import { offerAmountText } from '@dineward/core/offers/offer.rules.ts'
import type { Partner } from '@dineward/core/partner/partner.ts'
import { formatReward, hasFavorites, hasFlexOffers } from '@dineward/core/partner/partner-questions.ts'
import { type OfferReward, offerRewardValue } from '@dineward/core/rewards/components/offer/offer.rules.ts'
import { localDateAt } from '@dineward/core/shared/local-date.ts'
import { seededRandom } from '@dineward/core/shared/seeded-random.ts'
import type {
  Db,
  FlexOffersTable,
  MemberFavoritesTable,
  MerchantEventsTable,
  MerchantOffersTable,
} from '@dineward/server/seeding.ts'
import type { Insertable } from 'kysely'
import { addDays, type Day, type DayName, dayName } from './days.ts'
import type { DemoPerson } from './demo-accounts.ts'
import { demoId } from './demo-id.ts'
import type { DemoMember } from './demo-members.ts'
import type { DemoParticipation } from './demo-participations.ts'
import type { Place } from './demo-places.ts'
import { events, offers } from './restaurants/occasions.ts'

type DemoPartner = Pick<Partner, 'slug' | 'settings'>

export async function insertEvents(db: Db, places: readonly Place[], today: Day): Promise<void> {
  await db.insertInto('merchantEvents').values(demoEvents(places, today)).execute()
}

export async function insertOffers(
  db: Db,
  { partner, terms, members, places, now }: DemoProgram,
): Promise<void> {
  const today = localDateAt('America/New_York', now)
  const offersOn = demoOffers(terms, places, today)
  const flexOffers = members.flatMap(member => demoFlexOffers(partner, member, places, today))
  const favorites = members.flatMap(member => demoFavorites(partner, member, places, now))
  if (offersOn.length > 0) await db.insertInto('merchantOffers').values(offersOn).execute()
  if (flexOffers.length > 0) await db.insertInto('flexOffers').values(flexOffers).execute()
  const defined = demoDefinedOffers(partner, places, today)
  if (defined.offers.length > 0) await db.insertInto('offers').values(defined.offers).execute()
  const budgets = defined.offers.map(({ partnerId, id, budgetUnits }) => {
    return { partnerId, kind: 'offer' as const, code: id, limitUnits: budgetUnits }
  })
  if (budgets.length > 0) await db.insertInto('rewardBudgets').values(budgets).execute()
  if (defined.merchants.length > 0) await db.insertInto('offerMerchants').values(defined.merchants).execute()
  if (favorites.length > 0) await db.insertInto('memberFavorites').values(favorites).execute()
}

export interface DemoProgram {
  readonly partner: DemoPartner
  readonly terms: readonly DemoParticipation[]
  readonly members: readonly DemoMember[]
  readonly places: readonly Place[]
  readonly now: Date
}

/** About one restaurant in four has an offer for all members; a few have two. */
export function demoOffers(
  participations: readonly DemoParticipation[],
  places: readonly Place[],
  today: Day,
): Insertable<MerchantOffersTable>[] {
  const known = new Map(places.map(place => [place.id, place]))
  return participations.flatMap(({ partnerId, merchantId }) => {
    const place = known.get(merchantId)
    const random = seededRandom(`offers ${merchantId}`)
    if (!place || !random.chance(0.26)) return []
    const fitting = offers.filter(({ prices }) => prices.includes(place.priceRange))
    return random.some(fitting, random.chance(0.2) ? 2 : 1).map(({ title, body, days }, i) => ({
      id: demoId(`offer ${partnerId} ${merchantId} ${i}`),
      partnerId,
      merchantId,
      title,
      body,
      startsOn: addDays(today, -random.int(3, 60)),
      endsOn: days === null ? null : addDays(today, random.int(2, days)),
    }))
  })
}

export function demoEvents(places: readonly Place[], today: Day): Insertable<MerchantEventsTable>[] {
  return places.flatMap(({ id, openDays, priceRange, mealsServed }) => {
    const random = seededRandom(`events ${id}`)
    if (!mealsServed.includes('dinner') || !random.chance(0.16)) return []
    const fitting = events.filter(({ prices }) => prices.includes(priceRange))
    return random.some(fitting, random.int(1, 2)).flatMap(({ title, body, from, to }, i) => {
      const first = random.int(2 + i * 14, 14 + i * 16)
      const day = [0, 1, 2, 3, 4, 5, 6]
        .map(later => addDays(today, first + later))
        .find(date => (openDays as readonly DayName[]).includes(dayName(date)))
      if (!day) return []
      return {
        id: demoId(`event ${id} ${i}`),
        merchantId: id,
        title,
        body,
        startsAt: `${day}T${from}`,
        endsAt: `${day}T${to}`,
        url: random.chance(0.5) ? `https://${id}.example/events` : '',
      }
    })
  })
}

export function demoFlexOffers(
  partner: DemoPartner,
  { member, person }: DemoMember,
  places: readonly Place[],
  today: Day,
): Insertable<FlexOffersTable>[] {
  const count = offered[person] ?? 0
  if (!hasFlexOffers(partner) || count === 0) return []
  const random = seededRandom(`flex offers of ${member.id}`)
  return random.some(atHome(places, today), count).map(({ id }) => {
    const rewardValue = random.pick([250, 400, 500, 750, 1_000])
    return {
      id: demoId(`flex offer ${member.id} ${id}`),
      partnerId: partner.slug,
      memberId: member.id,
      merchantId: id,
      webMessageOfferAmount: formatReward(partner, rewardValue),
      rewardValue,
      startsOn: addDays(today, -random.int(1, 12)),
      endsOn: addDays(today, random.int(10, 75)),
    }
  })
}

/** Staff defined three offers: one that ended, one that runs away from home, and one that begins later. */
export function demoDefinedOffers(partner: DemoPartner, places: readonly Place[], today: Day) {
  if (!hasFlexOffers(partner)) return { offers: [], merchants: [] }
  const offer = (name: string, days: readonly [from: number, to: number], reward: OfferReward) => ({
    id: demoId(`offer ${partner.slug} ${name}`),
    partnerId: partner.slug,
    name,
    audience: 'everyone' as const,
    rewardKind: reward.kind,
    rewardValue: offerRewardValue(reward),
    webMessageOfferAmount: offerAmountText(partner, reward),
    isEverywhere: reward.kind === 'multiplier',
    minimumSpendCents: reward.kind === 'multiplier' ? 0 : 4_000,
    budgetUnits: 100_000,
    memberCapUnits: 2_000,
    startsOn: addDays(today, days[0]),
    endsOn: addDays(today, days[1]),
    createdAt: new Date(`${addDays(today, days[0] - 9)}T15:00:00Z`),
  })
  const double: OfferReward = { kind: 'multiplier', times: 2 }
  const away = offer('Dinner on the road', [-4, 24], { kind: 'fixed', units: 500 })
  const open = places.filter(
    ({ city, terms }) =>
      city !== places[0]?.city && terms && terms.joinedOn <= today && terms.leftOn === null,
  )
  return {
    offers: [offer('Opening week', [-70, -63], double), away, offer('Double weekend', [11, 13], double)],
    merchants: open
      .slice(0, 5)
      .map(({ id }) => ({ partnerId: partner.slug, offerId: away.id, merchantId: id })),
  }
}

const offered: Partial<Record<DemoPerson, number>> = { member: 18, vip: 30, optedout: 6 }

/** Favorites close to home; the last one has left the program since. */
export function demoFavorites(
  partner: DemoPartner,
  { member, person }: DemoMember,
  places: readonly Place[],
  now: Date,
): Insertable<MemberFavoritesTable>[] {
  const count = favoriteCounts[person] ?? 0
  if (!hasFavorites(partner) || count === 0) return []
  const random = seededRandom(`favorites of ${member.id}`)
  const today = localDateAt('America/New_York', now)
  const left = places.filter(({ terms }) => terms?.leftOn && terms.leftOn <= today)
  const saved = [...random.some(atHome(places, today), count), ...random.some(left, 1)]
  return saved.map(({ id }, i) => ({
    partnerId: partner.slug,
    memberId: member.id,
    merchantId: id,
    addedAt: new Date(now.getTime() - (i + 1) * 9 * 86_400_000),
  }))
}

const favoriteCounts: Partial<Record<DemoPerson, number>> = { member: 6, vip: 11 }

function atHome(places: readonly Place[], today: Day): Place[] {
  const city = places[0]?.city
  return places.filter(
    ({ terms, city: of }) =>
      of === city && terms && terms.joinedOn <= today && (terms.leftOn === null || terms.leftOn > today),
  )
}
