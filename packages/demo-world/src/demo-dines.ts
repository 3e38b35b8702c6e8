import type { DineStatus } from '@dineward/core/activity/dine-statuses.ts'
import { exclusiveCampaigns, requiredTierOf } from '@dineward/core/merchants/unlock-access.rules.ts'
import type { Partner } from '@dineward/core/partner/partner.ts'
import type { ReasonCode } from '@dineward/core/rewards/reason-codes.ts'
import { localDateAt } from '@dineward/core/shared/local-date.ts'
import { lookUp } from '@dineward/core/shared/look-up.ts'
import { type SeededRandom, seededRandom } from '@dineward/core/shared/seeded-random.ts'
import type { PastDine } from '@dineward/server/seeding.ts'
import { addDays, type Day } from './days.ts'
import type { DemoPerson } from './demo-accounts.ts'
import type { DemoMember } from './demo-members.ts'
import { type Haunts, haunts, type Place } from './demo-places.ts'

interface History {
  readonly dines: number
  /** Over how many days. */
  readonly days: number
  /** At most that many dines of the calendar year have earned; the others are of the year before. */
  readonly earnedThisYear?: number
  readonly forfeits: readonly ReasonCode[]
}

const histories: Partial<Record<DemoPerson, History>> = {
  // Three dines short of VIP.
  member: {
    dines: 34,
    days: 415,
    earnedThisYear: 8,
    forfeits: [
      'not_participating',
      'excluded_day',
      'card_not_linked_at_dine',
      'refunded_in_full',
      'authorization_expired',
      'merchant_left',
      'monthly_visits_reached',
      'monthly_spend_reached',
    ],
  },
  vip: { dines: 88, days: 420, forfeits: ['excluded_day', 'refunded_in_full', 'not_participating'] },
  optedout: {
    dines: 9,
    days: 280,
    forfeits: ['below_minimum_reward', 'not_participating', 'acclaimed_locked'],
  },
  locked: { dines: 9, days: 180, forfeits: ['authorization_expired'] },
  closed: { dines: 7, days: 230, forfeits: ['card_removed'] },
}

/** A person's past dines, oldest first, for `recordPastDines`. */
export function demoDines(
  partner: Pick<Partner, 'slug' | 'settings'>,
  demoMember: DemoMember,
  places: readonly Place[],
  now: Date,
): PastDine[] {
  const history = histories[demoMember.person]
  if (!history) return []
  const { member, cards, person } = demoMember
  const random = seededRandom(`dines of ${member.id}`)
  const locked = (place: Place) => isLocked(partner, place, member.tierLevel)
  const known = haunts(random, places, locked)
  const today = localDateAt('America/New_York', now)
  const removed = cards.every(card => card.removedAt)
  const lastDay = removed ? addDays(today, -21) : today
  const open = removed ? [] : newest.filter((_, i) => history.dines > 30 || i % 3 === 0)
  const listed = [
    ...Array.from({ length: history.dines }, (_, i) =>
      earnedDine(random, known, i, { ...history, lastDay, open }),
    ),
    ...history.forfeits.map((reason, i) =>
      forfeitedDine(random, known, reason, addDays(lastDay, -15 - i * 23), lastDay),
    ),
  ]
  return listed
    .filter(dine => dine !== null)
    .sort((a, b) => a.dinedAt.localeCompare(b.dinedAt))
    .map((dine, i) => {
      const linked = cards.filter(card => card.linkedAt.toISOString() < dine.dinedAt || card === cards[0])
      const card = random.chance(0.7) ? linked[0]! : linked[linked.length - 1]!
      return {
        ...dine,
        partnerId: partner.slug,
        memberId: member.id,
        linkedCardId: card.id,
        cardLastFour: card.lastFour,
        tier: member.tierLevel,
        transactionId: `demo-${partner.slug}-${person}-${String(i + 1).padStart(3, '0')}`,
      }
    })
}

function isLocked(partner: Pick<Partner, 'settings'>, { terms }: Place, tier: number): boolean {
  return (requiredTierOf(exclusiveCampaigns(partner, terms?.campaignCodes ?? [])) ?? 0) > tier
}

