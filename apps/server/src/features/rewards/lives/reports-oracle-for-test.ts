import type { Payment } from '@dineward/core/rewards/oracle/rewards-oracle-for-test.ts'
import { assignedRefunds, type RefundsOf } from './refunds-oracle-for-test.ts'
import {
  clearedCents,
  compare,
  type Kind,
  kindOf,
  networkOf,
  type Report,
  sum,
  timeOf,
} from './report-for-test.ts'

/**
 * The payments that reports tell of, by decision 015: one authorization, clearing and refund for each transaction, the
 * newest version of each; of equally new ones the one received last. Exact copies are received once. A clearing with a
 * transaction of its own and the code of an authorization at that place is a further part of it. What the other network
 * reported before does not count (decision 046).
 */
export function reportedPayments(reports: readonly Report[], life: ReportedLife): Payment[] {
  const { counted, sameAs } = countedReports(reports)
  const payments = networkPayments(counted)
  addClaims(payments, claimsThatCount(reports))
  const parts = [...payments.values()]
  const withRefunds = (refundsOf: RefundsOf, repeatedBy: ReadonlyMap<Report, Report> = new Map()) =>
    [...payments].map(([id, own]) => paymentOf(id, own, { refunds: refundsOf.get(own)!, repeatedBy, life }))
  const earnedWith = (refundsOf: RefundsOf) => {
    const earned = life.earnedOf(withRefunds(refundsOf))
    return new Set([...payments].flatMap(([id, own]) => (earned.has(id) ? [own] : [])))
  }
  const { refundsOf, repeatedBy } = assignedRefunds(parts, { counted, sameAs, earnedWith })
  return withRefunds(refundsOf, repeatedBy)
}

export interface ReportedLife {
  /** Transactions that were reported too long ago. */
  readonly expired: ReadonlySet<string>
  /** When a refund was first reported, by its id, in ms. */
  readonly refundedAt: ReadonlyMap<string, number>
  /** The transactions of the payments that earn. */
  earnedOf(payments: readonly Payment[]): ReadonlySet<string>
}

interface PaymentRefunds {
  readonly refunds: readonly Report[]
  readonly repeatedBy: ReadonlyMap<Report, Report>
  readonly life: ReportedLife
}

function paymentOf(
  transactionId: string,
  parts: readonly Report[],
  { refunds, repeatedBy, life: { expired, refundedAt } }: PaymentRefunds,
): Payment {
  const centsOf = (kind: Kind) => parts.filter(part => kindOf(part) === kind).map(({ cents }) => cents)
  const authorized = centsOf('authorization')
  const isCleared = parts.some(part => ['clearing', 'claim'].includes(kindOf(part)))
  const reportedAt = (refund: Report) =>
    Math.min(...[refund, repeatedBy.get(refund)].map(each => (each ? refundedAt.get(each.id)! : Infinity)))
  return {
    transactionId,
    placeId: parts[0]!.placeId,
    at: timeOf(parts),
    authorizedCents: authorized.length > 0 ? sum(authorized) : null,
    clearedCents: isCleared ? clearedCents(parts) : null,
    refundedCents: -sum(refunds.map(({ cents }) => cents)),
    refunds: refunds.map(each => ({ at: each.datetime, cents: -each.cents, reportedAt: reportedAt(each) })),
    isExpired: parts.some(({ id }) => expired.has(id)) || centsOf('void').length > 0,
  }
}

/** Payments are by the id of the authorization, else of the clearing. */
function networkPayments(counted: readonly Report[]): Map<string, Report[]> {
  const isAuthorized = (id: string) =>
    counted.some(report => kindOf(report) === 'authorization' && report.id === id)
  const charges = counted.filter(
    report =>
      ['authorization', 'clearing'].includes(kindOf(report)) ||
      (kindOf(report) === 'void' && isAuthorized(report.id)),
  )
  const payments = new Map<string, Report[]>()
  for (const charge of charges) {
    const authorization = charges.find(
      ({ event, authCode, placeId }) =>
        event === 'transaction.auth' && authCode === charge.authCode && placeId === charge.placeId,
    )
    const id = charge.authCode && authorization ? authorization.id : charge.id
    payments.set(id, [...(payments.get(id) ?? []), charge])
  }
  return payments
}

