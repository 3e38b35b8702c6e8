import { sql } from 'kysely'
import type { Db } from '../../db/open-database.ts'
import type { DineComponentsTable, DineStatus } from '../rewards/rewards.tables.ts'

export interface DineRow {
  readonly recordType: 'Transaction'
  readonly id: string
  readonly sourceTransactionId: string
  readonly merchantId: string | null
  readonly merchantName: string
  readonly activeMerchant: boolean
  /** Local time at the restaurant. */
  readonly at: string
  readonly createdAt: Date
  readonly status: DineStatus
  readonly reasonCode: string | null
  /** The base. */
  readonly rewardUnits: number
  readonly components: readonly DineComponent[]
  readonly isReviewed: boolean
  readonly authorizedCents: number | null
  readonly clearedCents: number | null
  readonly refundedCents: number
  /** Null for dines from before it was recorded. */
  readonly currency: string | null
  readonly cardLastFour: string
  readonly paidAt: Date | null
}

export interface DineComponent {
  readonly kind: DineComponentsTable['kind']
  readonly units: number
  readonly grantedUnits: number
}

export interface CreditRow {
  readonly recordType: 'Credit'
  readonly id: string
  readonly createdAt: Date
  readonly amountCents: number
  readonly targetType: string
  readonly targetLabel: string
  readonly benefitProcessor: string
  readonly creditStatus: string
  readonly creditReason: string | null
}

export interface Page {
  readonly partnerId: string
  readonly memberId: string
  readonly limit: number
  readonly offset: number
  readonly now: Date
}

export interface Listed<Row> {
  readonly rows: readonly Row[]
  readonly total: number
}

/** A page of dines, newest first; ties break by id, so pages never overlap. */
export async function selectDines(db: Db, page: Page): Promise<Listed<DineRow>> {
  const { rows } = await sql<Counted<DineRow>>`
    with page as (${dinesOf(page)} order by at desc, id desc limit ${page.limit} offset ${page.offset})
    select page.*, counted.total
    from (select count(*) as total from dines
      where partner_id = ${page.partnerId} and member_id = ${page.memberId}) as counted
    left join page on true
    order by page.at desc, page.id desc`.execute(db)
  return listed(rows)
}

/** Dines and statement credits in one list. A credit has no restaurant, so its time is read as UTC. */
export async function selectDinesAndCredits(db: Db, page: Page): Promise<Listed<DineRow | CreditRow>> {
  const { rows } = await sql<Counted<DineRow | CreditRow>>`
    with dine as (${dinesOf(page)}), credit as (
      select 'Credit' as record_type, id, created_at at time zone 'UTC' as at, created_at, amount_cents,
        target_type, target_label, benefit_processor, status as credit_status, reason_code as credit_reason
      from statement_credits
      where partner_id = ${page.partnerId} and member_id = ${page.memberId}
    ), page as (
      select record_type, id, at from dine union all select record_type, id, at from credit
      order by at desc, id desc limit ${page.limit} offset ${page.offset}
    )
    select page.record_type, page.id, page.at, coalesce(dine.created_at, credit.created_at) as created_at,
      dine.source_transaction_id, dine.merchant_id, dine.merchant_name, dine.active_merchant, dine.status,
      dine.reason_code, dine.reward_units, dine.components, dine.is_reviewed, dine.authorized_cents, dine.cleared_cents,
      dine.refunded_cents, dine.currency, dine.card_last_four, dine.paid_at, credit.amount_cents,
      credit.target_type, credit.target_label, credit.benefit_processor, credit.credit_status, credit.credit_reason, counted.total
    from (select (select count(*) from dine) + (select count(*) from credit) as total) as counted
    left join page on true
    left join dine on page.record_type = 'Transaction' and dine.id = page.id
    left join credit on page.record_type = 'Credit' and credit.id = page.id
    order by page.at desc, page.id desc`.execute(db)
  return listed(rows)
}

/** A page without rows is one row with only the total. */
type Counted<Row> = (Row | { readonly id: null }) & { readonly total: number }

function listed<Row extends { readonly id: string }>(rows: readonly Counted<Row>[]): Listed<Row> {
  return {
    rows: rows.filter((row): row is Row & { readonly total: number } => row.id !== null),
    total: rows[0]?.total ?? 0,
  }
}

/** Why the partner has not added a Deferred dine's reward; null while it was not rejected, or is sent again. */
const rejection = sql`case when dine.status = 'Deferred' then (
  select case accrual.partner_code when 'unknown_member_number' then 'member_number_unknown' else 'partner_rejected' end
  from ledger_postings posting
  join accruals accrual on accrual.posting_id = posting.id and accrual.state = 'rejected'
  where posting.partner_id = dine.partner_id and posting.correlation_id = dine.id
    and not exists (select from accruals other where other.posting_id = posting.id and other.state <> 'rejected')
  limit 1) end`

function dinesOf({ partnerId, memberId, now }: Page) {
  return sql`
    select 'Transaction' as record_type, dine.id, dine.source_transaction_id, dine.merchant_id, dine.merchant_name,
      coalesce(participation.joined_on <= local.today
        and (participation.left_on is null or participation.left_on > local.today), false) as active_merchant,
      dine.dined_at as at, dine.created_at, dine.status,
      coalesce(${rejection}, dine.reason_code) as reason_code, dine.reward_units,
      (select coalesce(json_agg(json_build_object('kind', kind, 'units', units, 'grantedUnits', granted_units)
          order by kind, code), '[]'::json)
        from dine_components component
        where component.partner_id = dine.partner_id and component.dine_id = dine.id) as components,
      exists (select from member_reviews review where review.partner_id = dine.partner_id
        and review.transaction_id = dine.source_transaction_id) as is_reviewed,
      dine.authorized_cents, dine.cleared_cents, dine.refunded_cents, dine.decision->'facts'->>'currency' as currency,
      dine.card_last_four, dine.paid_at
    from dines dine
    left join merchants merchant on merchant.id = dine.merchant_id
    left join merchant_participations participation
      on participation.partner_id = dine.partner_id and participation.merchant_id = dine.merchant_id
    left join lateral (select (${now}::timestamptz at time zone merchant.timezone)::date as today) as local on true
    where dine.partner_id = ${partnerId} and dine.member_id = ${memberId}`
}
