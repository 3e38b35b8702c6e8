import type { Payment } from '@dineward/core/rewards/rewards-oracle-for-test.ts'
import type { EventName } from './card-network-for-test.ts'

/** What a card network says of one transaction, once. */
export interface Report {
  readonly event: EventName
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
 */
export function reportedPayments(received: readonly Report[], late: readonly Report[]): Payment[] {
  const counted = countedReports([...received, ...late])
  const charges = counted.filter(report => kindOf(report) !== 'refund')
  const payments = new Map<string, Report[]>()
  for (const charge of charges) {
    const authorization = charges.find(
      ({ event, authCode, placeId }) =>
        event === 'transaction.auth' && authCode === charge.authCode && placeId === charge.placeId,
    )
    const id = charge.authCode && authorization ? authorization.id : charge.id
    payments.set(id, [...(payments.get(id) ?? []), charge])
  }
  const early = new Set(received.filter(report => kindOf(report) !== 'refund').map(({ id }) => id))
  return [...payments].map(([transactionId, parts]) => {
    const ids = new Set(parts.map(({ id }) => id))
    const [authorized, cleared] = ['authorization', 'clearing'].map(kind => {
      const amounts = parts.filter(part => kindOf(part) === kind).map(({ cents }) => cents)
      return amounts.length > 0 ? sum(amounts) : null
    })
    const refunds = counted.filter(
      report => kindOf(report) === 'refund' && report.originalId !== null && ids.has(report.originalId),
    )
    return {
      transactionId,
      placeId: parts[0]!.placeId,
      at: parts.map(({ datetime }) => datetime).sort()[0]!,
      authorizedCents: authorized ?? null,
      clearedCents: cleared ?? null,
      refundedCents: -sum(refunds.map(({ cents }) => cents)),
      isExpired: parts.some(({ id }) => early.has(id)),
    }
  })
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

function kindOf({ event, cents }: Report): 'authorization' | 'clearing' | 'refund' {
  if (cents < 0) return 'refund'
  return event === 'transaction.auth' ? 'authorization' : 'clearing'
}
