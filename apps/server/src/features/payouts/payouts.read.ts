import {
  type PayoutDelivery,
  payableCardTypes,
  retryReturnedAfterDays,
} from '@dineward/core/payouts/payouts.rules.ts'
import { days } from '@dineward/core/shared/clock.ts'
import { type Selectable, sql } from 'kysely'
import type { Db } from '../../db/open-database.ts'
import type { LinkedCardsTable } from '../cards/cards.tables.ts'
import { waitingRewards } from '../ledger/waiting-rewards.read.ts'
import type { MembersTable } from '../members/members.tables.ts'

export interface PayableQuery {
  readonly partnerId: string
  readonly thresholdCents: number
  readonly deliveries: readonly PayoutDelivery[]
  readonly now: Date
  /** Rewards of later postings wait (`holdsSince`). */
  readonly waitsSince: Date | null
  /** With it, only this member is read. */
  readonly memberId?: string
}

/**
 * Members whose balance has reached the threshold without what waits, who can be paid (`payoutTarget`), and whose last payout did not just
 * come back.
 */
export async function selectPayable(
  db: Db,
  { partnerId, thresholdCents, deliveries, now, waitsSince, memberId }: PayableQuery,
): Promise<{ memberId: string; payableCents: number }[]> {
  const returnedSince = new Date(now.getTime() - days(retryReturnedAfterDays))
  const { rows } = await sql<{ memberId: string; payableCents: number }>`
    select balance.member_id, balance.units - waiting.units as payable_cents
    from member_balances balance
    join members member on member.partner_id = balance.partner_id and member.id = balance.member_id
    cross join lateral (
      select coalesce(sum(units), 0)::bigint as units from (${waitingRewards(waitsSince)}) reward) waiting
    where balance.partner_id = ${partnerId} and balance.units >= ${thresholdCents} and balance.units > 0
      ${memberId === undefined ? sql`` : sql`and balance.member_id = ${memberId}`}
      and balance.units - waiting.units >= ${thresholdCents}
      and member.erased_at is null
      and ((${deliveries.includes('Email')} and member.email_confirmed_at is not null and member.email <> '')
        or (${deliveries.includes('Card')} and exists (
          select from linked_cards card
          where card.partner_id = ${partnerId} and card.member_id = member.id and card.removed_at is null
            and card.card_type = any(${payableCardTypes}::text[]))))
      and not exists (
        select from statement_credits returned
        where returned.partner_id = ${partnerId} and returned.member_id = member.id and returned.status = 'rejected'
          and returned.settled_at > ${returnedSince.toISOString()}::timestamptz
          and not exists (
            select from linked_cards card
            where card.partner_id = ${partnerId} and card.member_id = member.id and card.removed_at is null
              and card.linked_at > returned.settled_at))
    order by balance.member_id
    limit 500`.execute(db)
  return rows
}

export interface PayoutStanding {
  readonly waiting: readonly { readonly units: number; readonly postedAt: string }[]
  readonly inFlightCents: number
  readonly paidCents: number
  readonly returnedAt: Date | null
  readonly hasPayableCard: boolean
  readonly hasConfirmedEmail: boolean
}

/** The row is for other statements to join. */
export const payoutStandingOf = ({
  partnerId,
  memberId,
  waitsSince,
}: Pick<PayableQuery, 'partnerId' | 'waitsSince'> & { readonly memberId: string }) => sql`
  select coalesce(max(balance.in_flight_units), 0) as in_flight_cents,
    (select coalesce(json_agg(json_build_object('units', units, 'postedAt', posted_at) order by posted_at), '[]'::json)
      from (select ${partnerId}::text as partner_id, ${memberId}::text as member_id) balance
      cross join lateral (${waitingRewards(waitsSince)}) reward) as waiting,
    coalesce(sum(credit.amount_cents) filter (where credit.status = 'completed'), 0) as paid_cents,
    max(credit.settled_at) filter (where credit.status = 'rejected'
      and not coalesce(card.linked_at > credit.settled_at, false)) as returned_at,
    coalesce(bool_or(card.is_payable), false) as has_payable_card,
    bool_or(member.email_confirmed_at is not null and member.email <> '') as has_confirmed_email
  from members member
  left join lateral (
    select max(linked_at) as linked_at, bool_or(card_type = any(${payableCardTypes}::text[])) as is_payable
    from linked_cards card
    where card.partner_id = member.partner_id and card.member_id = member.id and card.removed_at is null
  ) card on true
  left join member_balances balance on balance.partner_id = member.partner_id and balance.member_id = member.id
  left join statement_credits credit on credit.partner_id = member.partner_id and credit.member_id = member.id
  where member.partner_id = ${partnerId} and member.id = ${memberId}`

export type Payee = Pick<
  Selectable<MembersTable>,
  'id' | 'email' | 'emailConfirmedAt' | 'firstName' | 'lastName' | 'erasedAt'
>

const payeeColumns = ['id', 'email', 'emailConfirmedAt', 'firstName', 'lastName', 'erasedAt'] as const

/** No event changes the member's money until the transaction ends. */
export function lockPayee(db: Db, partnerId: string, memberId: string): Promise<Payee> {
  return db
    .selectFrom('members')
    .select(payeeColumns)
    .where('partnerId', '=', partnerId)
    .where('id', '=', memberId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
}

export function findPayee(db: Db, partnerId: string, memberId: string): Promise<Payee> {
  return db
    .selectFrom('members')
    .select(payeeColumns)
    .where('partnerId', '=', partnerId)
    .where('id', '=', memberId)
    .executeTakeFirstOrThrow()
}

/** Linked cards come with the latest first. */
export function cardsOfPayee(
  db: Db,
  partnerId: string,
  memberId: string,
): Promise<Pick<Selectable<LinkedCardsTable>, 'cardType' | 'cardToken' | 'lastFour' | 'description'>[]> {
  return db
    .selectFrom('linkedCards')
    .select(['cardType', 'cardToken', 'lastFour', 'description'])
    .where('partnerId', '=', partnerId)
    .where('memberId', '=', memberId)
    .where('removedAt', 'is', null)
    .orderBy('linkedAt', 'desc')
    .orderBy('id')
    .execute()
}
