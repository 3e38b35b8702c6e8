import { exclusiveCampaigns, requiredTierOf } from '@dineward/core/merchants/unlock-access.rules.ts'
import type { Partner } from '@dineward/core/partner/partner.ts'
import type { ReasonCode } from '@dineward/core/rewards/reason-codes.ts'
import { daysBetween, localDateAt } from '@dineward/core/shared/local-date.ts'
import { lookUp } from '@dineward/core/shared/look-up.ts'
import { type SeededRandom, seededRandom } from '@dineward/core/shared/seeded-random.ts'
import { addDays, type Day } from './days.ts'
import type { DemoPerson } from './demo-accounts.ts'
import type { DemoMember } from './demo-members.ts'
import { type Haunts, haunts, type Place } from './demo-places.ts'

/** What a person did. What it earns is decided by the product, from what the card network reports of it. */
export interface DemoDine {
  readonly card: DemoMember['cards'][number]
  readonly place: Place
  /** It is local time, `YYYY-MM-DDTHH:mm:ss`. */
  readonly dinedAt: string
  /** It is the authorized amount. The clearing adds the tip. */
  readonly amountCents: number
  readonly tipCents: number
  readonly refundCents: number
  /** Why it is to earn nothing. */
  readonly forfeitedFor: ReasonCode | null
  readonly transactionId: string
}

interface History {
  /** Those that earn, or will, as far as a calendar year has room for them. */
  readonly dines: number
  /** It says over how many days they are spread. */
  readonly days: number
  /** So many earn in a calendar year at most, so that they make no VIP. */
  readonly mostAYear?: { readonly thisYear: number; readonly before: number }
  readonly forfeits: readonly ReasonCode[]
}

const histories: Partial<Record<DemoPerson, History>> = {
  // This one is three dines short of VIP.
  member: {
    dines: 34,
    days: 800,
    mostAYear: { thisYear: 8, before: 10 },
    forfeits: [
      'merchant_left',
      'not_participating',
      'excluded_day',
      'refunded_in_full',
      'authorization_expired',
      'monthly_visits_reached',
      'monthly_spend_reached',
      'card_not_linked_at_dine',
    ],
  },
  vip: { dines: 60, days: 420, forfeits: ['excluded_day', 'refunded_in_full', 'not_participating'] },
  optedout: {
    dines: 9,
    days: 280,
    forfeits: ['below_minimum_reward', 'not_participating', 'acclaimed_locked'],
  },
  locked: { dines: 9, days: 180, forfeits: ['authorization_expired'] },
  closed: { dines: 7, days: 230, forfeits: ['account_closed'] },
}

/** A person's dines, oldest first. */
export function demoDines(
  partner: Pick<Partner, 'slug' | 'settings'>,
  { member, cards, person }: DemoMember,
  places: readonly Place[],
  now: Date,
): DemoDine[] {
  const history = histories[person]
  if (!history) return []
  const random = seededRandom(`dines of ${member.id}`)
  const locked = (place: Place) => isLocked(partner, place, member.tierLevel)
  const known = haunts(random, places, locked)
  const today = localDateAt('America/New_York', now)
  const removed = cards.every(card => card.removedAt)
  const lastDay = removed ? addDays(today, -21) : today
  const newest = removed ? [] : newestDines.filter((_, i) => history.dines > 30 || i % 3 === 0)
  const forfeited = history.forfeits.flatMap((reason, i) =>
    forfeitedDines(random, known, reason, { lastDay, around: addDays(lastDay, -38 - i * 19), cards }),
  )
  const recent = newest.flatMap(({ daysAgo, ...dine }) =>
    earnedDine(random, known, { day: addDays(lastDay, -daysAgo), ...dine }),
  )
  // The days are the same at every partner: what happens together is loaded together.
  const older = olderDays(seededRandom(`days of ${person}`), history, {
    lastDay,
    newest: newest.length,
    counted: [...forfeited, ...recent],
  })
  const earned = older.flatMap(day => earnedDine(random, known, { day, isRefunded: random.chance(0.06) }))
  return [...forfeited, ...recent, ...earned]
    .toSorted((a, b) => a.dinedAt.localeCompare(b.dinedAt))
    .map(({ card, ...dine }, i) => {
      const linked = cards.filter(({ linkedAt }) => linkedAt.toISOString() < dine.dinedAt)
      const usual = (random.chance(0.7) ? linked.at(0) : linked.at(-1)) ?? cards[0]!
      const transactionId = `demo-${partner.slug}-${person}-${String(i + 1).padStart(3, '0')}`
      return { ...dine, card: card ?? usual, transactionId }
    })
}

function isLocked(partner: Pick<Partner, 'settings'>, { terms }: Place, tier: number): boolean {
  return (requiredTierOf(exclusiveCampaigns(partner, terms?.campaignCodes ?? [])) ?? 0) > tier
}

export type Planned = Omit<DemoDine, 'card' | 'transactionId'> & { readonly card?: DemoDine['card'] }

interface Earning {
  readonly daysAgo: number
  readonly isRefunded?: boolean
  /** The reward of a coffee completes no payout. */
  readonly isCoffee?: boolean
}

/**
 * Three that are not cleared yet, one that was neither told to the partner nor paid out, and three that the partner has not
 * confirmed.
 */
const newestDines: readonly Earning[] = [
  { daysAgo: 1 },
  { daysAgo: 2 },
  { daysAgo: 3 },
  { daysAgo: 4, isCoffee: true },
  { daysAgo: 6 },
  { daysAgo: 8 },
  { daysAgo: 11 },
  { daysAgo: 13, isRefunded: true },
]

