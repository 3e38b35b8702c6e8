import type { MemberFacts, Place } from '@dineward/core/rewards/oracle/rewards-oracle-for-test.ts'
import { weekdays } from '@dineward/core/shared/local-date.ts'
import { type SeededRandom, seededRandom } from '@dineward/core/shared/seeded-random.ts'
import { kardVisit, visitOfBoth } from './kard-life-for-test.ts'
import { amountOf, dates, list, nextDay } from './life-values-for-test.ts'
import type { ProviderMood } from './money-oracle-for-test.ts'
import { bonusPart, bookingOf, offerOf } from './parts-life-for-test.ts'
import type { Report } from './report-for-test.ts'
import { shiftDates } from './shifted-life-for-test.ts'

/** What happens to a member: the same for the same seed, but for the ids' prefix. */
export interface MemberLife {
  readonly facts: Omit<MemberFacts, 'payments'>
  readonly joinedAt: Date
  /** Points are settled with the partner, credits are paid out. */
  readonly currency: 'Point' | 'Credit'
  readonly thresholdCents: number
  /** The round in which the member corrects a number that the partner does not know. */
  readonly correctsNumberIn: number
  readonly rounds: readonly LifeRound[]
  /** When each round is. */
  readonly times: readonly string[]
}

/** What happens in one round, in this order. */
export interface LifeRound {
  /** Reports are in the order of their arrival; claims come last. */
  readonly reports: readonly Report[]
  /** The card's link that reports name: a network may still name the one before. */
  readonly link: number
  /** The partner answers what it has, before or after the next file. */
  readonly isSent: boolean
  readonly isAnswered: boolean
  readonly answersFirst: boolean
  readonly provider: ProviderMood
}

/** Authorizations expire after 30 days: those of the first two in the third, those of the third in the fourth. */
const roundTimes = [
  '2026-03-05T18:00:00Z',
  '2026-03-10T18:00:00Z',
  '2026-04-14T18:00:00Z',
  '2026-05-25T18:00:00Z',
]

/** Lives of an even seed are in March, the others over New Year: of the first two rounds the second is in January. */
export const daysFromMarch = (seed: number): number => (seed % 2 === 0 ? 0 : -66)

export const memberLife = (seed: number, prefix: string): MemberLife =>
  shiftDates(lifeInMarch(seed, prefix), daysFromMarch(seed))

function lifeInMarch(seed: number, prefix: string): MemberLife {
  const random = seededRandom(`life ${seed}`)
  const name = (text: string) => `${prefix}-${seed}-${text}`
  const joinedAt = new Date('2025-12-04T00:00:00Z')
  const places = list(random, 1, 3, n => placeOf(random, name(`place${n}`)))
  const visits = list(random, 1, 7, n => {
    const [id, place] = [name(`t${n}`), random.pick(places)]
    if (random.chance(0.15)) return kardVisit(random, id, place)
    const isOverNewYear = daysFromMarch(seed) !== 0
    return random.chance(0.15)
      ? visitOfBoth(random, id, { place, isOverNewYear })
      : visitReports(random, id, place.id)
  })
  const links = random.pick([[always], [always], [untilRemoved], [untilRemoved, again]])
  const life = {
    facts: {
      rate: random.pick(rates),
      formerRate: random.chance(0.3)
        ? { rate: random.pick(rates), until: Date.parse('2026-03-02T19:00:00Z') }
        : null,
      vipRate: random.pick([
        { numerator: 1, denominator: 10 },
        { numerator: 1, denominator: 200 },
      ]),
      rounding: random.pick(['down', 'nearest'] as const),
      links,
      places,
      offers: list(random, 0, 4, n => offerOf(random, name(`offer${n}`), random.pick(places).id)),
      bookings: list(random, 0, 3, n => bookingOf(random, name(`booking${n}`), random.pick(places))),
      bonuses: list(random, 0, 2, n => bonusPart(random, `B-${n}`, places, joinedAt)),
      vip: { dinesRequired: random.int(2, 5), dollarsRequired: random.pick([0, 80, 150]) },
      optedOut: random.chance(0.25) ? random.pick(spans) : null,
      optedOutRate: random.pick(rates),
      closed: random.chance(0.2) ? random.pick(spans) : null,
    },
    joinedAt,
    currency: random.pick(['Point', 'Credit'] as const),
    thresholdCents: random.pick([40, 60, 150, 400]),
    correctsNumberIn: random.chance(0.3) ? random.int(1, roundTimes.length - 1) : 0,
    rounds: roundsOf(random, { visits, links: links.length, places, name }),
    times: roundTimes,
  }
  if (!mayChangeSubject(life.rounds)) return life
  return {
    ...life,
    correctsNumberIn: 0,
    rounds: life.rounds.map(round => ({ ...round, isAnswered: true, answersFirst: true })),
  }
}

