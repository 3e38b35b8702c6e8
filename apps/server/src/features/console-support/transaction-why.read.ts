import type { DineStatus } from '@dineward/core/activity/dine-statuses.ts'
import type { RecordedInputs } from '@dineward/core/console-support/decision-words.rules.ts'
import type { Why } from '@dineward/core/console-support/transactions.contract.ts'
import type { PostingCause } from '@dineward/core/rewards/posting-cause.ts'
import { transactionIdsOf } from '@dineward/core/rewards/reports/networks.rules.ts'
import { sql } from 'kysely'
import { ofPrograms } from '../../db/of-programs.ts'
import type { Db } from '../../db/open-database.ts'
import { type StoredHistory, storedHistory } from '../activity/dine-history.read.ts'
import { outcomeOfReward, statusOfReward } from '../activity/reward-status.read.ts'
import { nameOfBonus } from '../bonuses/bonuses.read.ts'
import type { DineComponentsTable } from '../rewards/rewards.tables.ts'
import { iso, list } from './json-rows.read.ts'

/*
 * These queries read everything about one transaction, in one statement each for dines, rewards without a dine, and
 * events.
 */

/** Traces are what a transaction became in books, files, payouts and mails. */
interface Traces extends Pick<Why, 'files' | 'payouts' | 'mails' | 'claims' | 'adjustments'> {
  readonly postings: (Omit<Why['postings'][number], 'reason' | 'part'> & {
    readonly correlationId: string
    readonly reasonCode: string
    readonly cause: PostingCause | null
  })[]
}

export interface WhyDineRow extends Traces {
  readonly id: string
  readonly partnerId: string
  readonly memberId: string
  readonly memberName: string
  readonly firstName: string
  readonly sourceTransactionId: string
  readonly merchantId: string | null
  readonly merchantName: string
  readonly at: string
  readonly cardLastFour: string
  readonly status: DineStatus
  readonly reasonCode: string | null
  readonly rewardUnits: number
  readonly authorizedCents: number | null
  readonly clearedCents: number | null
  readonly refundedCents: number
  readonly decision: RecordedInputs
  readonly paidAt: Date | null
  readonly createdAt: Date
  readonly updatedAt: Date
  readonly history: StoredHistory
  readonly parts: (Pick<Why['parts'][number], 'code' | 'units'> &
    Pick<DineComponentsTable, 'id' | 'kind'> & { readonly name: string | null })[]
  readonly rewards: Why['parts']
  readonly events: WhyEventRow[]
}

export interface WhyRewardRow extends Traces {
  readonly id: string
  readonly partnerId: string
  readonly memberId: string
  readonly memberName: string
  readonly firstName: string
  readonly description: string
  readonly kind: string
  readonly units: number
  readonly at: string
  readonly status: string
}

export interface WhyEventRow {
  readonly id: number
  readonly provider: string
  readonly event: string
  readonly body: string
  readonly transactionId: string | null
  readonly receivedAt: string
  readonly processedAt: string | null
  readonly status: string
  readonly reasonCode: string | null
  readonly attempts: number
  readonly lastError: string | null
  readonly partnerId: string | null
  readonly memberId: string | null
  readonly memberName: string | null
}

const eventColumns = sql`event.id, event.provider, event.event, event.body, event.transaction_id as "transactionId",
  ${iso('event.received_at')} as "receivedAt", ${iso('event.processed_at')} as "processedAt", event.status,
  event.reason_code as "reasonCode", event.attempts, event.last_error as "lastError",
  event.partner_id as "partnerId"`

