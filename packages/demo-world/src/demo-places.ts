import type { ReasonCode } from '@dineward/core/rewards/reason-codes.ts'
import type { SeededRandom } from '@dineward/core/shared/seeded-random.ts'
import type { MerchantHours } from '@dineward/server/seeding.ts'
import { addDays, type Day, dayName } from './days.ts'
import type { DemoParticipation } from './demo-participations.ts'
import type { DemoRestaurant } from './demo-restaurants.ts'

export interface Place {
  readonly id: string
  readonly name: string
  readonly city: string
  readonly timezone: string
  readonly priceRange: number
  readonly mealsServed: readonly string[]
  readonly openDays: readonly string[]
  readonly terms: DemoParticipation | null
}

export function placesOf(
  restaurants: readonly DemoRestaurant[],
  participations: readonly DemoParticipation[],
): Place[] {
  const terms = new Map(participations.map(participation => [participation.merchantId, participation]))
  return restaurants.map(({ merchant }) => {
    const hours = JSON.parse(merchant.hours as string) as MerchantHours
    return {
      id: merchant.id,
      name: merchant.name,
      city: merchant.city,
      timezone: merchant.timezone,
      priceRange: merchant.priceRange,
      mealsServed: merchant.mealsServed,
      openDays: Object.entries(hours)
        .filter(([, sittings]) => sittings.length > 0)
        .map(([day]) => day),
      terms: terms.get(merchant.id) ?? null,
    }
  })
}

export interface Haunts {
  /** A place that is open and earns on that day, of a price range where one is given: mostly one of a few favorites. */
  openOn(day: Day, priceRange: number | null): Place | null
  /** A place, and a day near the one asked for, where a dine is forfeited for this reason. */
  forReason(reason: ReasonCode, around: Day): { place: Place; day: Day } | null
  /** Days of the same month on which it is open and earns. */
  earlierThatMonth(place: Place, day: Day): Day[]
}

/** A person eats at a dozen favorites at home, in the rest of that city, and at others while traveling. */
export function haunts(
  random: SeededRandom,
  places: readonly Place[],
  isLocked: (place: Place) => boolean,
): Haunts {
  const [home] = places
  const near = random.some(
    places.filter(place => place.city === home?.city),
    places.length,
  )
  const cities = [...new Set(places.map(place => place.city))].filter(city => city !== home?.city)
  const favorites = near.filter(place => place.terms && isPlain(place.terms) && !isLocked(place)).slice(0, 12)
  const isOpen = (place: Place, day: Day) => place.openDays.includes(dayName(day))

  return {
    openOn(day, priceRange) {
      const away = journeyOn(day, cities)
      const circle = away
        ? places.filter(place => place.city === away)
        : priceRange === null && random.chance(0.6)
          ? favorites
          : near
      const possible = circle.filter(
        place =>
          isOpen(place, day) &&
          place.terms &&
          isPlain(place.terms) &&
          earnsOn(place.terms, day) &&
          !isLocked(place) &&
          (priceRange ?? place.priceRange) === place.priceRange,
      )
      return possible.length > 0 ? random.pick(possible) : null
    },
    forReason(reason, around) {
      for (const day of [0, -1, -2, -3, -4, -5, -6].map(shift => addDays(around, shift))) {
        const place = near.find(
          candidate =>
            isOpen(candidate, day) &&
            fits(reason, candidate, day) &&
            isLocked(candidate) === (reason === 'acclaimed_locked'),
        )
        if (place) return { place, day }
      }
      return null
    },
    earlierThatMonth(place, day) {
      const before = Array.from({ length: Number(day.slice(8)) - 1 }, (_, i) => addDays(day, -i - 1))
      return before.filter(on => isOpen(place, on) && place.terms && earnsOn(place.terms, on))
    },
  }
}

/** A journey takes five days in another city every two months; it is null at home. */
function journeyOn(day: Day, cities: readonly string[]): string | null {
  const dayCount = Math.floor(Date.parse(day) / 86_400_000)
  return dayCount % 61 < 5 ? (cities[Math.floor(dayCount / 61) % cities.length] ?? null) : null
}

const isPlain = (terms: DemoParticipation) =>
  terms.maxSpendPerMonthCents === null && terms.maxVisitsPerMonth === null

const isMemberOn = ({ joinedOn, leftOn }: DemoParticipation, day: Day) =>
  joinedOn <= day && (leftOn === null || day < leftOn)

const earnsOn = (terms: DemoParticipation, day: Day) =>
  isMemberOn(terms, day) && terms.benefitDays.includes(dayName(day))

function fits(reason: ReasonCode, { terms, priceRange }: Place, day: Day): boolean {
  if (reason === 'not_participating') return terms === null
  if (!terms) return false
  if (reason === 'merchant_left') return terms.leftOn !== null && terms.leftOn <= day
  if (!isMemberOn(terms, day)) return false
  if (reason === 'excluded_day') return !terms.benefitDays.includes(dayName(day))
  if (!terms.benefitDays.includes(dayName(day))) return false
  if (reason === 'monthly_spend_reached') return terms.maxSpendPerMonthCents !== null
  if (reason === 'monthly_visits_reached')
    return terms.maxVisitsPerMonth === 2 && terms.maxSpendPerMonthCents === null
  return isPlain(terms) && (reason !== 'below_minimum_reward' || priceRange === 1)
}
