import type { BonusDefinition } from '@dineward/core/partner/bonus-definition.ts'
import type { BookedTable } from '@dineward/core/rewards/components.rules.ts'
import type { FlexOffer } from '@dineward/core/rewards/offers.rules.ts'
import { instantAt, type MemberFacts, type Place } from '@dineward/core/rewards/rewards-oracle-for-test.ts'
import { weekdays } from '@dineward/core/shared/local-date.ts'
import { type SeededRandom, seededRandom } from '../../../../../packages/demo-world/src/seeded-random.ts'
import type { Report } from './reports-oracle-for-test.ts'

/** What happens to a member: the same for the same seed, but for the ids' prefix. */
export interface MemberLife {
  readonly facts: Omit<MemberFacts, 'payments'>
  readonly joinedAt: Date
  /** In the order of their arrival. */
  readonly received: readonly Report[]
  /** Those that arrive after authorizations have expired. */
  readonly late: readonly Report[]
}

export function memberLife(seed: number, prefix: string): MemberLife {
  const random = seededRandom(`life ${seed}`)
  const name = (text: string) => `${prefix}-${seed}-${text}`
  const joinedAt = new Date('2025-12-04T00:00:00Z')
  const places = list(random, 1, 3, n => placeOf(random, name(`place${n}`)))
  const reports = list(random, 1, 7, n => visitReports(random, name(`t${n}`), random.pick(places).id)).flat()
  const repeated = reports.flatMap(report => (random.chance(0.3) ? [report, report] : [report]))
  const arrived = random.some(repeated, repeated.length)
  const onTime = random.chance(0.4) ? random.int(0, arrived.length) : arrived.length
  return {
    facts: {
      rate: random.pick([
        { numerator: 3, denominator: 100 },
        { numerator: 1, denominator: 200 },
        { numerator: 1, denominator: 30 },
      ]),
      rounding: random.pick(['down', 'nearest'] as const),
      places,
      offers: list(random, 0, 4, n => offerOf(random, name(`offer${n}`), random.pick(places).id)),
      bookings: list(random, 0, 3, n => bookingOf(random, name(`booking${n}`), random.pick(places))),
      bonuses: list(random, 0, 2, n => bonusPart(random, `B-${n}`, places, joinedAt)),
      vip: { dinesRequired: random.int(2, 5), dollarsRequired: random.pick([0, 80, 150]) },
    },
    joinedAt,
    received: arrived.slice(0, onTime),
    late: arrived.slice(onTime),
  }
}

function list<T>(random: SeededRandom, low: number, high: number, make: (n: number) => T): T[] {
  return Array.from({ length: random.int(low, high) }, (_, n) => make(n))
}

function placeOf(random: SeededRandom, id: string): Place {
  const limit = (values: readonly number[]) => (random.chance(0.4) ? random.pick(values) : null)
  return {
    id,
    zone: random.pick(['America/New_York', 'America/Phoenix'] as const),
    terms: {
      joinedOn: random.pick(['2020-01-01', '2020-01-01', '2026-03-01']),
      leftOn: random.chance(0.2) ? '2026-03-07' : null,
      benefitDays: random.chance(0.3) ? random.some(weekdays, 5) : [...weekdays],
      maxSpendPerMonthCents: limit([3_000, 5_000, 10_000]),
      maxVisitsPerMonth: limit([1, 2]),
    },
  }
}

const dates = [
  '2026-02-26',
  '2026-02-28',
  '2026-03-01',
  '2026-03-05',
  '2026-03-07',
  '2026-03-08',
  '2026-03-09',
]
const times = ['11:30:00', '12:00:00', '18:00:00', '20:59:59', '23:50:00']
const amountOf = (random: SeededRandom) =>
  random.chance(0.1) ? random.pick([0, 33, 34]) : random.int(500, 9_000)

/** An authorization, clearings and refunds of one payment, each in one or several versions. */
function visitReports(random: SeededRandom, id: string, placeId: string): Report[] {
  const date = random.pick(dates)
  const datetime = `${date}T${random.pick(times)}`
  const clearedAt = random.chance(0.3) ? `${nextDay(date)}T06:00:00` : datetime
  // The same amount again would be a copy, whatever its time.
  const versions = (report: Omit<Report, 'cents' | 'updated'>, sign: 1 | -1 = 1) =>
    list(random, 1, random.chance(0.3) ? 3 : 1, () => ({
      ...report,
      datetime: random.chance(0.2) ? `${nextDay(date)}T${random.pick(times)}` : report.datetime,
      cents: sign * (sign < 0 ? random.int(100, 5_000) : amountOf(random)),
      updated: `2026-03-10T00:00:0${random.int(0, 3)}.000Z`,
    })).filter((version, n, all) => all.findIndex(({ cents }) => cents === version.cents) === n)
  const isAuthorized = random.chance(0.6)
  const common = { id, placeId, datetime, authCode: isAuthorized ? id : null, originalId: null }
  const parts = isAuthorized && random.chance(0.3) ? random.int(1, 2) : 0
  return [
    ...(isAuthorized ? versions({ ...common, event: 'transaction.auth' }) : []),
    ...list(random, parts, parts, n =>
      versions({ ...common, id: `${id}-part${n}`, event: 'transaction.clearing', datetime: clearedAt }),
    ).flat(),
    ...(random.chance(0.85)
      ? versions({ ...common, event: 'transaction.clearing', datetime: clearedAt })
      : []),
    ...list(random, 0, random.chance(0.4) ? 2 : 0, n =>
      versions(
        {
          ...common,
          id: `${id}-r${n}`,
          event: random.pick(['transaction.refund', 'transaction.clearing'] as const),
          datetime: `${nextDay(date)}T09:00:00`,
          authCode: null,
          originalId: parts > 0 && random.chance(0.4) ? `${id}-part0` : id,
        },
        -1,
      ).flatMap(report =>
        // Networks report a refund as both.
        random.chance(0.5) ? [report, { ...report, event: 'transaction.refund' as const }] : [report],
      ),
    ).flat(),
  ]
}

const nextDay = (date: string): string =>
  new Date(Date.parse(`${date}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10)

function offerOf(random: SeededRandom, id: string, merchantId: string): FlexOffer & { merchantId: string } {
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
  }
}

function bookingOf(random: SeededRandom, id: string, { id: merchantId, zone }: Place): BookedTable {
  const startsAt = instantAt(
    zone,
    `${random.pick(dates)}T${random.pick(['15:00:00', '19:00:00', '21:00:00'])}`,
  )
  return { id, merchantId, startsAt, bonusUnits: random.pick([50, 75]) }
}

function bonusPart(random: SeededRandom, code: string, places: readonly Place[], joinedAt: Date) {
  const forNewMembers = random.chance(0.3)
  const needsRegistration = random.chance(0.7)
  const definition: BonusDefinition = {
    code,
    description: 'a bonus',
    reward: random.pick([
      { kind: 'fixed', units: random.pick([300, 500]) },
      { kind: 'multiplier', times: random.pick([2, 3]) },
    ] as const),
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
