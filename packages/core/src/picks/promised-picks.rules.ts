import { earnsToday } from '../merchants/earns-today.rules.ts'
import type { PromisedBonus } from '../partner/bonus-definition.ts'
import { type BonusProgress, isWithinTerms } from '../rewards/components/bonus/bonus.rules.ts'
import type { OfferReward } from '../rewards/components/offer/offer.rules.ts'
import { days } from '../shared/clock.ts'
import { asUtc, daysBetween, type LocalDate, type LocalTime, weekdayOf } from '../shared/local-date.ts'
import type { PickReason } from './picks.contract.ts'

/** What a restaurant does for the member who dines there now. */
export interface PlaceToday {
  readonly merchantId: string
  readonly localTime: LocalTime
  readonly isVisited: boolean
  readonly terms: Parameters<typeof earnsToday>[0]
  /** The first day of other terms; null where none is known. */
  readonly termsChangeOn: LocalDate | null
  /** They are unused. */
  readonly offers: readonly RunningOffer[]
}

export interface RunningOffer {
  readonly id: string
  readonly amount: string
  readonly reward: OfferReward
  readonly minimumSpendCents: number
  readonly startsOn: LocalDate
  readonly endsOn: LocalDate
}

export interface RunningBonus {
  readonly code: string
  readonly description: string
  readonly bonusStatus: 'Enrolled' | 'Qualified'
  readonly definition: PromisedBonus
  readonly enrolledAt: number
  readonly endsAt: number | null
  readonly progress: BonusProgress | null
}

export interface MemberToday {
  readonly now: Date
  /** Their base reward is above zero, so that a multiple of it is too. */
  readonly hasBaseRate: boolean
  /** A dine that is not cleared may complete a bonus first. */
  readonly hasPendingDine: boolean
  readonly bonuses: readonly RunningBonus[]
}

/** A reason that promises a reward, where a dine today earns. A bonus comes before an offer. */
export function promisedReason(place: PlaceToday, member: MemberToday): PickReason | null {
  const date = place.localTime.slice(0, 10)
  if (earnsToday(place.terms, { date, weekday: weekdayOf(date) }).kind !== 'today') return null
  return bonusReason(place, member) ?? offerReason(place, date, member)
}

function bonusReason(place: PlaceToday, member: MemberToday): PickReason | null {
  if (member.hasPendingDine) return null
  const [first] = member.bonuses
    .filter(bonus => countsToward(bonus, place, member.now))
    .map(bonus => ({ bonus, left: leftOf(bonus) }))
    .toSorted((a, b) => a.left.dines - b.left.dines || (a.bonus.code < b.bonus.code ? -1 : 1))
  if (!first) return null
  const { bonus, left } = first
  const completes = left.dines <= 1
  const { code, description, definition } = bonus
  const minimumSpendCents = Math.max(definition.minimumSpendCents, completes ? left.spendCents : 0)
  return { kind: 'bonus', code, description, completes, minimumSpendCents }
}

/** Multipliers have no dine that completes them. */
function countsToward(bonus: RunningBonus, place: PlaceToday, now: Date): boolean {
  const { definition, bonusStatus } = bonus
  const left = leftOf(bonus)
  if (bonusStatus !== 'Enrolled' || definition.reward.kind !== 'fixed') return false
  if (definition.newRestaurants && place.isVisited) return false
  return isWithinTerms(bonus, {
    instant: now.getTime(),
    dinedAt: place.localTime,
    merchantId: place.merchantId,
    netCents: Math.max(definition.minimumSpendCents, left.spendCents),
  })
}

function leftOf({ definition, progress }: RunningBonus) {
  return {
    dines: definition.dines - (progress?.dines ?? 0),
    spendCents: Math.max(0, definition.totalSpendCents - (progress?.spentCents ?? 0)),
  }
}

/** The one that ends first: a better one that runs beside it pays more. */
function offerReason(place: PlaceToday, today: LocalDate, { hasBaseRate }: MemberToday): PickReason | null {
  const [first] = place.offers
    .filter(({ startsOn, endsOn, reward }) => {
      const pays = reward.kind !== 'multiplier' || hasBaseRate
      return pays && startsOn <= today && today <= endsOn && earnsUntil(place, today, endsOn)
    })
    .toSorted((a, b) => (a.endsOn === b.endsOn ? (a.id < b.id ? -1 : 1) : a.endsOn < b.endsOn ? -1 : 1))
  if (!first) return null
  const { id, amount, reward, minimumSpendCents, endsOn } = first
  const times = reward.kind === 'multiplier' ? reward.times : null
  const daysLeft = daysBetween(today, endsOn)
  return { kind: 'offer', id, amount, times, minimumSpendCents, endsOn, daysLeft }
}

/** "Until Sunday" is true only where the restaurant earns on each day until then, by terms that stay. */
function earnsUntil({ terms, termsChangeOn }: PlaceToday, today: LocalDate, endsOn: LocalDate): boolean {
  if (termsChangeOn !== null && termsChangeOn <= endsOn) return false
  const earningDays = terms.benefitAvailability.weekdays ?? []
  return nextWeek(today)
    .filter(date => date <= endsOn)
    .every(date => earningDays.includes(weekdayOf(date)))
}

const nextWeek = (today: LocalDate): LocalDate[] =>
  Array.from({ length: 7 }, (_, day) =>
    new Date(asUtc(today).getTime() + days(day)).toISOString().slice(0, 10),
  )