/** Those that no clearing has answered, at any time until now. */
function claimsThatCount(reports: readonly Report[]): Report[] {
  const answered = new Set<string>()
  const made: Report[] = []
  for (const [index, report] of reports.entries()) {
    if (kindOf(report) === 'claim' && !made.some(({ id }) => id === report.id)) made.push(report)
    if (made.length === 0) continue
    const payments = networkPayments(countedReports(reports.slice(0, index + 1)).counted)
    addClaims(
      payments,
      made.filter(({ id }) => !answered.has(id)),
    )
    for (const parts of payments.values())
      if (parts.some(part => kindOf(part) === 'clearing'))
        for (const part of parts) if (kindOf(part) === 'claim') answered.add(part.id)
  }
  return made.filter(({ id }) => !answered.has(id))
}

/**
 * Each claim goes to the nearest payment there, a day and a tip apart at most, or three days and of the same cents; one
 * claim a payment. Cleared ones come first, then those of about that day.
 */
function addClaims(payments: Map<string, Report[]>, claims: readonly Report[]): void {
  for (const claim of [...claims].sort((a, b) => compare(a.datetime, b.datetime) || compare(a.id, b.id))) {
    const near = [...payments.values()]
      .filter(parts => parts[0]!.placeId === claim.placeId && parts.every(part => kindOf(part) !== 'claim'))
      .map(parts => {
        const cleared = sum(parts.filter(part => kindOf(part) === 'clearing').map(({ cents }) => cents))
        const cents = cleared || Math.max(...parts.map(part => part.cents))
        const at = timeOf(parts)
        const daysApart = Math.abs(dayNumber(at) - dayNumber(claim.datetime))
        return { parts, cleared, cents, at, daysApart, centsApart: Math.abs(cents - claim.cents) }
      })
      .filter(({ cents, daysApart }) => {
        const [less, more] = cents < claim.cents ? [cents, claim.cents] : [claim.cents, cents]
        return daysApart <= 1 ? more <= less * 1.3 : daysApart <= 3 && more === less
      })
      .sort(
        (a, b) =>
          Number(a.daysApart > 1) - Number(b.daysApart > 1) ||
          a.centsApart - b.centsApart ||
          a.daysApart - b.daysApart ||
          compare(a.at, b.at),
      )
    const found = near.find(({ cleared }) => cleared > 0) ?? near[0]
    if (found) found.parts.push(claim)
    else payments.set(claim.id, [claim])
  }
}

/** @returns with the transactions that count in place of the other network's. */
function countedReports(reports: readonly Report[]): { counted: Report[]; sameAs: Map<string, string> } {
  const newest = new Map<string, Report>()
  const sameAs = new Map<string, string>()
  /** By movement, the transaction that repeats it. */
  const repeatedBy = new Map<string, string>()
  const copies = new Set<string>()
  for (const report of reports) {
    const copy = JSON.stringify(report)
    if (copies.has(copy)) continue
    copies.add(copy)
    const known = newest.get(movementOf(report))
    const other = known ? undefined : chargeOfOtherNetwork(report, [...newest.values()], repeatedBy)
    if (other) {
      sameAs.set(report.id, other.id)
      repeatedBy.set(movementOf(other), report.id)
    } else if (!known || report.updated >= known.updated) newest.set(movementOf(report), report)
  }
  return { counted: [...newest.values()], sameAs }
}

const movementOf = (report: Report): string => `${kindOf(report)} ${report.id}`

/**
 * The charge is at that place, five minutes and a tip apart at most; each is for one of the other network, also when
 * that is corrected.
 */
function chargeOfOtherNetwork(
  report: Report,
  counted: readonly Report[],
  repeatedBy: ReadonlyMap<string, string>,
): Report | undefined {
  const kind = kindOf(report)
  if (kind !== 'authorization' && kind !== 'clearing') return undefined
  const centsApart = (other: Report) => Math.abs(other.cents - report.cents)
  const minutesApart = (other: Report) =>
    Math.abs(Date.parse(`${other.datetime}Z`) - Date.parse(`${report.datetime}Z`)) / 60_000
  const others = counted.filter(
    other =>
      kindOf(other) === kind &&
      networkOf(other) !== networkOf(report) &&
      other.placeId === report.placeId &&
      minutesApart(other) <= 5,
  )
  const own = others.find(other => repeatedBy.get(movementOf(other)) === report.id)
  const near = others.filter(
    other =>
      !repeatedBy.has(movementOf(other)) &&
      Math.max(other.cents, report.cents) <= Math.min(other.cents, report.cents) * 1.3,
  )
  return own ?? near.sort((a, b) => centsApart(a) - centsApart(b) || minutesApart(a) - minutesApart(b))[0]
}

const dayNumber = (datetime: string): number => Date.parse(`${datetime.slice(0, 10)}T00:00:00Z`) / 86_400_000