/** By the network's id, that of one of its movements, or ours. */
export async function readWhyOfDine(
  db: Db,
  slugs: readonly string[],
  id: string,
): Promise<WhyDineRow | undefined> {
  const ids = transactionIdsOf(id)
  const { rows } = await sql<WhyDineRow>`
    with found as (
      select partner_id, id, 1 as rank from dines
      where ${ofPrograms('dines.partner_id', slugs)} and source_transaction_id = any(${ids}::text[])
      union all
      select partner_id, id, 2 from dines where ${ofPrograms('dines.partner_id', slugs)} and id = ${id}
      union all
      select partner_id, dine_id, 3 from dine_amounts amount
      where ${ofPrograms('amount.partner_id', slugs)} and transaction_id = any(${ids}::text[])
      order by rank, partner_id, id limit 1
    ), subject as (
      select id as correlation_id from found
      union all
      select component.id from found join dine_components component
        on component.partner_id = found.partner_id and component.dine_id = found.id
      union all
      select reward.id from found join account_rewards reward
        on reward.partner_id = found.partner_id and reward.dine_id = found.id
    )
    select dine.id, dine.partner_id, dine.member_id, concat_ws(' ', member.first_name, member.last_name) as member_name,
      member.first_name,
      dine.source_transaction_id, dine.merchant_id, dine.merchant_name,
      to_char(dine.dined_at, 'YYYY-MM-DD"T"HH24:MI:SS') as at, dine.card_last_four, dine.status, dine.reason_code,
      dine.reward_units, dine.authorized_cents, dine.cleared_cents, dine.refunded_cents, dine.decision, dine.paid_at,
      dine.created_at, dine.updated_at, ${storedHistory} as history,
      ${list(
        sql`select id, kind, code, units, coalesce(${nameOfBonus}, (
            select offer.name from offers offer
            where offer.partner_id = component.partner_id and offer.id = component.code and component.kind = 'offer'
          )) as name
          from dine_components component
          where component.partner_id = dine.partner_id and component.dine_id = dine.id`,
        'kind, code',
      )} as parts,
      ${list(
        sql`select kind, reward.id as code, units, description as text, created_at from account_rewards reward
          where reward.partner_id = dine.partner_id and reward.dine_id = dine.id`,
        'created_at, code',
      )} as rewards,
      ${list(
        sql`select ${eventColumns} from card_events event
          where event.partner_id = dine.partner_id and event.transaction_id = any(array(
            select dine.source_transaction_id union select amount.transaction_id from dine_amounts amount
            where amount.partner_id = dine.partner_id and amount.dine_id = dine.id))
          order by event.id limit 200`,
        'id',
      )} as events,
      ${tracesOf('dine')}
    from found
    join dines dine on dine.partner_id = found.partner_id and dine.id = found.id
    join members member on member.partner_id = dine.partner_id and member.id = dine.member_id`.execute(db)
  return rows[0]
}

/** Such a reward was given by hand, or for a referral. */
export async function readWhyOfReward(
  db: Db,
  slugs: readonly string[],
  id: string,
): Promise<WhyRewardRow | undefined> {
  const { rows } = await sql<WhyRewardRow>`
    with subject as (select ${id}::text as correlation_id)
    select reward.id, reward.partner_id, reward.member_id,
      concat_ws(' ', member.first_name, member.last_name) as member_name, member.first_name, reward.description, reward.kind, reward.units,
      to_char(reward.rewarded_at, 'YYYY-MM-DD"T"HH24:MI:SS') as at, ${statusOfReward} as status, ${tracesOf('reward')}
    from account_rewards reward ${outcomeOfReward}
    join members member on member.partner_id = reward.partner_id and member.id = reward.member_id
    where ${ofPrograms('reward.partner_id', slugs)} and reward.id = ${id} and reward.dine_id is null limit 1`.execute(
    db,
  )
  return rows[0]
}

/** The events became no dine. One whose card is not known is of no program, and for those who may see all. */
export async function readWhyOfEvents(
  db: Db,
  { slugs, isNetworkWide }: { readonly slugs: readonly string[]; readonly isNetworkWide: boolean },
  id: string,
): Promise<WhyEventRow[]> {
  const { rows } = await sql<WhyEventRow>`
    select ${eventColumns}, card.member_id as "memberId",
      concat_ws(' ', member.first_name, member.last_name) as "memberName"
    from card_events event
    left join linked_cards card on card.partner_id = event.partner_id and card.id = event.linked_card_id
    left join members member on member.partner_id = card.partner_id and member.id = card.member_id
    where event.transaction_id = any(${transactionIdsOf(id)}::text[])
      and (${ofPrograms('event.partner_id', slugs)} or (event.partner_id is null and ${isNetworkWide}::boolean))
    order by event.id limit 200`.execute(db)
  return rows
}

