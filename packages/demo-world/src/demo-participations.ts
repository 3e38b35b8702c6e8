import type { Partner } from '@dineward/core/partner/partner.ts'
import { type SeededRandom, seededRandom } from '@dineward/core/shared/seeded-random.ts'
import type { MerchantParticipationsTable } from '@dineward/server/seeding.ts'
import type { Insertable } from 'kysely'
import { addDays, type Day } from './days.ts'
import { type DemoRestaurant, isComingSoon, turnOf } from './demo-restaurants.ts'

export type DemoParticipation = Insertable<MerchantParticipationsTable> & {
  readonly joinedOn: Day
  readonly leftOn: Day | null
  readonly benefitDays: string[]
}

/** Each partner has its own 85 to 95 percent of restaurants and its own bonuses; dates are the same everywhere. */
export function demoParticipations(
  partner: Pick<Partner, 'slug' | 'settings'>,
  restaurants: readonly DemoRestaurant[],
  today: Day,
): DemoParticipation[] {
  const share = seededRandom(`share ${partner.slug}`).between(0.85, 0.95)
  return restaurants
    .map(({ merchant }, index) => ({ merchant, index }))
    .filter(({ merchant }) => seededRandom(`part ${partner.slug} ${merchant.id}`).chance(share))
    .map(({ merchant, index }) => {
      const random = seededRandom(`terms ${merchant.id}`)
      const terms = termsOf(random, merchant.acclaimedLevel, merchant.priceRange)
      return {
        partnerId: partner.slug,
        merchantId: merchant.id,
        ...datesOf(random, index, today),
        ...terms,
        // Every bookable restaurant has one, since the partner's pages promise it.
        reservationBonus:
          partner.settings.hasReservationBonus && merchant.openTableId
            ? partner.settings.reservations.bonusAmount
            : null,
      }
    })
}

const everyDay = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat']
const without = (...days: string[]) => everyDay.filter(day => !days.includes(day))
/** They are picked by frequency in this list: most restaurants earn every day. */
const benefitDays = [
  ...Array.from({ length: 14 }, () => everyDay),
  without('Fri', 'Sat'),
  without('Fri', 'Sat'),
  without('Sat'),
  without('Sat', 'Sun'),
  without('Thu', 'Fri', 'Sat'),
]

function termsOf(random: SeededRandom, acclaimedLevel: number, priceRange: number) {
  const campaigns = [
    ...(acclaimedLevel > 0 ? ['acclaimed'] : []),
    ...(acclaimedLevel === 2 ? ['acclaimed2'] : []),
    ...(priceRange >= 2 && random.chance(0.15) ? ['date-night'] : []),
    ...(priceRange === 1 && random.chance(0.2) ? ['quick-bites'] : []),
    ...(random.chance(0.12) ? ['neighborhood-favorites'] : []),
  ]
  return {
    benefitDays: random.pick(benefitDays),
    campaignCodes: campaigns,
    maxSpendPerMonthCents: random.chance(0.12) ? random.pick([25_000, 40_000, 50_000, 75_000]) : null,
    maxVisitsPerMonth: random.chance(0.1) ? random.pick([2, 3, 4]) : null,
  }
}

/** Of a hundred about six are new, two about to join, two about to leave, two have left; spread evenly. */
function datesOf(random: SeededRandom, index: number, today: Day): { joinedOn: Day; leftOn: Day | null } {
  const longAgo = addDays(today, -random.int(200, 2_200))
  const turn = turnOf(index)
  if (turn < 6) return { joinedOn: addDays(today, -random.int(1, 28)), leftOn: null }
  if (isComingSoon(index)) return { joinedOn: addDays(today, random.int(4, 26)), leftOn: null }
  if (turn < 10) return { joinedOn: longAgo, leftOn: addDays(today, random.int(3, 13)) }
  if (turn < 12) return { joinedOn: longAgo, leftOn: addDays(today, -random.int(20, 150)) }
  return { joinedOn: longAgo, leftOn: null }
}
