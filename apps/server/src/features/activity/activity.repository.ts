import type { ActivityFilters } from '@dineward/core/activity/activity-filters.ts'
import type { DineStatus } from '@dineward/core/activity/dine-statuses.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../db/open-database.ts'
import type { AccountRewardsTable } from '../account-rewards/account-rewards.tables.ts'
import { nameOfBonus } from '../bonuses/bonuses.read.ts'
import { waitingSince } from '../ledger/waiting-rewards.read.ts'
import { type PayoutStanding, payoutStandingOf } from '../payouts/payouts.read.ts'
import type { DineComponentsTable } from '../rewards/rewards.tables.ts'
import { rejectionReason, type StoredHistory, storedHistory } from './dine-history.read.ts'
import {
  outcomeAtOfReward,
  outcomeOfReward,
  paidAtOfReward,
  reasonOfReward,
  statusOfDine,
  statusOfReward,
} from './reward-status.read.ts'

export interface DineRow {
  readonly recordType: 'Transaction'
  readonly id: string
  readonly sourceTransactionId: string
  readonly merchantId: string | null
  readonly merchantName: string
  readonly activeMerchant: boolean
  /** This is the restaurant's local time. */
  readonly at: string
  readonly createdAt: Date
  readonly updatedAt: Date
  readonly status: DineStatus
  readonly reasonCode: string | null
  /** This is the base, without the components. */
  readonly rewardUnits: number
  readonly components: readonly DineComponent[]
  readonly adjustments: readonly AccountReward[]
  readonly isReviewed: boolean
  readonly authorizedCents: number | null
  readonly clearedCents: number | null
  readonly refundedCents: number
  readonly currency: string
  readonly cardLastFour: string
  readonly paidAt: Date | null
  /** When what waits of it was posted; null where nothing does. */
  readonly waitingSince: Date | null
  readonly history: StoredHistory
}

export interface DineComponent {
  readonly kind: DineComponentsTable['kind']
  readonly units: number
  readonly grantedUnits: number
  /** Only a bonus has a name. */
  readonly name: string | null
}

export interface AccountReward {
  readonly kind: AccountRewardsTable['kind']
  readonly source: AccountRewardsTable['source']
  readonly units: number
  readonly description: string
}

/** What was earned without a dine. */
export interface RewardRow extends AccountReward {
  readonly recordType: 'Reward'
  readonly id: string
  /** This is the partner's local time. */
  readonly at: string
  readonly createdAt: Date
  /** When the partner was told or answered, or a payout arrived. */
  readonly updatedAt: Date | null
  readonly status: DineStatus
  readonly reasonCode: string | null
  readonly paidAt: Date | null
  /** When what waits of it was posted; null where nothing does. */
  readonly waitingSince: Date | null
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
  /** Rewards of later postings wait (`holdsSince`). */
  readonly waitsSince: Date | null
  readonly filters: ActivityFilters
}

export interface Listed<Row> {
  readonly rows: readonly Row[]
  readonly total: number
  /** The member's balance is 0 without credits. It is read with the list, so that both are of one moment. */
  readonly balanceUnits: number
  readonly payouts: PayoutStanding
}

export type ActivityRow = DineRow | RewardRow | CreditRow

/**
 * A page of dines, of rewards without a dine, and where the partner pays them of statement credits, newest first; ties
 * break by id, so pages never overlap. A credit has no restaurant, so its time is read as UTC.
 */
export async function selectActivity(
  db: Db,
  page: Page,
  { withCredits }: { readonly withCredits: boolean },
): Promise<Listed<ActivityRow>> {
  const entries = entriesOf(page, { withCredits, newest: null })
  const newest = entriesOf(page, { withCredits, newest: page.limit + page.offset })
  const { rows } = await sql<Counted<ActivityRow>>`
    with page as (select * from (${newest}) entry order by at desc, id desc limit ${page.limit} offset ${page.offset})
    select page.record_type, page.id, page.at, counted.total, balance.units as balance_units,
      standing.waiting, standing.in_flight_cents, standing.paid_cents, standing.returned_at, standing.has_payable_card,
      standing.has_confirmed_email,
      coalesce(dine.created_at, reward.created_at, credit.created_at) as created_at,
      coalesce(dine.status, reward.status) as status, coalesce(dine.reason_code, reward.reason_code) as reason_code,
      coalesce(dine.paid_at, reward.paid_at) as paid_at,
      coalesce(dine.waiting_since, reward.waiting_since) as waiting_since, dine.source_transaction_id, dine.merchant_id, dine.merchant_name, dine.active_merchant, dine.reward_units,
      dine.components, dine.adjustments, dine.is_reviewed, dine.authorized_cents, dine.cleared_cents,
      dine.refunded_cents, dine.currency, dine.card_last_four, dine.history,
      coalesce(dine.updated_at, reward.updated_at) as updated_at, reward.kind, reward.source, reward.units, reward.description,
      credit.amount_cents, credit.target_type, credit.target_label, credit.benefit_processor,
      credit.status as credit_status, credit.reason_code as credit_reason
    from (select count(*) as total from (${entries}) entry) as counted
    cross join (${withCredits ? balanceOf(page) : sql`select 0 as units`}) as balance
    left join (${payoutStandingOf(page)}) as standing on ${withCredits}
    left join page on true
    left join lateral (${dineOf(page)}) dine on page.record_type = 'Transaction'
    left join lateral (${rewardOf(page)}) reward on page.record_type = 'Reward'
    left join statement_credits credit on page.record_type = 'Credit' and credit.partner_id = ${page.partnerId}
      and credit.id = page.id
    order by page.at desc, page.id desc`.execute(db)
  return listed(rows)
}