/** The row has `partner_id`, `member_id` and `id`, and the correlation ids are in `subject`. */
function tracesOf(row: 'dine' | 'reward') {
  const of = (column: string) => sql.ref(`${row}.${column}`)
  const postings = sql`select posting.id from ledger_postings posting
    where posting.partner_id = ${of('partner_id')} and posting.correlation_id in (select correlation_id from subject)`
  const dineId = row === 'dine' ? of('id') : sql`null::text`
  return sql`
    ${list(
      sql`select posting.id, ${iso('posting.posted_at')} as at, posting.kind,
          posting.correlation_id as "correlationId", posting.reason_code as "reasonCode", posting.cause,
          (select json_agg(json_build_object('account', account, 'units', units) order by account, units)
            from ledger_entries entry
            where entry.partner_id = posting.partner_id and entry.posting_id = posting.id
              and entry.counts_at = posting.counts_at) as entries
        from ledger_postings posting
        where posting.partner_id = ${of('partner_id')}
          and posting.correlation_id in (select correlation_id from subject)`,
      'id',
    )} as postings,
    ${list(
      sql`select file.id, file.number, accrual.units, ${iso('file.sent_at')} as "sentAt", accrual.state,
          accrual.partner_code as "partnerCode", ${iso('accrual.answered_at')} as "answeredAt"
        from accruals accrual
        join accrual_files file on file.partner_id = accrual.partner_id and file.id = accrual.file_id
        where accrual.partner_id = ${of('partner_id')} and accrual.posting_id in (${postings})`,
      'number, id',
    )} as files,
    ${list(
      sql`select credit.id, sum(allocation.units) as units, credit.amount_cents as "amountCents", credit.status,
          ${iso('credit.created_at')} as "createdAt", ${iso('credit.settled_at')} as "settledAt"
        from ledger_allocations allocation
        join ledger_postings debit on debit.partner_id = allocation.partner_id and debit.id = allocation.debit_id
        join statement_credits credit on credit.partner_id = debit.partner_id and credit.id = debit.correlation_id
        where allocation.partner_id = ${of('partner_id')} and allocation.earning_id in (${postings})
          and allocation.freed_at is null
        group by credit.partner_id, credit.id`,
      '"createdAt", id',
    )} as payouts,
    ${list(
      sql`select mail.id, split_part(mail.cause, ':', 1) as kind, mail.subject, ${iso('mail.created_at')} as "createdAt",
          ${iso('mail.sent_at')} as "sentAt", ${iso('mail.failed_at')} as "failedAt"
        from outgoing_mails mail
        where mail.partner_id = ${of('partner_id')} and mail.member_id = ${of('member_id')} and (mail.cause = any(
          array(select 'rewards-paid:' || paid.id from (${postings}) paid)
          || array(select 'claim:' || claim.id from claims claim where claim.partner_id = ${of('partner_id')}
            and claim.member_id = ${of('member_id')} and claim.transaction_id = ${transactionId(row)})
          || ('earned:' || ${dineId}))
          or starts_with(mail.cause, 'why:' || ${transactionId(row)} || ':'))`,
      '"createdAt", id',
    )} as mails,
    ${list(
      sql`select claim.id, claim.state, ${iso('claim.created_at')} as "createdAt" from claims claim
        where claim.partner_id = ${of('partner_id')} and claim.member_id = ${of('member_id')}
          and claim.transaction_id = ${transactionId(row)}`,
      '"createdAt", id',
    )} as claims,
    ${list(
      sql`select adjustment.id, adjustment.units, adjustment.reason, adjustment.author,
          case when adjustment.reversed_at is null then 'posted' else 'reversed' end as state,
          ${iso('adjustment.created_at')} as "createdAt"
        from adjustments adjustment
        where adjustment.partner_id = ${of('partner_id')} and adjustment.member_id = ${of('member_id')}
          and ${row === 'dine' ? sql`adjustment.dine_id = ${of('id')}` : sql`adjustment.reward_id = ${of('id')}`}`,
      '"createdAt", id',
    )} as adjustments`
}

const transactionId = (row: 'dine' | 'reward') =>
  sql.ref(row === 'dine' ? 'dine.source_transaction_id' : 'reward.id')
