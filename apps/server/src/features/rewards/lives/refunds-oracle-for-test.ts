import { clearedCents, compare, kindOf, networkOf, type Report, timeOf } from './report-for-test.ts'

type Parts = readonly Report[]

/** Refunds are by payment. */
export type RefundsOf = ReadonlyMap<Parts, readonly Report[]>

interface Refunded {
  readonly refundsOf: RefundsOf
  /** This is the same refund, as the other network reported it. */
  readonly repeatedBy: ReadonlyMap<Report, Report>
}

interface Reported {
  readonly counted: readonly Report[]
  /** Transactions that count in place of the other network's. */
  readonly sameAs: ReadonlyMap<string, string>
  /** The payments that earn, with the refunds so far. */
  earnedWith(refundsOf: RefundsOf): ReadonlySet<Parts>
}

/**
 * To which payments the refunds belong: first those that name one, then those with its code. Of those that name nothing
 * then those of exactly what is left of it, then the others by time. Of several payments one that earned goes before one that did not, then the newest.
 * A refund that both networks report counts once (decision 046).
 */
export function assignedRefunds(
  payments: readonly Parts[],
  { counted, sameAs, earnedWith }: Reported,
): Refunded {
  const refundsOf = new Map(payments.map(parts => [parts, [] as Report[]]))
  const leftOf = (parts: Parts) =>
    refundsOf.get(parts)!.reduce((left, { cents }) => Math.max(0, left + cents), clearedCents(parts))
  const refunds = counted.filter(report => kindOf(report) === 'refund')
  const repeatedBy = addNamed(refunds, { payments, sameAs, refundsOf })
  const done = new Set<Report>([...[...refundsOf.values()].flat(), ...repeatedBy.values()])
  const waiting = refunds
    .filter(refund => !done.has(refund))
    .sort((a, b) => compare(a.datetime, b.datetime) || compare(a.id, b.id))
  const passes = [
    (parts: Parts, { authCode }: Report) =>
      authCode !== null && parts.some(part => part.authCode === authCode),
    (parts: Parts, { cents }: Report) => leftOf(parts) === -cents,
    (parts: Parts, { cents }: Report) => leftOf(parts) >= -cents,
  ] as const
  const newest = [...payments].sort(
    (a, b) => compare(timeOf(b), timeOf(a)) || compare(firstId(b), firstId(a)),
  )
  for (const pass of passes) {
    for (const refund of waiting) {
      if (done.has(refund) || (refund.originalId !== null && pass !== passes[0])) continue
      let candidates = newest.filter(parts => isPossible(parts, refund) && pass(parts, refund))
      for (const better of passes.slice(1)) {
        const fewer = candidates.filter(parts => better(parts, refund))
        if (fewer.length === 0) continue
        candidates = fewer
        break
      }
      if (candidates.length === 0) continue
      const earned = earnedWith(refundsOf)
      const chosen = candidates.find(parts => earned.has(parts)) ?? candidates[0]!
      refundsOf.get(chosen)!.push(refund)
      done.add(refund)
    }
  }
  return { refundsOf, repeatedBy }
}

interface Named extends Pick<Reported, 'sameAs'> {
  readonly payments: readonly Parts[]
  readonly refundsOf: ReadonlyMap<Parts, Report[]>
}

function addNamed(refunds: readonly Report[], { payments, sameAs, refundsOf }: Named): Map<Report, Report> {
  const namedBy = (id: string) =>
    payments.find(parts => parts.some(part => part.id === id && kindOf(part) === 'clearing')) ??
    payments.find(parts => parts.some(part => part.id === (sameAs.get(id) ?? id)))
  const repeatedBy = new Map<Report, Report>()
  for (const refund of refunds) {
    const named = refund.originalId === null ? undefined : namedBy(refund.originalId)
    const taken = named && refundsOf.get(named)!
    const other = taken?.find(each => !repeatedBy.has(each) && isSameRefund(refund, each))
    if (other) repeatedBy.set(other, refund)
    else taken?.push(refund)
  }
  return repeatedBy
}

const isPossible = (parts: Parts, refund: Report): boolean =>
  parts[0]!.placeId === refund.placeId &&
  parts.every(part => kindOf(part) === 'claim' || networkOf(part) === networkOf(refund)) &&
  timeOf(parts) <= refund.datetime

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