/**
 * Dines of several transactions, or claimed, may be one dine later. Which of them a row of a file is of is not in the plain
 * model, so their partner refuses none and answers before the next file: nothing is held back.
 */
const mayChangeSubject = (rounds: readonly LifeRound[]): boolean =>
  rounds.some(({ reports }) => reports.some(({ event, id }) => event === 'claim' || id.includes('-part')))

const rates = [
  { numerator: 3, denominator: 100 },
  { numerator: 1, denominator: 200 },
  { numerator: 1, denominator: 30 },
]

/** A span goes from a round until another. */
const spans = [
  { from: 0, to: 1 },
  { from: 0, to: 2 },
  { from: 0, to: null },
  { from: 1, to: null },
].map(({ from, to }) => ({
  from: Date.parse(roundTimes[from]!),
  to: to === null ? null : Date.parse(roundTimes[to]!),
}))

const linkedAt = Date.parse('2025-01-02T00:00:00Z')
const always = { linkedAt, removedAt: null }
/** The card was removed before the first round, and linked again before the second. */
const untilRemoved = { linkedAt, removedAt: Date.parse('2026-03-04T12:00:00Z') }
const again = { linkedAt: Date.parse('2026-03-06T12:00:00Z'), removedAt: null }

interface Happening {
  readonly visits: readonly (readonly Report[])[]
  readonly links: number
  readonly places: readonly Place[]
  name(text: string): string
}

/** No report comes before its time. Most come in a round soon after. */
function roundsOf(random: SeededRandom, { visits, links, places, name }: Happening): LifeRound[] {
  const reports = visits.flat().flatMap(report => (random.chance(0.3) ? [report, report] : [report]))
  const arrivals = random.some(reports, reports.length).map(report => {
    const first = roundTimes.findIndex(time => time.slice(0, 10) >= report.datetime.slice(0, 10))
    const last = random.chance(0.4) ? roundTimes.length - 1 : first + 1
    return { report, round: random.int(first, Math.min(last, roundTimes.length - 1)) }
  })
  const claims = list(random, 0, random.chance(0.4) ? 2 : 0, n => {
    const visit = random.pick(visits)
    const report = claimOf(random, { id: `claim-${name(`c${n}`)}`, visit, placeId: random.pick(places).id })
    // A dine that is still to come is not claimed.
    const first = roundTimes.findIndex(time => time.slice(0, 10) >= report.datetime.slice(0, 10))
    return { report, round: Math.max(first, random.int(1, roundTimes.length - 1)) }
  })
  // Of two that may be one payment the second may be lost (decision 015).
  const [first, second] = claims
  if (second && second.report.placeId === first!.report.placeId) claims.pop()
  return roundTimes.map((_, index) => ({
    reports: [...arrivals, ...claims].filter(({ round }) => round === index).map(({ report }) => report),
    link: index > 0 ? random.int(0, links - 1) : 0,
    isSent: random.chance(0.7),
    isAnswered: random.chance(0.6),
    answersFirst: random.chance(0.6),
    provider: random.pick(['usual', 'slow', 'refuses', 'refuses', 'down', 'silent'] as const),
  }))
}

/** Of a payment, with an amount near its own, or of one that is never reported. */
function claimOf(
  random: SeededRandom,
  { id, visit, placeId }: { id: string; visit: readonly Report[]; placeId: string },
): Report {
  const charge = visit.find(({ cents }) => cents > 0)
  const isReported = charge !== undefined && random.chance(0.8)
  const cents = isReported ? Math.round(charge.cents * random.pick([1, 1, 0.8, 1.2, 2])) : amountOf(random)
  const date = isReported ? charge.datetime.slice(0, 10) : random.pick(dates)
  return {
    event: 'claim',
    id,
    placeId: isReported ? charge.placeId : placeId,
    cents: Math.max(1, cents),
    datetime: `${random.chance(0.3) ? nextDay(date) : date}T19:00:00`,
    updated: '',
    authCode: null,
    originalId: null,
  }
}

