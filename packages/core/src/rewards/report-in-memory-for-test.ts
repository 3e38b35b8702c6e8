import type { Movement } from './movements/movements.rules.ts'
import { isSameNetwork } from './reports/networks.rules.ts'
import type { ReportedTransaction } from './reports/reported-transaction.ts'
import { versionOf } from './reports/reports.rules.ts'
import type {
  CardInTime,
  EventMovement,
  InboxEvent,
  MemberInTime,
  PlaceOfDay,
  Report,
  StoredAmount,
  StoredDine,
  TransactionAmount,
} from './snapshot.ts'

/* What an event is about, from books in memory. */

export interface CardInMemory {
  readonly id: string
  readonly cardToken: string
  readonly linkedAt: Date
  readonly removedAt: Date | null
}

export interface EventInMemory extends InboxEvent {
  readonly transaction: ReportedTransaction
}

interface Books {
  readonly member: MemberInTime
  readonly cards: readonly CardInMemory[]
  readonly dines: readonly StoredDine[]
  readonly amounts: readonly StoredAmount[]
  readonly events: readonly EventInMemory[]
}

interface Found {
  readonly event: EventInMemory
  readonly card: CardInMemory
  readonly place: PlaceOfDay | null
}

export function reportOf(books: Books, { event, place, ...found }: Found): Report {
  const { transaction } = event
  const { kind, transactionId, originalTransactionId } = transaction
  const card = cardInTime(books, found.card)
  const named = amountsOf(books, [transactionId, originalTransactionId])
  const countedCharge =
    kind === 'refund' && !named.some(amount => amount.kind === 'clearing')
      ? chargeThatCounts(books, originalTransactionId ?? transactionId)
      : null
  const movementsOf = (events: readonly EventInMemory[], of: Movement['kind']) =>
    events.map(one => storedMovement(one, of, { card, place }))
  return {
    event,
    transaction,
    card,
    place,
    known: countedCharge ? amountsOf(books, [transactionId, countedCharge]) : named,
    countedCharge,
    repeated: books.events.flatMap(({ reasonCode, sourceKey, transactionId: id }) =>
      reasonCode === 'reported_by_other_network' &&
      books.amounts.some(amount => amount.sourceKey === sourceKey && !isSameNetwork(amount, transaction))
        ? [{ sourceKey: sourceKey!, transactionId: id! }]
        : [],
    ),
    waiting: movementsOf(
      books.events.filter(
        ({ status, reasonCode, linkedCardId }) =>
          status === 'parked' &&
          reasonCode === 'refund_waits' &&
          books.cards.some(({ id, cardToken }) => id === linkedCardId && cardToken === card.cardToken),
      ),
      'refund',
    ),
    voids: movementsOf(
      books.events.filter(
        ({ transactionId: id, status, reasonCode }) =>
          kind === 'authorization' &&
          id === transactionId &&
          status === 'processed' &&
          reasonCode === 'authorization_unknown',
      ),
      'void',
    ),
  }
}

function amountsOf(books: Books, transactionIds: readonly (string | null)[]): TransactionAmount[] {
  return books.amounts
    .filter(({ transactionId }) => transactionIds.includes(transactionId))
    .map(amount => ({
      ...amount,
      memberId: books.member.memberId,
      dineMerchantId: books.dines.find(({ id }) => id === amount.dineId)!.merchantId,
    }))
}

/** Another network reported it first; of its reports a clearing counts before an authorization. */
function chargeThatCounts({ events, amounts }: Books, transactionId: string): string | null {
  const charges = events
    .filter(event => event.transactionId === transactionId)
    .filter(({ reasonCode }) => reasonCode === 'reported_by_other_network')
    .toReversed()
    .flatMap(({ sourceKey }) =>
      amounts.filter(amount => amount.sourceKey === sourceKey && amount.kind !== 'refund'),
    )
  const counted = charges.find(({ kind }) => kind === 'clearing') ?? charges[0]
  return counted?.transactionId ?? null
}

function storedMovement(
  event: EventInMemory,
  kind: Movement['kind'],
  context: { readonly card: CardInTime; readonly place: PlaceOfDay | null },
): EventMovement {
  const { transaction, sourceKey, linkedCardId, merchantId } = event
  const movement = {
    ...versionOf(event, transaction, context),
    kind,
    transactionId: transaction.transactionId,
    sourceKey: sourceKey!,
    merchantId,
    linkedCardId: linkedCardId!,
  }
  return { event, movement }
}

function cardInTime(books: Books, card: CardInMemory): CardInTime {
  const links = books.cards
    .filter(({ cardToken }) => cardToken === card.cardToken)
    .toSorted((a, b) => a.linkedAt.getTime() - b.linkedAt.getTime())
    .map(({ linkedAt, removedAt }) => ({
      linkedAt: linkedAt.toISOString(),
      removedAt: removedAt?.toISOString() ?? null,
    }))
  return { ...card, lastFour: '4242', links }
}
