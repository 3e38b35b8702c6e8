import { type EventContext, instantOfEvent, localTimeOf } from '../dines/dine-facts.rules.ts'
import { dateOf } from '../dines/dine-time.rules.ts'
import { isNewerVersion, isSameMovement, type Movement, movementKey } from '../movements/movements.rules.ts'
import { reportedByOtherNetwork, sameRefund } from '../movements/repeated-movements.rules.ts'
import type {
  EventMovement,
  InboxEvent,
  Report,
  ReportedMovement,
  StoredAmount,
  TransactionAmount,
} from '../snapshot.ts'
import { isSameNetwork } from './networks.rules.ts'
import type { ReportedTransaction } from './reported-transaction.ts'

/* What a report of a card network is, beside those before it (decisions 015 and 046). */

/** An event dated further ahead is parked: it is a mistake that a person should see. */
const futureLimitMs = 48 * 3_600_000

/** Why a person should see it before anything is decided. */
export function parkingReasonOf(context: EventContext): 'event_in_future' | 'event_before_program' | null {
  if (instantOfEvent(context).getTime() > context.now.getTime() + futureLimitMs) return 'event_in_future'
  return dateOf(localTimeOf(context)) < context.partner.settings.startsOn ? 'event_before_program' : null
}

/** A correction keeps the card and restaurant of the movement's first report. */
export function movementOf(report: Report, context: EventContext): ReportedMovement {
  const { event, transaction, known } = report
  const { kind, transactionId } = transaction
  const own = {
    ...versionOf(event, transaction, context),
    kind,
    transactionId,
    sourceKey: movementKey({ kind, transactionId }),
    merchantId: context.place?.id ?? null,
    linkedCardId: context.card.id,
  }
  const reported = namingCountedCharge(own, report)
  const first = known.find(amount => isSameMovement(amount, reported))
  if (!first || first.memberId !== context.member.memberId) return reported
  const { linkedCardId, cardToken, merchantId } = first
  return { ...reported, linkedCardId, cardToken, merchantId }
}

/** A refund of a charge that counts as the other network reported it takes from that one. */
function namingCountedCharge(reported: ReportedMovement, { countedCharge }: Report): ReportedMovement {
  return countedCharge ? { ...reported, originalTransactionId: countedCharge } : reported
}

/** The transaction is no other's, and is as the event gives it. */
export function versionOf(
  event: InboxEvent,
  transaction: ReportedTransaction,
  { card, place }: Pick<EventContext, 'card' | 'place'>,
) {
  return {
    amountCents: transaction.amountCents,
    currency: transaction.currency,
    originalTransactionId: transaction.originalTransactionId,
    authCode: transaction.authCode,
    occurredAt: localTimeOf({ place, transaction }),
    cardToken: card.cardToken,
    // It goes by provider (decision 015): a file's rows are as new as its import.
    reportedAt: transaction.updatedAt ?? (event.provider === 'import' ? event.receivedAt : null),
    cardEventId: event.id,
  }
}

/** Why a report changes nothing: it repeats the amount, or is older than the version that counts. */
export function repetitionOf(reported: Movement, stored: StoredAmount): 'duplicate' | 'superseded' | null {
  if (stored.amountCents === reported.amountCents) return 'duplicate'
  return isNewerVersion(stored, reported) ? 'superseded' : null
}

/** @returns the version that counts, of the events that report one movement. */
export function newestVersions(events: readonly EventMovement[]): ReportedMovement[] {
  const newest = new Map<string, ReportedMovement>()
  for (const { movement } of events) {
    const other = newest.get(movement.sourceKey)
    if (!other || isNewerVersion(movement, other)) newest.set(movement.sourceKey, movement)
  }
  return [...newest.values()]
}

/** A void is of an authorization of the same member. */
export const isAuthorized = (
  known: readonly TransactionAmount[],
  { transactionId }: Movement,
  memberId: string,
): boolean =>
  known.some(
    amount =>
      amount.kind === 'authorization' &&
      amount.transactionId === transactionId &&
      amount.memberId === memberId,
  )

/** It is the same charge or refund, as the other network reported it. @param amounts of all dines at the restaurant */
export function movementOfOtherNetwork(
  reported: Movement,
  amounts: readonly StoredAmount[],
  repeated: Report['repeated'],
): StoredAmount | undefined {
  const ofKind = amounts.filter(({ kind }) => kind === reported.kind)
  const candidates = reported.kind === 'refund' ? inSameDines(reported, ofKind, amounts) : ofKind
  const others = candidates.filter(amount => !isSameNetwork(amount, reported))
  if (others.length === 0) return undefined
  const find = reported.kind === 'refund' ? sameRefund : reportedByOtherNetwork
  return find(reported, others, repeated)
}

/** @returns those in the dine that the refund names, or may take from. */
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