function placeOf(random: SeededRandom, id: string): Place {
  const terms = termsOf(random, random.pick(['2020-01-01', '2020-01-01', '2026-03-01']))
  return {
    id,
    zone: random.pick(['America/New_York', 'America/Phoenix'] as const),
    terms,
    former: random.chance(0.3) ? { terms: termsOf(random, '2020-01-01'), until: '2026-03-02' } : null,
  }
}

function termsOf(random: SeededRandom, joinedOn: string): Place['terms'] {
  const limit = (values: readonly number[]) => (random.chance(0.4) ? random.pick(values) : null)
  return {
    joinedOn,
    leftOn: random.chance(0.2) ? random.pick(['2026-02-28', '2026-03-07']) : null,
    benefitDays: random.chance(0.3) ? random.some(weekdays, 5) : [...weekdays],
    maxSpendPerMonthCents: limit([3_000, 5_000, 10_000]),
    maxVisitsPerMonth: limit([1, 2]),
    campaignCodes: [],
  }
}

const times = ['11:30:00', '12:00:00', '18:00:00', '20:59:59', '23:50:00']
/** One payment has an authorization, clearings and refunds, each in one or several versions. */
function visitReports(random: SeededRandom, id: string, placeId: string): Report[] {
  const date = random.pick(dates)
  const datetime = `${date}T${random.pick(times)}`
  const clearedAt = random.chance(0.3) ? `${nextDay(date)}T06:00:00` : datetime
  const isAuthorized = random.chance(0.6)
  const authCode = isAuthorized || random.chance(0.5) ? id : null
  const common = { id, placeId, datetime, authCode, originalId: null }
  const parts = isAuthorized && random.chance(0.3) ? random.int(1, 2) : 0
  const clearingIds = [
    ...Array.from({ length: parts }, (_, n) => `${id}-part${n}`),
    ...(random.chance(0.85) ? [id] : []),
  ]
  const cleared = clearingIds.flatMap(clearing =>
    versions(
      random,
      { ...common, id: clearing, event: 'transaction.clearing', datetime: clearedAt },
      amountOf,
    ),
  )
  return [
    ...(isAuthorized ? versions(random, { ...common, event: 'transaction.auth' }, amountOf) : []),
    ...cleared,
    ...list(random, 0, random.chance(0.4) ? 2 : 0, n => {
      const isNamed = random.chance(0.5)
      const named = parts > 0 && random.chance(0.4) ? `${id}-part0` : id
      const refund = {
        ...common,
        id: `${id}-r${n}`,
        event: random.pick(['transaction.refund', 'transaction.clearing'] as const),
        datetime: `${nextDay(date)}T09:00:00`,
        authCode: random.pick([null, null, authCode, `${id}-new`]),
        originalId: isNamed ? named : null,
      }
      const amount = () => (isNamed ? -2 * random.int(50, 2_500) : unnamedCents(random, cleared))
      return versions(random, refund, amount).flatMap(report =>
        // Networks report a refund as both.
        random.chance(0.5) ? [report, { ...report, event: 'transaction.refund' as const }] : [report],
      )
    }).flat(),
  ]
}

/** The same amount again would be a copy, whatever its time. */
function versions(
  random: SeededRandom,
  report: Omit<Report, 'cents' | 'updated'>,
  amount: (random: SeededRandom) => number,
): Report[] {
  const date = report.datetime.slice(0, 10)
  const later = [nextDay(date), nextDay(nextDay(date))]
  return list(random, 1, random.chance(0.3) ? 3 : 1, () => ({
    ...report,
    datetime: random.chance(0.2) ? `${random.pick(later)}T${random.pick(times)}` : report.datetime,
    cents: amount(random),
    updated: `2026-03-10T00:00:0${random.int(0, 3)}.000Z`,
  })).filter((version, n, all) => all.findIndex(({ cents }) => cents === version.cents) === n)
}

/** It is all of a clearing, or a part. Amounts are odd, because those that name no payment are no other network's. */
function unnamedCents(random: SeededRandom, cleared: readonly Report[]): number {
  const exact = cleared.filter(({ cents }) => cents % 2 === 1)
  return exact.length > 0 && random.chance(0.4) ? -random.pick(exact).cents : -2 * random.int(50, 2_500) - 1
}
