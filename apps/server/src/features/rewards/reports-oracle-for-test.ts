import type { Payment } from '@dineward/core/rewards/rewards-oracle-for-test.ts'
import type { EventName } from './card-network-for-test.ts'

/** What a card network says of one transaction, once; or the program, of a dine that a member missed. */
export interface Report {
  readonly event: EventName | 'claim'
  readonly id: string
  readonly placeId: string
  /** Negative for what is given back. */
  readonly cents: number
  readonly datetime: string
  readonly updated: string
  readonly authCode: string | null
  /** The transaction that a refund takes back. */
  readonly originalId: string | null
}

/**
 * The payments that reports tell of, by decision 015: one authorization, clearing and refund for each transaction, the
 * newest version of each; of equally new ones the one received last. Exact copies are received once. A clearing with a
 * transaction of its own and the code of an authorization at that place is a further part of it.
 * @param expired Transactions that were reported too long ago.
 */
export function reportedPayments(reports: readonly Report[], expired: ReadonlySet<string>): Payment[] {
  const counted = countedReports(reports)
  const payments = networkPayments(counted)
  addClaims(payments, claimsThatCount(reports))
  return [...payments].map(([transactionId, parts]) => {
    const ids = new Set(parts.map(({ id }) => id))
    const centsOf = (kind: Kind) => parts.filter(part => kindOf(part) === kind).map(({ cents }) => cents)
    const [authorized, cleared, claimed] = [centsOf('authorization'), centsOf('clearing'), centsOf('claim')]
    const refunds = counted.filter(
      report => kindOf(report) === 'refund' && report.originalId !== null && ids.has(report.originalId),
    )
    const paid = cleared.length > 0 ? cleared : claimed
    const reported = parts.filter(part => kindOf(part) !== 'claim')
    return {
      transactionId,
      placeId: parts[0]!.placeId,
      at: timeOf(reported.length > 0 ? reported : parts),
      authorizedCents: authorized.length > 0 ? sum(authorized) : null,
      clearedCents: paid.length > 0 ? sum(paid) : null,
      refundedCents: -sum(refunds.map(({ cents }) => cents)),
      refunds: refunds.map(({ datetime, cents }) => ({ at: datetime, cents: -cents })),
      isExpired: parts.some(({ id }) => expired.has(id)),
    }
  })
}

/** By the id of the authorization, else of the clearing. */
function networkPayments(counted: readonly Report[]): Map<string, Report[]> {
  const charges = counted.filter(report => ['authorization', 'clearing'].includes(kindOf(report)))
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
    const payments = networkPayments(countedReports(reports.slice(0, index + 1)))
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

/** Each to the nearest payment there, a day and a tip apart at most, one claim a payment; cleared ones first. */
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
        return daysApart <= 1 && more <= less * 1.3
      })
      .sort((a, b) => a.centsApart - b.centsApart || a.daysApart - b.daysApart || compare(a.at, b.at))
    const found = near.find(({ cleared }) => cleared > 0) ?? near[0]
    if (found) found.parts.push(claim)
    else payments.set(claim.id, [claim])
  }
}

function countedReports(reports: readonly Report[]): Report[] {
  const newest = new Map<string, Report>()
  const copies = new Set<string>()
  for (const report of reports) {
    const copy = JSON.stringify(report)
    if (copies.has(copy)) continue
    copies.add(copy)
    const movement = `${kindOf(report)} ${report.id}`
    const known = newest.get(movement)
    if (!known || report.updated >= known.updated) newest.set(movement, report)
  }
  return [...newest.values()]
}

const sum = (amounts: readonly number[]): number => amounts.reduce((total, cents) => total + cents, 0)

const timeOf = (parts: readonly Report[]): string => parts.map(({ datetime }) => datetime).sort()[0]!

const dayNumber = (datetime: string): number => Date.parse(`${datetime.slice(0, 10)}T00:00:00Z`) / 86_400_000

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

type Kind = 'authorization' | 'clearing' | 'refund' | 'claim'

function kindOf({ event, cents }: Report): Kind {
  if (event === 'claim') return 'claim'
  if (cents < 0) return 'refund'
  return event === 'transaction.auth' ? 'authorization' : 'clearing'
}
