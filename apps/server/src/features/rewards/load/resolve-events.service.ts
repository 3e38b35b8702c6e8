import { isClaimed } from '@dineward/core/claims/claimed-charges.rules.ts'
import type { EventContext } from '@dineward/core/rewards/dines/dine-facts.rules.ts'
import { dateOf } from '@dineward/core/rewards/dines/dine-time.rules.ts'
import { cardNetworks, networkOf } from '@dineward/core/rewards/reports/networks.rules.ts'
import type { ReportedTransaction } from '@dineward/core/rewards/reports/reported-transaction.ts'
import type { Snapshot } from '@dineward/core/rewards/snapshot.ts'
import type { Clock } from '@dineward/core/shared/clock.ts'
import { AppError } from '@dineward/core/shared/errors.ts'
import { isInstant } from '@dineward/core/shared/local-date.ts'
import type { FastifyBaseLogger } from 'fastify'
import type { Db } from '../../../db/open-database.ts'
import type { CardEvent } from '../../card-events/card-events.tables.ts'
import { readReportedTransaction, type StoredEvent } from '../../card-events/event-bodies.rules.ts'
import { findMerchantsForEvents, type PlaceOfEvent } from '../../merchants/merchants.service.ts'
import type { PartnerRegistry } from '../../partner/partner-registry.service.ts'
import { type CardKey, lockMembersOfCards, type MemberOfCard } from './snapshot-members.read.ts'

export interface RewardServices {
  readonly db: Db
  readonly clock: Clock
  readonly partners: PartnerRegistry
  readonly log?: Pick<FastifyBaseLogger, 'error' | 'warn'>
}

/** What is known of an event before anything of its member's dines is read. */
export interface Resolved<E = CardEvent> extends Omit<EventContext, 'member'> {
  readonly event: E
  readonly member: Snapshot['member']
}

/** Why an event cannot be decided. */
export interface Refused<E = CardEvent> {
  readonly event: E
  readonly refusal: string
}

/** Find member and restaurant of events, and lock the members. @param cards theirs, and of others */
export async function resolveEvents<E extends StoredEvent>(
  { db, clock, partners }: RewardServices,
  events: readonly E[],
  cards: readonly CardKey[],
): Promise<(Resolved<E> | Refused<E>)[]> {
  const read = events.map(event => ({ event, transaction: readTransaction(event) }))
  const cardIds = new Set(
    read.map(({ transaction }) => (typeof transaction === 'string' ? null : transaction.cardId)),
  )
  const holders = await lockMembersOfCards(
    db,
    cards.filter(({ id }) => cardIds.has(id)),
  )
  const found = read.map(({ event, transaction }): Refused<E> | Omit<Resolved<E>, 'place' | 'now'> => {
    if (typeof transaction === 'string') return { event, refusal: transaction }
    const holder = cardOf(event, transaction, holders)
    if (!holder) return { event, refusal: 'card_unknown' }
    if (holder.isErased) return { event, refusal: 'member_erased' }
    const { member, card } = holder
    const partner = partners.bySlug(member.partnerId)
    if (!partner)
      throw new Error(`card ${card.id} belongs to partner "${member.partnerId}", which is not loaded`)
    return { event, transaction, member, card, partner }
  })
  const known = found.filter(one => 'card' in one)
  const places = await findMerchantsForEvents(
    db,
    known.map(({ partner, transaction }) => ({ partner, place: placeOf(transaction) })),
  )
  const placeByEvent = new Map(known.map(({ event }, index) => [event, places[index] ?? null]))
  const now = clock.now()
  return found.map(one => ('card' in one ? { ...one, place: placeByEvent.get(one.event) ?? null, now } : one))
}

/** @returns a reason code where it cannot be read. */
function readTransaction(event: StoredEvent): ReportedTransaction | string {
  const transaction = readReportedTransaction(event)
  if (transaction instanceof AppError) return transaction.code
  return namesReservedId(event, transaction) ? 'transaction_id_reserved' : transaction
}

/** Ids of another network's form, or of claims, would name their dines. */
function namesReservedId(
  { provider }: StoredEvent,
  { transactionId, originalTransactionId }: ReportedTransaction,
): boolean {
  if (isClaimed({ transactionId }) !== (provider === 'claim')) return true
  const own = cardNetworks.find(name => name === provider) ?? cardNetworks[0]
  return [transactionId, originalTransactionId ?? transactionId].some(
    id => networkOf({ transactionId: id }) !== own,
  )
}

/** Of a claim, or where an event was processed before, the partner is known. */
function cardOf(
  event: StoredEvent,
  { cardId }: ReportedTransaction,
  cards: ReadonlyMap<string, MemberOfCard>,
): MemberOfCard | undefined {
  const holder = cards.get(cardId ?? '')
  return event.partnerId && holder?.member.partnerId !== event.partnerId ? undefined : holder
}

function placeOf({ merchantId, mid, datetime }: ReportedTransaction): PlaceOfEvent {
  return {
    merchantId,
    mid,
    ...(isInstant(datetime) ? { instant: datetime } : { localDate: dateOf(datetime) }),
  }
}