function earnedDine(
  random: SeededRandom,
  known: Haunts,
  { day, isRefunded = false, isCoffee = false }: Omit<Earning, 'daysAgo'> & { readonly day: Day },
): Planned[] {
  const place = known.openOn(day, isCoffee ? 1 : null)
  if (!place) return []
  const bill = billAt(random, place, day)
  if (isCoffee) return [{ ...bill, amountCents: 640, tipCents: 0 }]
  return [{ ...bill, refundCents: isRefunded ? Math.round(bill.amountCents * 0.002) * 100 : 0 }]
}

/** They are spread evenly over the time before the newest, or over each calendar year. */
function olderDays(
  random: SeededRandom,
  { dines, days, mostAYear }: History,
  {
    lastDay,
    newest,
    counted,
  }: { readonly lastDay: Day; readonly newest: number; readonly counted: readonly Planned[] },
): Day[] {
  const [first, last] = [addDays(lastDay, -days), addDays(lastDay, -16)]
  if (!mostAYear) return spread(random, { first, last }, dines - newest)
  const [firstYear, thisYear] = [first, last].map(day => Number(day.slice(0, 4))) as [number, number]
  return Array.from({ length: thisYear - firstYear + 1 }, (_, i) => String(firstYear + i)).flatMap(year => {
    const most = year === lastDay.slice(0, 4) ? mostAYear.thisYear : mostAYear.before
    const known = counted.filter(dine => dine.dinedAt.startsWith(year) && countsForVip(dine, lastDay))
    const from = first > `${year}-01-01` ? first : `${year}-01-01`
    const to = last < `${year}-12-31` ? last : `${year}-12-31`
    const count = Math.min(most - known.length, Math.floor(daysBetween(from, to) / 4))
    return spread(random, { first: from, last: to }, count)
  })
}

/** A dine that is refunded counts until then. */
const countsForVip = ({ dinedAt, forfeitedFor }: Planned, lastDay: Day): boolean =>
  forfeitedFor === null
    ? dinedAt < addDays(lastDay, -3)
    : forfeitedFor === 'refunded_in_full' && !dinedAt.startsWith(lastDay.slice(0, 4))

function spread(
  random: SeededRandom,
  { first, last }: { readonly first: Day; readonly last: Day },
  count: number,
): Day[] {
  const length = daysBetween(first, last)
  return Array.from({ length: Math.max(0, count) }, (_, i) =>
    addDays(first, Math.floor(((i + random.between(0, 0.9)) * length) / count)),
  )
}

export function billAt(random: SeededRandom, place: Place, day: Day): Planned {
  const [low, high] = bills[place.priceRange] ?? bills[2]!
  const amountCents = Math.round(100 * low * (high / low) ** random.next())
  const served = place.priceRange > 1 || random.chance(0.3)
  return {
    place,
    dinedAt: `${day}T${timeFor(random, place)}`,
    amountCents,
    tipCents: served ? Math.round(amountCents * random.pick([0.15, 0.18, 0.2, 0.2, 0.22])) : 0,
    refundCents: 0,
    forfeitedFor: null,
  }
}

/** They are dollars of a bill before the tip, by price level. */
const bills: Record<number, readonly [number, number]> = {
  1: [9, 31],
  2: [24, 92],
  3: [58, 168],
  4: [128, 390],
}

function timeFor(random: SeededRandom, { mealsServed }: Place): string {
  const hours = {
    breakfast: [8, 9, 10],
    brunch: [11, 12],
    lunch: [12, 13],
    dinner: [18, 19, 19, 20, 20, 21],
    lateNight: [22],
  } satisfies Record<string, readonly number[]>
  const meal = mealsServed.includes('dinner') ? 'dinner' : random.pick(mealsServed)
  const hour = random.pick(lookUp(hours, meal) ?? [19])
  return `${String(hour).padStart(2, '0')}:${String(random.int(0, 59)).padStart(2, '0')}:00`
}

/** They come with those before them that reach a monthly limit. */
function forfeitedDines(
  random: SeededRandom,
  known: Haunts,
  reason: ReasonCode,
  when: { readonly lastDay: Day; readonly around: Day; readonly cards: DemoMember['cards'] },
): Planned[] {
  const { lastDay, around, cards } = when
  const latest = cards.at(-1)!
  const days: Partial<Record<ReasonCode, Day>> = {
    account_closed: addDays(lastDay, 10),
    card_not_linked_at_dine: addDays(localDateAt('America/New_York', latest.linkedAt), -1),
    monthly_spend_reached: `${around.slice(0, 7)}-26`,
    monthly_visits_reached: `${around.slice(0, 7)}-26`,
  }
  const found = known.forReason(reason, days[reason] ?? around)
  if (!found) return []
  const { place, day } = found
  const bill = billAt(random, place, day)
  const { maxSpendPerMonthCents, maxVisitsPerMonth } = place.terms ?? {}
  const earlier = known.earlierThatMonth(place, day)
  const changes: Partial<Record<ReasonCode, Partial<Planned>>> = {
    below_minimum_reward: { amountCents: 20, tipCents: 0 },
    refunded_in_full: { refundCents: bill.amountCents + bill.tipCents },
    card_not_linked_at_dine: { card: latest },
  }
  const before: Partial<Record<ReasonCode, () => Planned[]>> = {
    monthly_visits_reached: () => earlier.slice(0, maxVisitsPerMonth!).map(on => billAt(random, place, on)),
    monthly_spend_reached: () =>
      earlier.slice(0, 1).map(on => ({ ...billAt(random, place, on), amountCents: maxSpendPerMonthCents! })),
  }
  return [...(before[reason]?.() ?? []), { ...bill, forfeitedFor: reason, ...changes[reason] }]
}
