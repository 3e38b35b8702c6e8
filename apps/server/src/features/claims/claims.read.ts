import type { CardType } from '@dineward/core/cards/cards.contract.ts'
import { maxDaysApartOfSameAmount } from '@dineward/core/claims/claimed-charges.rules.ts'
import type { CardLink } from '@dineward/core/claims/claims.rules.ts'
import { type Selectable, sql } from 'kysely'
import type { Db } from '../../db/open-database.ts'
import type { DinesTable } from '../rewards/rewards.tables.ts'
import type { ClaimRow, Owner } from './claims.repository.ts'

/* Queries that read restaurants, cards, dines and events. */

export interface ClaimedMerchant {
  readonly id: string
  readonly name: string
  readonly timezone: string
}

/** Also one that has left since. */
export function findClaimedMerchant(
  db: Db,
  partnerId: string,
  merchantId: string,
): Promise<ClaimedMerchant | undefined> {
  return db
    .selectFrom('merchants as merchant')
    .innerJoin('merchantParticipations as participation', 'participation.merchantId', 'merchant.id')
    .select(['merchant.id', 'merchant.name', 'merchant.timezone'])
    .where('merchant.id', '=', merchantId)
    .where('participation.partnerId', '=', partnerId)
    .limit(1)
    .executeTakeFirst()
}

export interface ClaimedCard extends CardLink {
  readonly id: string
  readonly lastFour: string
}

/** Every link of the member's cards, the newest first. */
export function listCardLinks(db: Db, owner: Owner, timezone: string): Promise<ClaimedCard[]> {
  const localDate = (column: string) =>
    sql`to_char(${sql.ref(column)} at time zone ${timezone}, 'YYYY-MM-DD')`
  return db
    .selectFrom('linkedCards')
    .select(['id', 'lastFour', 'cardToken'])
    .select([
      localDate('linkedAt').$castTo<string>().as('linkedOn'),
      localDate('removedAt').$castTo<string | null>().as('removedOn'),
    ])
    .where('partnerId', '=', owner.partnerId)
    .where('memberId', '=', owner.memberId)
    .orderBy('linkedAt', 'desc')
    .orderBy('id')
    .execute()
}

export async function cardTypeOf(db: Db, partnerId: string, linkedCardId: string): Promise<CardType> {
  const { cardType } = await db
    .selectFrom('linkedCards')
    .select('cardType')
    .where('partnerId', '=', partnerId)
    .where('id', '=', linkedCardId)
    .executeTakeFirstOrThrow()
  return cardType
}

export type NearbyDine = Pick<
  Selectable<DinesTable>,
  | 'sourceTransactionId'
  | 'authorizedCents'
  | 'clearedCents'
  | 'status'
  | 'reasonCode'
  | 'rewardUnits'
  | 'cardLastFour'
  | 'createdAt'
> & {
  /** This is local time. */
  readonly at: string
  readonly currency: string
  /** ISO text says when the card was linked, as the dine was decided. */
  readonly cardLinkedAt: string | null
}

/** The member's dines at the restaurant, as many days around as a remembered date may be wrong. */
export function listDinesAround(
  db: Db,
  { partnerId, memberId, merchantId, dinedOn }: Owner & Pick<ClaimRow, 'merchantId' | 'dinedOn'>,
): Promise<NearbyDine[]> {
  return db
    .selectFrom('dines')
    .select(['sourceTransactionId', 'authorizedCents', 'clearedCents', 'status', 'reasonCode'])
    .select(['rewardUnits', 'cardLastFour', 'createdAt'])
    .select([
      sql<string>`to_char(dined_at, 'YYYY-MM-DD"T"HH24:MI:SS')`.as('at'),
      sql<string>`decision->'facts'->>'currency'`.as('currency'),
      sql<string | null>`decision->'facts'->>'cardLinkedAt'`.as('cardLinkedAt'),
    ])
    .where('partnerId', '=', partnerId)
    .where('memberId', '=', memberId)
    .where('merchantId', '=', merchantId)
    .where(sql<boolean>`abs(dined_at::date - ${dinedOn}::date) <= ${maxDaysApartOfSameAmount}::integer`)
    .orderBy('dinedAt')
    .orderBy('id')
    .execute()
}

export interface UnusedEvent {
  readonly id: number
  readonly provider: string
  readonly event: string
  readonly body: string
}

/** The events are parked or refused, and about one of these cards. */
export function listUnusedEvents(
  db: Db,
  cardIds: readonly string[],
  receivedSince: Date,
): Promise<UnusedEvent[]> {
  if (cardIds.length === 0) return Promise.resolve([])
  return db
    .selectFrom('cardEvents')
    .select(['id', 'provider', 'event', 'body'])
    .where('status', 'in', ['parked', 'refused'])
    .where('amountCents', '>', 0)
    .where('receivedAt', '>=', receivedSince)
    .where('reportedCardId', 'in', cardIds)
    .orderBy('id')
    .execute()
}

export interface ClaimOfMember extends ClaimRow {
  readonly merchantName: string
}

export interface ListedClaim extends ClaimOfMember {
  readonly assigneeName?: string | null
  readonly firstName: string
  readonly lastName: string
}

/** As `claims.transaction_id`, but where the network has reported a claimed dine since: its report's. */
const currentTransaction = sql<string | null>`coalesce(
  (select event.transaction_id from card_event_keys key
    join card_events event on event.id = key.event_id and event.received_at = key.received_at
    where key.dedupe_key = 'claim:' || substr(claim.transaction_id, 7) and claim.transaction_id like 'claim-%'),
  claim.transaction_id)`

