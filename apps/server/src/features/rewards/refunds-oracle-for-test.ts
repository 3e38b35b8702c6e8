import { clearedCents, compare, kindOf, networkOf, type Report, timeOf } from './report-for-test.ts'

type Parts = readonly Report[]

/**
 * To which payments the refunds belong: first those that name one, then the others by time, each to the newest payment of
 * its network at that place that covers it. One that both networks report counts once (decision 046).
 * @param sameAs Transactions that count in place of the other network's.
 */
export function assignedRefunds(
  payments: readonly Parts[],
  counted: readonly Report[],
  sameAs: ReadonlyMap<string, string>,
): Map<Parts, Report[]> {
  const refundsOf = new Map(payments.map(parts => [parts, [] as Report[]]))
  const leftOf = (parts: Parts) =>
    refundsOf.get(parts)!.reduce((left, { cents }) => Math.max(0, left + cents), clearedCents(parts))
  const namedBy = (id: string) =>
    payments.find(parts => parts.some(part => part.id === id && kindOf(part) === 'clearing')) ??
    payments.find(parts => parts.some(part => part.id === (sameAs.get(id) ?? id)))
  const repeated = new Set<Report>()
  const refunds = counted.filter(report => kindOf(report) === 'refund')
  for (const refund of refunds) {
    const named = refund.originalId === null ? undefined : namedBy(refund.originalId)
    const taken = named && refundsOf.get(named)!
    const other = taken?.find(each => !repeated.has(each) && isSameRefund(refund, each))
    if (other) repeated.add(other)
    else taken?.push(refund)
  }
  const newest = [...payments].sort(
    (a, b) => compare(timeOf(b), timeOf(a)) || compare(firstId(b), firstId(a)),
  )
  const unnamed = refunds.filter(({ originalId }) => originalId === null)
  for (const refund of unnamed.sort((a, b) => compare(a.datetime, b.datetime) || compare(a.id, b.id))) {
    const covering = newest.find(
      parts =>
        parts[0]!.placeId === refund.placeId &&
        parts.every(part => kindOf(part) === 'claim' || networkOf(part) === networkOf(refund)) &&
        timeOf(parts) <= refund.datetime &&
        leftOf(parts) >= -refund.cents,
    )
    if (covering) refundsOf.get(covering)!.push(refund)
  }
  return refundsOf
}

const isSameRefund = (a: Report, b: Report): boolean =>
  networkOf(a) !== networkOf(b) &&
  a.cents === b.cents &&
  Math.abs(Date.parse(`${a.datetime}Z`) - Date.parse(`${b.datetime}Z`)) <= 86_400_000

/** A claim that was answered is no part any more. */
function firstId(parts: Parts): string {
  const isCleared = parts.some(part => kindOf(part) === 'clearing')
  return parts
    .filter(part => !isCleared || kindOf(part) !== 'claim')
    .map(({ id }) => id)
    .sort()[0]!
}
