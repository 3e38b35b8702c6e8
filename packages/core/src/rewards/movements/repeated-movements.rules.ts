import { nearestPayment } from '../../claims/claimed-charges.rules.ts'
import { daysApart, type Movement } from './movements.rules.ts'

/* Two networks may report one movement (decisions 015 and 046). */

/** How far apart the times may be that two networks give to one charge. */
const sameChargeDays = 5 / (24 * 60)

/** A report that was taken for a movement of another network. */
export interface RepeatedReport {
  /** The movement has this key. */
  readonly sourceKey: string
  /** The report has this id. */
  readonly transactionId: string
}

/**
 * Another network reported the same charge too: card, restaurant and time are the same, and a corrected amount is near.
 * Each is repeated by one of the other network, which stays the same when its amount is corrected.
 */
export function reportedByOtherNetwork<M extends Movement>(
  charge: Movement,
  ofOtherNetworks: readonly M[],
  repeated: readonly RepeatedReport[],
): M | undefined {
  if (charge.merchantId === null) return undefined
  const candidates = ofOtherNetworks.filter(
    other =>
      other.merchantId === charge.merchantId &&
      other.cardToken === charge.cardToken &&
      daysApart(charge.occurredAt, other.occurredAt) <= sameChargeDays,
  )
  const { own, free } = byRepetition(charge, candidates, repeated)
  const { amountCents, occurredAt: at } = charge
  const nearest = nearestPayment(
    { amountCents, at },
    free.map(other => ({ other, amountCents: other.amountCents, at: other.occurredAt })),
  )
  const same = free.filter(other => other.amountCents === nearest?.amountCents)
  return own ?? nearestInTime(charge, same)
}

/**
 * Another network reported the same refund of a dine too, with its amount and time. Each refund is repeated by one of
 * the other network, which stays the same when its amount is corrected.
 */
export function sameRefund<M extends Movement>(
  refund: Movement,
  ofOtherNetworks: readonly M[],
  repeated: readonly RepeatedReport[],
): M | undefined {
  const { own, free } = byRepetition(refund, ofOtherNetworks, repeated)
  const same = free.filter(
    other => other.amountCents === refund.amountCents && daysApart(other.occurredAt, refund.occurredAt) <= 1,
  )
  return own ?? nearestInTime(refund, same)
}

function nearestInTime<M extends Movement>({ occurredAt }: Movement, movements: readonly M[]): M | undefined {
  const apart = (other: M) => daysApart(other.occurredAt, occurredAt)
  return movements.toSorted((a, b) => apart(a) - apart(b))[0]
}

/** The movement that this report repeated before, and those that none repeats. */
function byRepetition<M extends Movement>(
  { transactionId }: Movement,
  movements: readonly M[],
  repeated: readonly RepeatedReport[],
): { own: M | undefined; free: M[] } {
  const repetitions = Map.groupBy(repeated, ({ sourceKey }) => sourceKey)
  return {
    own: movements.find(({ sourceKey }) =>
      repetitions.get(sourceKey)?.some(report => report.transactionId === transactionId),
    ),
    free: movements.filter(({ sourceKey }) => !repetitions.has(sourceKey)),
  }
}
