import type { Partner } from '../../partner/partner.ts'
import { partnerForTest } from '../../partner/partner-for-test.ts'
import { weekdays } from '../../shared/local-date.ts'
import { BooksInMemory } from '../books-in-memory-for-test.ts'
import type { EnrolledBonus } from '../components/bonus/bonus.rules.ts'
import { netCents } from '../dines/dine.rules.ts'
import type { DineOrder, DineTerms } from '../dines/dine-to-decide.ts'
import { transactionIdAt } from '../reports/networks.rules.ts'
import type { ReportedTransaction } from '../reports/reported-transaction.ts'
import type { MemberInTime, StoredDine } from '../snapshot.ts'

/* These tables of cases have a member of tier 2 with a card, at a restaurant in New York that gives 3 points per $1. */

export interface Given {
  readonly settings?: object
  readonly member?: Partial<MemberInTime>
  readonly card?: { readonly linkedAt?: string; readonly removedAt?: string }
  readonly terms?: Partial<DineTerms>
  readonly former?: { readonly terms: Partial<DineTerms>; readonly until: string }
  readonly offers?: BooksInMemory['offers']
  readonly bookings?: BooksInMemory['bookings']
  readonly bonuses?: readonly EnrolledBonus[]
}

/** What is reported, or what else happens. */
export type Step = ReportedTransaction | ((books: BooksInMemory) => void)

/** A case says what is given, what happens, and which dines that leads to. */
export type Case = readonly [name: string, given: Given, steps: readonly Step[], dines: readonly string[]]

const everyDay: DineTerms = {
  joinedOn: '2020-01-01',
  leftOn: null,
  benefitDays: [...weekdays],
  campaignCodes: [],
  maxSpendPerMonthCents: null,
  maxVisitsPerMonth: null,
}

export const [here, elsewhere] = ['casa', 'osteria']

/** It is March 10, 2026, 2 PM in New York. */
export function newBooks({ settings = {}, terms, former, ...given }: Given = {}): BooksInMemory {
  const { linkedAt = '2025-01-02T00:00:00Z', removedAt } = given.card ?? {}
  const place = { id: here, timezone: 'America/New_York', terms: { ...everyDay, ...terms } }
  return new BooksInMemory({
    now: new Date('2026-03-10T18:00:00Z'),
    partner: partnerWith({ currencyType: 'Point', ...settings }),
    member: {
      partnerId: 'tables',
      memberId: 'ada',
      tierLevel: 2,
      emailOptIn: true,
      closedAt: null,
      joinedAt: new Date('2025-01-01T00:00:00Z'),
      enrollmentSource: null,
      referrer: null,
      tiers: [],
      rates: [],
      closures: [],
      ...given.member,
    },
    cards: [
      {
        id: 'card',
        cardToken: 'token',
        linkedAt: new Date(linkedAt),
        removedAt: removedAt ? new Date(removedAt) : null,
      },
    ],
    places: [
      { ...place, former: former ? { ...former, terms: { ...everyDay, ...former.terms } } : null },
      { ...place, id: elsewhere },
    ],
    offers: given.offers ?? [],
    bookings: given.bookings ?? [],
    bonuses: given.bonuses ?? [],
  })
}

/** Checking one takes longer than most cases. */
function partnerWith(settings: Record<string, unknown>): Partner {
  const key = JSON.stringify(settings)
  const partner = partners.get(key) ?? partnerForTest('tables', settings)
  partners.set(key, partner)
  return partner
}
const partners = new Map<string, Partner>()

export function booksAfter(given: Given, steps: readonly Step[]): BooksInMemory {
  const books = newBooks(given)
  for (const step of steps) typeof step === 'function' ? step(books) : books.report(step)
  return books
}

/**
 * Dines come oldest first, as "Awarded 97 of 32.50 partly_refunded, offer 250": with what is posted, or an estimate
 * while they are pending.
 */
export const dinesOf = (books: BooksInMemory): string[] =>
  books.dines
    .toSorted((a, b) => (a.dinedAt + a.sourceTransactionId < b.dinedAt + b.sourceTransactionId ? -1 : 1))
    .map(dine => [lineOf(dine), ...componentsOf(books, dine)].join(', '))