const claimsOf = (db: Db, partnerId: string) =>
  db
    .selectFrom('claims as claim')
    .innerJoin('merchants as merchant', 'merchant.id', 'claim.merchantId')
    .selectAll('claim')
    .select(['merchant.name as merchantName', currentTransaction.as('transactionId')])
    .where('claim.partnerId', '=', partnerId)

export const selectClaims = (db: Db, partnerId: string, ids: readonly string[]): Promise<ClaimOfMember[]> =>
  claimsOf(db, partnerId).where('claim.id', 'in', ids).execute()

/** The newest come first. */
export async function listClaimsOfMember(db: Db, owner: Owner, limit: number): Promise<ClaimOfMember[]> {
  return claimsOf(db, owner.partnerId)
    .where('claim.memberId', '=', owner.memberId)
    .orderBy('claim.createdAt', 'desc')
    .orderBy('claim.id')
    .limit(limit)
    .execute()
}

/** For a person to decide, oldest first. */
export function listClaimsToDecide(db: Db, partnerId: string): Promise<ListedClaim[]> {
  return db
    .selectFrom('claims as claim')
    .innerJoin('merchants as merchant', 'merchant.id', 'claim.merchantId')
    .innerJoin('members as member', join =>
      join.onRef('member.id', '=', 'claim.memberId').onRef('member.partnerId', '=', 'claim.partnerId'),
    )
    .selectAll('claim')
    .select(['merchant.name as merchantName', 'member.firstName', 'member.lastName'])
    .where('claim.partnerId', '=', partnerId)
    .where('claim.decidedAt', 'is', null)
    .orderBy('claim.createdAt')
    .orderBy('claim.id')
    .execute()
}

export interface QueuePosition {
  readonly at: string
  readonly createdAt: string
  readonly id: string
}

interface QueuePage {
  readonly slugs: readonly string[]
  readonly isOpen: boolean
  /** Only those that this person has taken; null means that none has. */
  readonly assignee?: string | null | undefined
  readonly after: QueuePosition | null
  readonly limit: number
}

function claimsInPrograms(db: Db, slugs: readonly string[]) {
  return db
    .selectFrom('claims as claim')
    .innerJoin('merchants as merchant', 'merchant.id', 'claim.merchantId')
    .innerJoin('members as member', join =>
      join.onRef('member.id', '=', 'claim.memberId').onRef('member.partnerId', '=', 'claim.partnerId'),
    )
    .leftJoin('staff', 'staff.email', 'claim.assignee')
    .selectAll('claim')
    .select(['merchant.name as merchantName', 'member.firstName', 'member.lastName'])
    .select(['staff.name as assigneeName', currentTransaction.as('transactionId')])
    .where('claim.partnerId', 'in', slugs)
}

/** The queue covers several programs: open ones are by the date that was promised, answered ones the newest first. */
export function listClaimQueue(
  db: Db,
  { slugs, isOpen, assignee, after, limit }: QueuePage,
): Promise<ListedClaim[]> {
  const query = claimsInPrograms(db, slugs)
    .limit(limit)
    .$if(assignee !== undefined, page =>
      page.where('claim.assignee', 'is not distinct from', assignee ?? null),
    )
  if (!isOpen)
    return query
      .where('claim.decidedAt', 'is not', null)
      .$if(after !== null, page =>
        page.where(
          sql<boolean>`(claim.decided_at, claim.id) < (${after?.at}::timestamptz, ${after?.id}::text)`,
        ),
      )
      .orderBy('claim.decidedAt', 'desc')
      .orderBy('claim.id', 'desc')
      .execute()
  return query
    .where('claim.decidedAt', 'is', null)
    .$if(after !== null, page =>
      page.where(
        sql<boolean>`(claim.next_by, claim.created_at, claim.id) >
          (${after?.at}::date, ${after?.createdAt}::timestamptz, ${after?.id}::text)`,
      ),
    )
    .orderBy('claim.nextBy')
    .orderBy('claim.createdAt')
    .orderBy('claim.id')
    .execute()
}

export async function countOpenClaims(
  db: Db,
  slugs: readonly string[],
  today: string,
): Promise<{ open: number; overdue: number }> {
  return db
    .selectFrom('claims')
    .select(({ fn }) => [
      fn.countAll<number>().as('open'),
      sql<number>`count(*) filter (where next_by < ${today}::date)`.as('overdue'),
    ])
    .where('partnerId', 'in', slugs)
    .where('decidedAt', 'is', null)
    .executeTakeFirstOrThrow()
}

export function findClaimInPrograms(
  db: Db,
  slugs: readonly string[],
  id: string,
): Promise<ListedClaim | undefined> {
  return claimsInPrograms(db, slugs).where('claim.id', '=', id).executeTakeFirst()
}

/** What half of the member's dines were below; null of one without dines. */
export async function medianDineCents(
  db: Db,
  { partnerId, memberId }: { readonly partnerId: string; readonly memberId: string },
): Promise<number | null> {
  const { median } = await db
    .selectFrom('dines')
    .select(
      sql<
        number | null
      >`percentile_cont(0.5) within group (order by coalesce(cleared_cents, authorized_cents))`.as('median'),
    )
    .where('partnerId', '=', partnerId)
    .where('memberId', '=', memberId)
    .executeTakeFirstOrThrow()
  return median === null ? null : Math.round(median)
}
