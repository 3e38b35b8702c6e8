import { isDeepStrictEqual } from 'node:util'
import { isVip } from '@dineward/core/members/member-questions.ts'
import { partnerForTest } from '@dineward/core/partner/partner-for-test.ts'
import { BooksInMemory } from '@dineward/core/rewards/books-in-memory-for-test.ts'
import type { ExpectedBooks } from '@dineward/core/rewards/oracle/rewards-oracle-for-test.ts'
import type { ReportedTransaction } from '@dineward/core/rewards/reports/reported-transaction.ts'
import { AppError } from '@dineward/core/shared/errors.ts'
import { expect, test } from 'vitest'
import { sampleSize } from '../../../testing/sample-size.ts'
import { readReportedTransaction } from '../../card-events/event-bodies.rules.ts'
import { booksUntil } from './expected-life-for-test.ts'
import { kardBody } from './kard-life-for-test.ts'
import { fidelBody, inOrder, settingsOf } from './living-member-for-test.ts'
import { daysFromMarch, type MemberLife, memberLife } from './member-life-for-test.ts'
import { networkOf, type Report } from './report-for-test.ts'
import { shiftDates } from './shifted-life-for-test.ts'

/* The books in memory, in which the rules of rewards are tested, against the plain model. */

/** `LIVES=2000 FIRST_LIFE=1` lives others; each is named by its seed. */
const lives = Number(process.env.LIVES ?? sampleSize(150, 2_000))
const firstLife = Number(process.env.FIRST_LIFE ?? 30_001)

test(`${lives} lives from seed ${firstLife}, in memory -> the books of the plain model`, () => {
  const seeds = Array.from({ length: lives }, (_, n) => firstLife + n)
  expect(seeds.flatMap(differencesOf)).toEqual([])
})

function differencesOf(seed: number): string[] {
  const life = memberLife(seed, 'life')
  const books = beginLife(life, daysFromMarch(seed))
  const received = new Set<string>()
  for (const [round, time] of life.times.entries()) {
    books.now = new Date(time)
    changeMember(books, life, round)
    const { reports, link } = life.rounds[round]!
    const own = reports.filter(({ event }) => event !== 'claim')
    for (const report of own) receive(books, report, { received, link })
    books.processAll()
    for (const claim of reports.filter(({ event }) => event === 'claim')) {
      receive(books, claim, { received, link: books.cards.length - 1 })
      books.processAll()
    }
    books.expire()
    const [kept, expected] = [keptBooks(books, life), booksUntil(life, round, { expiredBy: round })]
    if (!isDeepStrictEqual(kept, expected))
      return [`life ${seed}, round ${round}: ${JSON.stringify(kept)}, expected ${JSON.stringify(expected)}`]
  }
  return []
}

function beginLife(life: MemberLife, days: number): BooksInMemory {
  const { facts, joinedAt } = life
  const { formerRate, places, offers, bookings, bonuses, links } = facts
  const partner = partnerForTest('lives', settingsOf(life))
  const { rewards } = partner.settings
  const before = { ...rewards, earnRates: { ...rewards.earnRates, '2': formerRate?.rate ?? facts.rate } }
  return new BooksInMemory({
    now: new Date(shiftDates('2026-02-25T18:00:00Z', days)),
    partner,
    member: {
      partnerId: 'lives',
      memberId: 'ada',
      tierLevel: 2,
      emailOptIn: true,
      joinedAt,
      closedAt: null,
      enrollmentSource: 'website',
      referrer: null,
      tiers: [],
      closures: [],
      rates: formerRate
        ? [
            { validFrom: 0, rates: before },
            { validFrom: formerRate.until, rates: rewards },
          ]
        : [],
    },
    cards: [{ id: 'card0', cardToken: 'token', linkedAt: new Date(links[0]!.linkedAt), removedAt: null }],
    places: places.map(({ zone, ...place }) => ({ ...place, timezone: zone })),
    offers,
    bookings: bookings.map(booking => ({ ...booking, status: 'pending' })),
    bonuses: bonuses
      .filter(({ definition }) => definition.needsRegistration)
      .map(({ definition, enrolledAt }) => ({
        code: definition.code,
        definition,
        enrolledAt,
        status: 'Enrolled',
        qualifiedAt: null,
      })),
  })
}

/** As `living-member-for-test.ts` does. */
function changeMember(books: BooksInMemory, { facts, times }: MemberLife, round: number): void {
  const [first, second] = facts.links
  const [card] = books.cards
  if (round === 0 && first!.removedAt !== null)
    books.cards = [{ ...card!, removedAt: new Date(first!.removedAt) }]
  if (round === 1 && second)
    books.cards = [card!, { ...card!, id: 'card1', linkedAt: new Date(second.linkedAt), removedAt: null }]
  const time = Date.parse(times[round]!)
  if (facts.optedOut?.from === time) books.setOptIn(false)
  if (facts.optedOut?.to === time) books.setOptIn(true)
  if (facts.closed?.from === time) books.close()
  if (facts.closed?.to === time) books.reopen()
}

interface Arrival {
  readonly received: Set<string>
  readonly link: number
}

/** Exact copies are received once. */
function receive(books: BooksInMemory, report: Report, { received, link }: Arrival): void {
  const { event, id, placeId, cents, updated } = report
  const copy = JSON.stringify([event, id, cents, updated])
  if (received.has(copy)) return
  received.add(copy)
  const network = networkOf(report)
  if (network === 'fidel') {
    const name = event === 'claim' ? 'transaction.clearing' : event
    const provider = event === 'claim' ? 'claim' : network
    books.receive(transactionOf(provider, name, fidelBody(report, `card${link}`)), provider)
    return
  }
  const zone = books.places.find(place => place.id === placeId)!.timezone as 'America/New_York'
  const body = kardBody(report, { zone, cardId: 'card0' })
  books.receive(transactionOf(network, 'transaction', body.toString()), network)
}

function transactionOf(provider: string, event: string, body: string): ReportedTransaction {
  const transaction = readReportedTransaction({ provider, event, body })
  if (transaction instanceof AppError) throw transaction
  return transaction
}

const keptBooks = (books: BooksInMemory, life: MemberLife): ExpectedBooks =>
  inOrder(
    {
      dines: books.dines.map(({ id, sourceTransactionId, status, rewardUnits }) => ({
        transactionId: sourceTransactionId,
        status: status as ExpectedBooks['dines'][number]['status'],
        baseUnits: rewardUnits,
        components: books.components
          .filter(({ dineId, units }) => dineId === id && units > 0)
          .map(({ kind, code, units }) => `${kind} ${code} ${units}`)
          .sort(),
      })),
      balance: books.balance(),
      isVip: isVip(books.member),
    },
    life,
  )