function lineOf(dine: StoredDine): string {
  const { status, rewardUnits, reasonCode } = dine
  const dollars = (netCents(dine) / 100).toFixed(2)
  return `${status} ${rewardUnits} of ${dollars}${reasonCode ? ` ${reasonCode}` : ''}`
}

const componentsOf = (books: BooksInMemory, { id, status }: StoredDine): string[] =>
  books.components
    .filter(({ dineId }) => dineId === id)
    .map(({ kind, units, id: component }) => ({
      kind,
      units: status === 'Pending' ? units : books.postedFor(component),
    }))
    .filter(({ units }) => units !== 0)
    .map(({ kind, units }) => `${kind} ${units}`)
    .sort()

/** It lists the outcomes of the events of a transaction, as "parked refund_waits". */
export const outcomesOf = ({ events }: BooksInMemory, transactionId: string): string[] =>
  events
    .filter(({ transaction }) => transaction.transactionId === transactionId)
    .map(({ status, reasonCode }) => `${status} ${reasonCode ?? ''}`.trim())

interface Fields {
  readonly id?: string
  readonly cents?: number
  /** It is local time, or an instant. */
  readonly at?: string
  /** The transaction that a refund takes back. */
  readonly of?: string
  readonly code?: string | undefined
  readonly updated?: string | null
  readonly currency?: string
  readonly card?: string
  readonly place?: string | null
  readonly order?: DineOrder
}

let transactions = 0

function reported(kind: ReportedTransaction['kind'], fields: Fields): ReportedTransaction {
  const { updated = '2026-03-09T23:30:05Z', place = here } = fields
  return {
    kind,
    transactionId: fields.id ?? `t${++transactions}`,
    originalTransactionId: fields.of ?? null,
    amountCents: fields.cents ?? 4_250,
    currency: fields.currency ?? 'USD',
    datetime: fields.at ?? '2026-03-09T19:30:00',
    timezone: 'America/New_York',
    cardId: fields.card ?? 'card',
    merchantId: place,
    mid: null,
    merchantName: null,
    authCode: fields.code ?? null,
    order: fields.order ?? null,
    updatedAt: updated === null ? null : new Date(updated),
  }
}

/** It is for $42.50 on March 9. */
export const auth = (fields: Fields = {}): ReportedTransaction => reported('authorization', fields)
export const clearing = (fields: Fields = {}): ReportedTransaction => reported('clearing', fields)
export const refund = (fields: Fields = {}): ReportedTransaction =>
  reported('refund', { at: '2026-03-09T20:30:00', ...fields })

/** The same, as the second network reports it. */
export const kard = {
  auth: (fields: Fields = {}) => ofKard('authorization', { updated: authorizedAt, ...fields }),
  clearing: (fields: Fields = {}) => ofKard('clearing', { updated: '2026-03-10T08:00:00Z', ...fields }),
  voided: (fields: Fields = {}) => ofKard('void', { updated: '2026-03-10T00:30:00Z', ...fields }),
  refund: ({ at = '2026-03-10T12:00:00Z', ...fields }: Fields = {}) =>
    ofKard('refund', { at, updated: at, ...fields }),
}

const authorizedAt = '2026-03-09T23:30:00Z'

function ofKard(kind: ReportedTransaction['kind'], fields: Fields): ReportedTransaction {
  const transaction = reported(kind, { at: authorizedAt, ...fields })
  const { transactionId, originalTransactionId } = transaction
  // A return without an id of its own has that of the transaction that it takes back.
  const original = kind === 'refund' ? (originalTransactionId ?? transactionId) : null
  return {
    ...transaction,
    timezone: null,
    transactionId: transactionIdAt('kard', transactionId),
    originalTransactionId: original && transactionIdAt('kard', original),
  }
}

/** Time goes on. */
export const goTo =
  (time: string): Step =>
  books => {
    books.now = new Date(time)
  }

/** The other card is the same member's. */
export const linkOtherCard: Step = books => {
  books.cards = [...books.cards, { ...books.cards[0]!, id: 'other', cardToken: 'other' }]
}