export type DineOfProgram = Omit<DineRow, 'recordType' | 'at'> & {
  readonly memberId: string
  readonly linkedCardId: string
  readonly dinedAtInstant: Date
  /** Null where the restaurant is not known: then the time is read as UTC. */
  readonly timezone: string | null
}

/** Dines of any members, with what a member's own list has of them. */
export async function selectDines(
  db: Db,
  page: OfProgram,
  ids: readonly string[],
): Promise<readonly DineOfProgram[]> {
  const { rows } =
    await sql<DineOfProgram>`${dinesWhere(page, sql`dine.id = any(${ids as string[]}::text[])`)}`.execute(db)
  return rows
}

/**
 * What is listed. Filters that only dines can match leave the others out. With `newest`, so many of each kind, which an
 * index finds without reading the others.
 */
function entriesOf(
  { partnerId, memberId, filters }: Page,
  { withCredits, newest }: { readonly withCredits: boolean; readonly newest: number | null },
) {
  const first = newest === null ? sql`` : sql`order by at desc, id desc limit ${newest}`
  const ofMember = sql`partner_id = ${partnerId} and member_id = ${memberId}`
  const { from, to, status, cardId, merchantId, merchantName } = filters
  const when = (column: string) => sql`
    ${from === undefined ? sql`` : sql`and ${sql.ref(column)} >= ${from}::date`}
    ${to === undefined ? sql`` : sql`and ${sql.ref(column)} < ${to}::date + 1`}`
  const named = (column: string) =>
    merchantName === undefined ? sql`` : sql`and ${sql.ref(column)} ilike ${`%${escapeLike(merchantName)}%`}`
  const ofDines = cardId !== undefined || merchantId !== undefined
  const dines = sql`(select 'Transaction' as record_type, id, dined_at as at from dines dine
    where ${ofMember} ${when('dined_at')} ${named('merchant_name')}
      ${status === undefined ? sql`` : sql`and ${statusOfDine} = any(${status as string[]}::text[])`}
      ${merchantId === undefined ? sql`` : sql`and merchant_id = ${merchantId}`}
      ${cardId === undefined ? sql`` : sql`and linked_card_id in (${linksOfCard({ partnerId, memberId }, cardId)})`}
      ${first})`
  const rewards = sql`union all (select 'Reward', reward.id, rewarded_at as at from account_rewards reward
    ${status === undefined ? sql`` : outcomeOfReward}
    where reward.partner_id = ${partnerId} and reward.member_id = ${memberId} and reward.dine_id is null
      ${when('rewarded_at')} ${named('description')}
      ${status === undefined ? sql`` : sql`and ${statusOfReward} = any(${status as string[]}::text[])`}
      ${first})`
  const credits = sql`union all (select 'Credit', credit.id, at
    from statement_credits credit cross join lateral (select created_at at time zone 'UTC' as at) as utc
    where ${ofMember} ${when('at')} ${first})`
  const hasCredits = withCredits && !ofDines && status === undefined && merchantName === undefined
  return sql`${dines} ${ofDines ? sql`` : rewards} ${hasCredits ? credits : sql``}`
}

const balanceOf = ({ partnerId, memberId }: Page) => sql`
  select coalesce(max(units), 0) as units from member_balances
  where partner_id = ${partnerId} and member_id = ${memberId}`

const escapeLike = (text: string): string => text.replace(/[\\%_]/g, '\\$&')

/** A card that was removed and linked again has several. */
function linksOfCard({ partnerId, memberId }: Pick<Page, 'partnerId' | 'memberId'>, cardId: string) {
  return sql`select link.id from linked_cards card
    join linked_cards link on link.partner_id = card.partner_id and link.member_id = card.member_id
      and link.card_token = card.card_token
    where card.partner_id = ${partnerId} and card.member_id = ${memberId} and card.id = ${cardId}`
}

/** A page without rows is one row with only the total and the balance. */
type Counted<Row> = (Row | { readonly id: null }) &
  Omit<Listed<Row>, 'rows' | 'payouts'> &
  Partial<PayoutStanding>

