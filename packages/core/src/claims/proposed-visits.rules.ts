import type { Reservation } from '../reservations/reservations.contract.ts'
import { daysBetween, type LocalDate } from '../shared/local-date.ts'
import type { Claim } from './claims.contract.ts'
import type { ClaimTerms } from './claims.rules.ts'

/** A dinner that a member may be missing: a table was booked, and nothing says that it was paid. */
export interface ProposedVisit {
  readonly merchantId: string
  readonly merchantName: string
  /** The restaurant's local date. */
  readonly dinedOn: LocalDate
}

export type BookedTable = Pick<Reservation, 'merchantId' | 'merchantName' | 'startsAt' | 'status' | 'bonus'>

const most = 3

/** @returns the newest first: of each restaurant and day one, that can be reported and was not yet. */
export function proposedVisits(
  tables: readonly BookedTable[],
  claims: readonly Pick<Claim, 'merchantId' | 'dinedOn'>[],
  today: LocalDate,
  { minDays, maxDays }: ClaimTerms,
): ProposedVisit[] {
  const reported = new Set(claims.map(({ merchantId, dinedOn }) => `${dinedOn} ${merchantId}`))
  const missing = tables
    .filter(({ status, bonus }) => status === 'booked' && bonus?.status !== 'earned')
    .map(({ merchantId, merchantName, startsAt }) => ({
      merchantId,
      merchantName,
      dinedOn: startsAt.slice(0, 10),
    }))
    .filter(({ dinedOn }) => {
      const age = daysBetween(dinedOn, today)
      return age >= minDays && age <= maxDays
    })
  const keyed = new Map(missing.map(visit => [`${visit.dinedOn} ${visit.merchantId}`, visit]))
  return [...keyed]
    .filter(([key]) => !reported.has(key))
    .map(([, visit]) => visit)
    .toSorted((a, b) => b.dinedOn.localeCompare(a.dinedOn))
    .slice(0, most)
}
