import type { Movement } from '@dineward/core/rewards/movements.rules.ts'
import { isSameNetwork } from '@dineward/core/rewards/networks.rules.ts'
import { reportedByOtherNetwork, sameRefund } from '@dineward/core/rewards/repeated-movements.rules.ts'
import type { Db } from '../../db/open-database.ts'
import { findCountedCharge, selectRepeatedReports } from './dine-amounts.repository.ts'
import type { EventContext } from './dine-facts.rules.ts'
import { waitingRefundsOf } from './event-context.service.ts'
import { requeueEvents } from './inbox.repository.ts'
import type { StoredAmount, TransactionAmount } from './rewards.read.ts'

/* Two networks may report one payment, and what is given back of it (decision 046). */

/** A refund of a charge that counts as the other network reported it takes from that one. */
export async function namingCountedCharge<M extends Movement>(
  db: Db,
  partnerId: string,
  reported: M,
  known: readonly TransactionAmount[],
): Promise<M> {
  if (reported.kind !== 'refund' || known.some(({ kind }) => kind === 'clearing')) return reported
  const named = reported.originalTransactionId ?? reported.transactionId
  const counted = await findCountedCharge(db, { partnerId, transactionId: named })
  return counted ? { ...reported, originalTransactionId: counted } : reported
}

/** The same charge or refund, as the other network reported it. */
export async function movementOfOtherNetwork(
  db: Db,
  partnerId: string,
  reported: Movement,
  amounts: readonly StoredAmount[],
): Promise<StoredAmount | undefined> {
  const ofKind = amounts.filter(({ kind }) => kind === reported.kind)
  const candidates = reported.kind === 'refund' ? inSameDines(reported, ofKind, amounts) : ofKind
  const others = candidates.filter(amount => !isSameNetwork(amount, reported))
  if (others.length === 0) return undefined
  const keys = others.map(({ sourceKey }) => sourceKey)
  const repeated = await selectRepeatedReports(db, partnerId, keys)
  const find = reported.kind === 'refund' ? sameRefund : reportedByOtherNetwork
  return find(reported, others, repeated)
}

/** Of the dine that the refund names, or may take from. */
function inSameDines(
  refund: Movement,
  refunds: readonly StoredAmount[],
  amounts: readonly StoredAmount[],
): StoredAmount[] {
  const { originalTransactionId, cardToken } = refund
  const charges = amounts.filter(
    amount =>
      amount.kind !== 'refund' &&
      amount.cardToken === cardToken &&
      (originalTransactionId
        ? amount.transactionId === originalTransactionId
        : isSameNetwork(amount, refund)),
  )
  const dineIds = new Set(charges.map(({ dineId }) => dineId))
  return refunds.filter(({ dineId }) => dineIds.has(dineId))
}

/** Those that wait for a charge which is now known to be another network's. */
export async function requeueRefundsOf(db: Db, charge: Movement, context: EventContext): Promise<void> {
  const waiting = await waitingRefundsOf(db, context)
  const ids = waiting
    .filter(({ movement: { originalTransactionId, transactionId } }) =>
      [originalTransactionId, transactionId].includes(charge.transactionId),
    )
    .map(({ event }) => event.id)
  if (ids.length > 0) await requeueEvents(db, { ids, partnerIds: null })
}