function listed<Row extends { readonly id: string }>(rows: readonly Counted<Row>[]): Listed<Row> {
  const { total = 0, balanceUnits = 0 } = rows[0] ?? {}
  const { waiting, inFlightCents = 0, paidCents = 0, returnedAt = null } = rows[0] ?? {}
  const { hasPayableCard = false, hasConfirmedEmail = false } = rows[0] ?? {}
  const isRow = (row: Counted<Row>): row is Row & Counted<Row> => row.id !== null
  const payouts = {
    waiting: waiting ?? [],
    inFlightCents,
    paidCents,
    returnedAt,
    hasPayableCard,
    hasConfirmedEmail,
  }
  return { rows: rows.filter(isRow), total, balanceUnits, payouts }
}

/** Why the partner has not added a Deferred dine's reward; null while it was not rejected, or is sent again. */
const rejection = sql`case when dine.status = 'Deferred' then (
  select ${rejectionReason(sql`accrual.partner_code`)}
  from ledger_postings posting
  join accruals accrual on accrual.partner_id = posting.partner_id and accrual.posting_id = posting.id
    and accrual.state = 'rejected'
  where posting.partner_id = dine.partner_id and posting.correlation_id = dine.id
    and not exists (select from accruals other where other.partner_id = posting.partner_id
      and other.posting_id = posting.id and other.state <> 'rejected')
  limit 1) end`

/** The subjects of its postings. */
const idsOfDine = sql`(array(
  select id from dine_components component
  where component.partner_id = dine.partner_id and component.dine_id = dine.id) || dine.id)`

/** A part of its reward was paid, and more was posted since. */
const restToBePaid = sql`case when dine.status = 'Deferred' and exists (
  select from ledger_postings posting
  where posting.partner_id = dine.partner_id and posting.correlation_id = any(${idsOfDine})
    and (
      exists (select from accruals accrual where accrual.partner_id = posting.partner_id
        and accrual.posting_id = posting.id and accrual.state = 'confirmed')
      or exists (select from ledger_allocations taken
        join ledger_postings debit on debit.partner_id = taken.partner_id and debit.id = taken.debit_id
        join statement_credits credit on credit.partner_id = debit.partner_id and credit.id = debit.correlation_id
          and credit.status = 'completed'
        where taken.partner_id = posting.partner_id and taken.earning_id = posting.id and taken.freed_at is null)
    )) then 'rest_to_be_paid' end`

const dineOf = (page: Page) => dinesWhere(page, sql`dine.member_id = ${page.memberId} and dine.id = page.id`)

type OfProgram = Pick<Page, 'partnerId' | 'now' | 'waitsSince'>

function dinesWhere(page: OfProgram, condition: RawBuilder<unknown>) {
  const { partnerId, now } = page
  return sql`
    select dine.id, dine.member_id, dine.linked_card_id, dine.dined_at,
      dine.dined_at at time zone coalesce(merchant.timezone, 'UTC') as dined_at_instant, merchant.timezone,
      dine.source_transaction_id, dine.merchant_id, dine.merchant_name,
      coalesce(participation.joined_on <= local.today
        and (participation.left_on is null or participation.left_on > local.today), false) as active_merchant,
      dine.created_at, dine.updated_at, ${statusOfDine} as status,
      coalesce(${rejection}, ${restToBePaid}, dine.reason_code) as reason_code, dine.reward_units,
      (select coalesce(json_agg(json_build_object('kind', kind, 'units', units, 'grantedUnits', granted_units,
          'name', ${nameOfBonus}) order by kind, code), '[]'::json)
        from dine_components component
        where component.partner_id = dine.partner_id and component.dine_id = dine.id) as components,
      (select coalesce(json_agg(json_build_object('kind', kind, 'source', source, 'units', units,
          'description', description) order by created_at, id), '[]'::json)
        from account_rewards adjustment
        where adjustment.partner_id = dine.partner_id and adjustment.dine_id = dine.id) as adjustments,
      exists (select from member_reviews review where review.partner_id = dine.partner_id
        and review.transaction_id = dine.source_transaction_id) as is_reviewed,
      dine.authorized_cents, dine.cleared_cents, dine.refunded_cents, dine.decision->'facts'->>'currency' as currency,
      dine.card_last_four, dine.paid_at, ${storedHistory} as history,
      case when ${statusOfDine} in ('Awarded', 'Deferred') then ${waitingSince(page, idsOfDine)} end as waiting_since
    from dines dine
    left join merchants merchant on merchant.id = dine.merchant_id
    left join merchant_participations participation
      on participation.partner_id = dine.partner_id and participation.merchant_id = dine.merchant_id
    left join lateral (select (${now}::timestamptz at time zone merchant.timezone)::date as today) as local on true
    where dine.partner_id = ${partnerId} and ${condition}`
}

function rewardOf(page: Page) {
  return sql`
    select reward.created_at, reward.kind, reward.source, reward.units, reward.description,
      ${statusOfReward} as status, ${reasonOfReward} as reason_code, ${paidAtOfReward} as paid_at,
      ${outcomeAtOfReward} as updated_at,
      case when ${statusOfReward} = 'Awarded' then ${waitingSince(page, sql`array[reward.id]`)} end as waiting_since
    from account_rewards reward ${outcomeOfReward}
    where reward.partner_id = ${page.partnerId} and reward.id = page.id`
}
