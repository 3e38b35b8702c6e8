import { type Movement, sameRefund } from '@dineward/core/rewards/movements.rules.ts'
import { isSameNetwork } from '@dineward/core/rewards/networks.rules.ts'
import type { Db } from '../../db/open-database.ts'
import { findCountedCharge, selectRepeatedReports } from './dine-amounts.repository.ts'
import type { EventContext } from './dine-facts.rules.ts'
import { waitingRefundsOf } from './event-context.service.ts'
import { requeueEvents } from './inbox.repository.ts'
import type { StoredAmount, TransactionAmount } from './rewards.read.ts'

/* Two networks may report one payment, and what is given back of it (decision 046). */

/** A refund of a charge that counts as the other network reported it takes from that one. */
export async function namingCountedCharge(
  db: Db,
  partnerId: string,
  reported: Movement,
  known: readonly TransactionAmount[],
): Promise<Movement> {
  if (reported.kind !== 'refund' || known.some(({ kind }) => kind === 'clearing')) return reported
  const named = reported.originalTransactionId ?? reported.transactionId
  const counted = await findCountedCharge(db, { partnerId, transactionId: named })
  return counted ? { ...reported, originalTransactionId: counted } : reported
}

/** The same refund, as the other network reported it: of the dine that it names, or may take from. */
export async function refundOfOtherNetwork(
  db: Db,
  partnerId: string,
  refund: Movement,
  amounts: readonly StoredAmount[],
): Promise<StoredAmount | undefined> {
  if (refund.kind !== 'refund') return undefined
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
  const others = amounts.filter(
    amount => amount.kind === 'refund' && dineIds.has(amount.dineId) && !isSameNetwork(amount, refund),
  )
  if (others.length === 0) return undefined
  const keys = others.map(({ sourceKey }) => sourceKey)
  return sameRefund(refund, others, await selectRepeatedReports(db, partnerId, keys))
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
