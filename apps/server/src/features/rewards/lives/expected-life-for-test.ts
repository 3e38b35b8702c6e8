import {
  type ExpectedBooks,
  expectedBooks,
  type MemberFacts,
} from '@dineward/core/rewards/oracle/rewards-oracle-for-test.ts'
import { hasClaims, inOrder, type LivingMember } from './living-member-for-test.ts'
import type { MemberLife } from './member-life-for-test.ts'
import type { Report } from './report-for-test.ts'
import { reportedPayments } from './reports-oracle-for-test.ts'

/* What the plain models expect of a life, at the end of a round or within it. */

/** @param expiredBy The round in which authorizations last expired. */
export function booksUntil(
  life: MemberLife,
  round: number,
  { expiredBy, count }: { expiredBy: number; count?: number },
): ExpectedBooks {
  const { facts, rounds } = life
  const inRound = inOrderOfProcessing(rounds[round]!.reports).slice(0, count)
  const reports = [...rounds.slice(0, round).flatMap(each => inOrderOfProcessing(each.reports)), ...inRound]
  const early = (until: number) => rounds.slice(0, until).flatMap(each => each.reports.map(({ id }) => id))
  const expired = new Set(expiredBy === 3 ? early(3) : expiredBy === 2 ? early(2) : [])
  const earnedOf = (payments: MemberFacts['payments']) => {
    const { dines } = expectedBooks({ ...facts, payments })
    return new Set(dines.filter(({ status }) => status === 'Awarded').map(each => each.transactionId))
  }
  const payments = reportedPayments(reports, { expired, refundedAt: firstReports(life), earnedOf })
  return inOrder(expectedBooks({ ...facts, payments }), life)
}

/** The map is of refunds, by id. */
function firstReports({ rounds, times }: MemberLife): Map<string, number> {
  const refunds = rounds.flatMap(({ reports }, round) =>
    reports.flatMap(report => (report.cents < 0 ? [[report.id, Date.parse(times[round]!)] as const] : [])),
  )
  return new Map(refunds.toReversed())
}

const inOrderOfProcessing = (reports: readonly Report[]): Report[] => [
  ...reports.filter(({ event }) => event !== 'claim'),
  ...reports.filter(({ event }) => event === 'claim'),
]

/** Null while no card is linked. */
export function newestLinkIn({ facts: { links } }: MemberLife, round: number): number | null {
  const known = links[round > 0 ? links.length - 1 : 0]!
  return known.removedAt === null ? known.linkedAt : null
}

/** Each report may change what is to be told to the partner. */
export function earnStepByStep({ life, settlement }: LivingMember, round: number): void {
  const { length } = life.rounds[round]!.reports
  for (let count = 1; count <= length; count++)
    settlement.earn(booksUntil(life, round, { expiredBy: round - 1, count }))
  settlement.earn(booksUntil(life, round, { expiredBy: round }))
}

/** Of dines that have earned. Those of several transactions, or claimed, may have been several dines before. */
export function expectedStatuses({ life, settlement }: LivingMember, { dines }: ExpectedBooks) {
  const reports = life.rounds.flatMap(round => round.reports)
  if (hasClaims(life.rounds)) return []
  const isSimple = (id: string) => !reports.some(report => report.id.startsWith(`${id}-part`))
  return dines
    .filter(({ transactionId, status }) => status === 'Awarded' && isSimple(transactionId))
    .map(({ transactionId }) => [transactionId, settlement.statusOf(transactionId)])
}