type ToldDine = Pick<
  PastDine,
  'merchantId' | 'merchantName' | 'dinedAt' | 'amountCents' | 'tipCents' | 'status'
> & { readonly refundCents?: number; readonly reasonCode?: ReasonCode }

/** The newest dines by days ago; every status occurs. */
const newest: readonly { daysAgo: number; status: DineStatus; refunded?: boolean }[] = [
  { daysAgo: 1, status: 'Pending' },
  { daysAgo: 2, status: 'Pending' },
  { daysAgo: 3, status: 'Pending' },
  { daysAgo: 4, status: 'Awarded' },
  { daysAgo: 6, status: 'Deferred' },
  { daysAgo: 8, status: 'Awarded' },
  { daysAgo: 11, status: 'Deferred' },
  { daysAgo: 13, status: 'Awarded', refunded: true },
]

function earnedDine(
  random: SeededRandom,
  known: Haunts,
  i: number,
  history: History & { lastDay: Day; open: typeof newest },
): ToldDine | null {
  const { lastDay, open } = history
  const listed = open[i]
  const daysAgo = listed?.daysAgo ?? olderThanListed(history, i - open.length, random.between(0, 0.9))
  const day = addDays(lastDay, -daysAgo)
  const place = known.openOn(day)
  if (!place) return null
  const bill = billAt(random, place, day)
  const status = listed?.status ?? (random.chance(0.72) ? 'Paid' : 'Awarded')
  const refunded = listed?.refunded || (status === 'Awarded' && random.chance(0.08))
  return { ...bill, status, ...(refunded ? { refundCents: Math.round(bill.amountCents * 0.002) * 100 } : {}) }
}

/** Days ago of the older dines, spread evenly; `part` is where a dine is between its day and the next. */
function olderThanListed(
  { dines, days, earnedThisYear, lastDay, open }: History & { lastDay: Day; open: typeof newest },
  i: number,
  part: number,
): number {
  const spread = (from: number, to: number, count: number, at: number) =>
    Math.floor(from + ((at + part) * (to - from)) / Math.max(1, count))
  const count = dines - open.length
  if (earnedThisYear === undefined) return spread(16, days, count, i)
  const sinceNewYear = Math.round(
    (Date.parse(lastDay) - Date.parse(`${lastDay.slice(0, 4)}-01-01`)) / 86_400_000,
  )
  const inYear = open.filter(({ status, daysAgo }) => status !== 'Pending' && daysAgo <= sinceNewYear).length
  const more = sinceNewYear > 30 ? Math.max(0, earnedThisYear - inYear) : 0
  return i < more
    ? spread(16, sinceNewYear, more, i)
    : spread(Math.max(16, sinceNewYear + 1), days, count - more, i - more)
}

function billAt(random: SeededRandom, place: Place, day: Day) {
  const [low, high] = bills[place.priceRange] ?? bills[2]!
  const amountCents = Math.round(100 * low * (high / low) ** random.next())
  const served = place.priceRange > 1 || random.chance(0.3)
  return {
    merchantId: place.id,
    merchantName: place.name,
    dinedAt: `${day}T${timeFor(random, place)}`,
    amountCents,
    tipCents: served ? Math.round(amountCents * random.pick([0.15, 0.18, 0.2, 0.2, 0.22])) : 0,
  }
}

/** Dollars of a bill before the tip, by price level. */
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
  const hour = random.pick(lookUp(hours, random.pick(mealsServed)) ?? [19])
  return `${String(hour).padStart(2, '0')}:${String(random.int(0, 59)).padStart(2, '0')}:00`
}

function forfeitedDine(
  random: SeededRandom,
  known: Haunts,
  reasonCode: ReasonCode,
  around: Day,
  lastDay: Day,
): ToldDine | null {
  const recent = reasonCode === 'card_removed' ? addDays(lastDay, 10) : around
  const found = known.forReason(reasonCode, recent)
  if (!found) return null
  const bill = billAt(random, found.place, found.day)
  const amounts: Partial<Record<ReasonCode, object>> = {
    below_minimum_reward: { amountCents: 20, tipCents: 0 },
    refunded_in_full: { refundCents: bill.amountCents + bill.tipCents },
  }
  return { ...bill, status: 'Forfeit', reasonCode, ...amounts[reasonCode] }
}
