import type { Partner } from '@dineward/core/partner/partner.ts'
import { bookingProvider } from '@dineward/core/partner/partner-questions.ts'
import { dayAfter } from '@dineward/core/reservations/restaurant-time.rules.ts'
import { type OpeningHours, seatingTimes } from '@dineward/core/reservations/seating-times.rules.ts'
import { slotTimesOf } from '@dineward/core/reservations/tables.rules.ts'
import { days } from '@dineward/core/shared/clock.ts'
import { localDateAt, localTimeAt } from '@dineward/core/shared/local-date.ts'
import { seededRandom } from '@dineward/core/shared/seeded-random.ts'
import type {
  Db,
  ReservationsTable,
  RestaurantBooksTable,
  RestaurantTablesTable,
} from '@dineward/server/seeding.ts'
import type { Insertable } from 'kysely'
import { demoId } from './demo-id.ts'
import type { DemoMember } from './demo-members.ts'
import type { DemoParticipation } from './demo-participations.ts'
import type { DemoRestaurant } from './demo-restaurants.ts'

export interface DemoBook {
  readonly book: Insertable<RestaurantBooksTable> & {
    slotMinutes: number
    seatingMinutes: number
    lastSeatingMinutes: number
  }
  readonly tables: readonly Insertable<RestaurantTablesTable>[]
}

export function demoBook({ merchant }: Pick<DemoRestaurant, 'merchant'>): DemoBook {
  const random = seededRandom(`book ${merchant.id}`)
  const room = random.pick(rooms)
  const seats = room.map(seat => (random.chance(0.15) ? seat + 2 : seat))
  return {
    book: {
      merchantId: merchant.id,
      slotMinutes: random.pick([15, 30, 30, 30]),
      seatingMinutes: merchant.priceRange >= 3 ? 120 : 90,
      lastSeatingMinutes: merchant.priceRange >= 3 ? 90 : 60,
      minPartySize: 1,
      maxPartySize: Math.max(...seats),
      maxDaysAhead: random.pick([60, 90, 180, 365, 365]),
      leadMinutes: random.pick([15, 30, 30, 60]),
      hasWaitlist: random.chance(0.4),
    },
    tables: seats.map((seat, i) => ({ merchantId: merchant.id, tableNo: i + 1, seats: seat })),
  }
}

const rooms = [
  [2, 2, 2, 4, 4],
  [2, 2, 2, 2, 4, 4, 6],
  [2, 2, 4, 4, 4, 4, 6, 8],
  [2, 2, 2, 2, 2, 4, 4, 4, 6, 6, 10],
] as const

/** Days from today, and whether the booking was canceled. */
const visits = [
  { day: -34, partySize: 2, canceled: false },
  { day: -9, partySize: 4, canceled: true },
  { day: -3, partySize: 2, canceled: false },
  { day: 2, partySize: 2, canceled: false },
  { day: 11, partySize: 4, canceled: false },
] as const

interface History {
  readonly partner: Pick<Partner, 'slug' | 'settings'>
  readonly member: DemoMember
  readonly restaurants: readonly DemoRestaurant[]
  readonly terms: readonly DemoParticipation[]
  readonly now: Date
  /** These restaurants have a booking of the demo: no two members share one. */
  readonly chosen: Set<string>
}

export function demoReservations({ partner, member, restaurants, terms, now, chosen }: History) {
  if (member.person !== 'member' || bookingProvider(partner) !== 'book') return []
  const random = seededRandom(`reservations ${member.member.id}`)
  const bonusOf = new Map(terms.filter(isLasting).map(one => [one.merchantId, one.reservationBonus ?? null]))
  const open = restaurants.filter(
    ({ merchant }) =>
      merchant.takesBookings && merchant.state === member.member.state && bonusOf.has(merchant.id),
  )
  const places = random.some(open, open.length)
  return visits.flatMap((visit, i) => {
    const found = firstDinner(
      places.filter(({ merchant }) => !chosen.has(merchant.id)),
      visit.day,
      now,
    )
    if (!found) return []
    const { restaurant, startsAt } = found
    const { book, tables } = demoBook(restaurant)
    const table = tables.find(({ seats }) => seats >= visit.partySize)
    if (!table) return []
    chosen.add(restaurant.merchant.id)
    const bonus = bonusOf.get(restaurant.merchant.id) ?? null
    const bookedAt = new Date(Math.min(now.getTime(), startsAt.getTime()) - days(random.int(1, 6)))
    const id = demoId(`reservation ${member.member.id} ${i}`)
    return [
      {
        id,
        partnerId: partner.slug,
        memberId: member.member.id,
        merchantId: restaurant.merchant.id,
        tableNo: table.tableNo,
        startsAt,
        endsAt: new Date(startsAt.getTime() + book.seatingMinutes * 60_000),
        partySize: visit.partySize,
        status: visit.canceled ? ('canceled' as const) : ('booked' as const),
        confirmationCode: Array.from({ length: 6 }, () => random.pick([...codeLetters])).join(''),
        bonusAmount: bonus,
        bonusStatus: bonus === null ? null : visit.canceled ? ('withdrawn' as const) : ('pending' as const),
        idempotencyKey: id,
        requestHash: id,
        bookedAt,
        canceledAt: visit.canceled ? new Date(bookedAt.getTime() + 3_600_000) : null,
      } satisfies Insertable<ReservationsTable>,
    ]
  })
}

const codeLetters = 'ACDEFHJKMNPRTUVWXY34679'

const isLasting = ({ leftOn, joinedOn }: DemoParticipation) => leftOn === null && joinedOn < '2024-01-01'

function firstDinner(restaurants: readonly DemoRestaurant[], day: number, now: Date) {
  for (const restaurant of restaurants) {
    const { merchant } = restaurant
    const place = { timezone: merchant.timezone, hours: JSON.parse(merchant.hours) as OpeningHours }
    const date = dayAfter(localDateAt(merchant.timezone, now), day)
    const times = seatingTimes(place, demoBook(restaurant).book, date)
    const startsAt = times.find(time => evening(merchant.timezone, time))
    if (startsAt) return { restaurant, startsAt }
  }
  return null
}

const evening = (timezone: string, time: Date): boolean => localTimeAt(timezone, time).slice(11, 13) === '19'

export async function insertBooks(db: Db, restaurants: readonly DemoRestaurant[]): Promise<void> {
  const books = restaurants.filter(({ merchant }) => merchant.takesBookings).map(demoBook)
  await db
    .insertInto('restaurantBooks')
    .values(books.map(({ book }) => book))
    .execute()
  await db
    .insertInto('restaurantTables')
    .values(books.flatMap(({ tables }) => tables))
    .execute()
}

export async function insertReservations(
  db: Db,
  reservations: readonly ReturnType<typeof demoReservations>[number][],
): Promise<void> {
  if (reservations.length === 0) return
  await db.insertInto('reservations').values(reservations).execute()
  const quarters = reservations
    .filter(({ status }) => status === 'booked')
    .flatMap(one =>
      slotTimesOf(one).map(slotAt => ({
        partnerId: one.partnerId,
        merchantId: one.merchantId,
        tableNo: one.tableNo,
        slotAt,
        holdId: null,
        reservationId: one.id,
      })),
    )
  await db.insertInto('tableSlots').values(quarters).execute()
}
