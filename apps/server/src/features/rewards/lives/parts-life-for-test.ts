import type { BonusDefinition } from '@dineward/core/partner/bonus-definition.ts'
import type { BookedTable } from '@dineward/core/rewards/components/booking/booking.rules.ts'
import type { FlexOffer } from '@dineward/core/rewards/components/offer/offer.rules.ts'
import { instantAt } from '@dineward/core/rewards/oracle/oracle-times-for-test.ts'
import type { Place } from '@dineward/core/rewards/oracle/rewards-oracle-for-test.ts'
import { weekdays } from '@dineward/core/shared/local-date.ts'
import type { SeededRandom } from '@dineward/core/shared/seeded-random.ts'
import { dates } from './life-values-for-test.ts'

/* What a member's dines may earn beside their base. */

export function offerOf(
  random: SeededRandom,
  id: string,
  merchantId: string,
): FlexOffer & { merchantId: string } {
  return {
    id,
    merchantId,
    reward: random.pick([
      { kind: 'fixed', units: random.pick([100, 250]) },
      { kind: 'percent', percent: random.pick([3, 10]) },
      { kind: 'multiplier', times: random.pick([2, 3]) },
    ] as const),
    minimumSpendCents: random.pick([0, 0, 2_000]),
    startsOn: random.pick(['2026-02-01', '2026-03-01', '2026-03-05']),
    endsOn: random.pick(['2026-03-06', '2026-03-31']),
    // They are created one after the other, in any order of ids.
    createdAt: Date.parse('2026-01-05T12:00:00Z') + random.int(0, 1_000_000),
  }
}

export function bookingOf(random: SeededRandom, id: string, { id: merchantId, zone }: Place): BookedTable {
  const startsAt = instantAt(
    zone,
    `${random.pick(dates)}T${random.pick(['15:00:00', '19:00:00', '21:00:00'])}`,
  )
  return { id, merchantId, startsAt, bonusUnits: random.pick([50, 75]) }
}

export function bonusPart(random: SeededRandom, code: string, places: readonly Place[], joinedAt: Date) {
  const forNewMembers = random.chance(0.3)
  const needsRegistration = random.chance(0.7)
  const definition: BonusDefinition = {
    code,
    description: 'a bonus',
    reward: random.pick([
      { kind: 'fixed', units: random.pick([300, 500]) },
      { kind: 'multiplier', times: random.pick([2, 3]) },
    ] as const),
    budgetUnits: null,
    memberCapUnits: null,
    forNewMembers,
    from: random.chance(0.3) ? '2026-03-01' : null,
    to: random.chance(0.3) ? '2026-03-08' : null,
    needsRegistration,
    repeats: random.chance(0.5),
    dines: random.pick([1, 1, 2, 3]),
    totalSpendCents: random.pick([0, 0, 6_000]),
    minimumSpendCents: random.pick([0, 0, 2_000]),
    newRestaurants: false,
    days: random.chance(0.3) ? random.some(weekdays, 4) : [],
    merchantIds: random.chance(0.3) ? [random.pick(places).id] : [],
  }
  const registeredAt = random.pick(['2026-01-05T12:00:00Z', '2026-02-28T12:00:00Z', '2026-03-07T12:00:00Z'])
  return {
    definition,
    // Without registration it counts from the day of joining.
    enrolledAt: needsRegistration ? Date.parse(registeredAt) : joinedAt.getTime(),
    endsAt: forNewMembers ? joinedAt.getTime() + 2_160 * 3_600_000 : null,
  }
}
