import { days } from '@dineward/core/shared/clock.ts'
import { localDateAt } from '@dineward/core/shared/local-date.ts'
import { type SeededRandom, seededRandom } from '@dineward/core/shared/seeded-random.ts'
import { addDays, type Day, dayName } from '../days.ts'
import { billAt, type DemoDine, type Planned } from '../demo-dines.ts'
import type { Place } from '../demo-places.ts'
import type { CrowdMember } from './crowd-members.ts'

const newYork = 'America/New_York'
const weekday = { Sun: 0.95, Mon: 0.62, Tue: 0.74, Wed: 0.86, Thu: 1.05, Fri: 1.46, Sat: 1.56 } as const
/** Summers are quiet and Decembers are full. */
const seasons = [0.84, 0.93, 1, 1, 1.04, 0.95, 0.77, 0.74, 0.98, 1.05, 1.08, 1.38]

/** Where the crowd of a city eats, from the best known to the least. */
export type CityPlaces = ReadonlyMap<string, readonly Place[]>

/** Of those with terms that hold whenever the dines are moved by weeks: a limit goes by calendar months. */
export function popularPlaces(places: readonly Place[], today: Day): CityPlaces {
  const fame = new Map(places.map(({ id }) => [id, seededRandom(`fame ${id}`).next()]))
  const isSteady = ({ terms }: Place) =>
    !terms ||
    (terms.maxSpendPerMonthCents === null &&
      terms.maxVisitsPerMonth === null &&
      terms.leftOn === null &&
      terms.joinedOn < addDays(today, -60))
  return Map.groupBy(
    places.filter(isSteady).toSorted((a, b) => fame.get(b.id)! - fame.get(a.id)!),
    ({ city }) => city,
  )
}

/** What a member of the crowd did until `now`, oldest first. */
export function crowdDines(
  { index, member, cards, city, dinesPerMonth, quitsAt }: CrowdMember,
  places: CityPlaces,
  now: Date,
): DemoDine[] {
  const [card] = cards
  if (!card || dinesPerMonth === 0) return []
  const random = seededRandom(`crowd dines ${member.id}`)
  const haunts = Array.from({ length: 5 }, () => known(random, places.get(city)!))
  const dines: DemoDine[] = []
  const last = localDateAt(newYork, new Date(Math.min(quitsAt.getTime(), now.getTime() + days(1))))
  const first = localDateAt(newYork, card.linkedAt)
  for (let day = addDays(first, 1), age = 0; day < last; day = addDays(day, 1), age++) {
    const perDay = (dinesPerMonth / 30.4) * weekday[dayName(day)] * seasons[Number(day.slice(5, 7)) - 1]!
    if (!random.chance(perDay * Math.exp(-age / 600))) continue
    const place = placeOn(random, day, { haunts, places, city })
    if (!place) continue
    const linked = cards.filter(({ linkedAt }) => linkedAt.toISOString().slice(0, 10) < day)
    const paidWith = (random.chance(0.7) ? linked.at(-1) : linked[0]) ?? card
    // Some pay seven times in an evening: the rules have a person look at that.
    for (let left = random.chance(0.0003) ? 7 : 1; left > 0; left--)
      dines.push({
        ...mishap(random, billAt(random, place, day)),
        card: paidWith,
        transactionId: `crowd-${member.partnerId}-${index}-${dines.length + 1}`,
      })
  }
  return dines
}

/** The best known are found most. */
const known = (random: SeededRandom, places: readonly Place[]): Place =>
  places[Math.floor(places.length * random.next() ** 1.7)]!

interface Choice {
  readonly haunts: readonly Place[]
  readonly places: CityPlaces
  readonly city: string
}

/** Most go where they have been, and where it earns. */
function placeOn(random: SeededRandom, day: Day, { haunts, places, city }: Choice): Place | null {
  const isAway = random.chance(0.06)
  const where = places.get(isAway ? random.pick([...places.keys()]) : city)!
  for (let attempt = 0; attempt < 6; attempt++) {
    const place = !isAway && random.chance(0.55) ? random.pick(haunts) : known(random, where)
    if (!place.openDays.includes(dayName(day))) continue
    const earns = place.terms?.benefitDays.includes(dayName(day)) && place.terms.joinedOn <= day
    if (earns || random.chance(0.12)) return place
  }
  return null
}

/** A few are refunded in part or whole, a few authorizations never clear, and a few bills are for a whole party. */
function mishap(random: SeededRandom, bill: Planned): Planned {
  const { amountCents, tipCents } = bill
  const drawn = random.next()
  if (drawn > 0.9985) return { ...bill, amountCents: random.int(1_700, 5_200) * 100 }
  if (drawn < 0.012) return { ...bill, forfeitedFor: 'authorization_expired' }
  if (drawn < 0.022) return { ...bill, refundCents: amountCents + tipCents }
  return drawn < 0.045 ? { ...bill, refundCents: Math.round(amountCents * 0.003) * 100 } : bill
}
