import type { ExceptionKind } from '@dineward/core/console-finance/exceptions.contract.ts'
import type { Partner } from '@dineward/core/partner/partner.ts'
import { payableCardTypes, paysOut } from '@dineward/core/payouts/payouts.rules.ts'
import { promiseDays } from '@dineward/core/rewards/dines/dine.rules.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../db/open-database.ts'
import { isLastOfPosting } from '../settlement/settlement.read.ts'

/* What waits for a person. One plain statement a kind, each by program, and fast: partial indexes or few rows. */

export interface Waiting<Kind extends string> {
  readonly kind: Kind
  readonly partnerId: string | null
  readonly count: number
  readonly oldestAt: Date
}

interface PayoutProgram {
  readonly partnerId: string
  readonly thresholdCents: number
  readonly paysCards: boolean
}

/** @param partners those that are asked about */
export const payoutPrograms = (partners: readonly Partner[]): PayoutProgram[] =>
  partners.filter(paysOut).map(partner => ({
    partnerId: partner.slug,
    thresholdCents: partner.settings.payout.thresholdCents,
    paysCards: partner.settings.payout.delivery === 'Card',
  }))

export interface WaitingQuery {
  readonly partnerIds: readonly string[]
  readonly now: Date
  /** Programs among them that pay money out. */
  readonly payouts: readonly PayoutProgram[]
  /** Also what is of no program yet. */
  readonly withNetwork: boolean
}

const hours = (count: number, now: Date) => new Date(now.getTime() - count * 3_600_000).toISOString()
/** A file should have been delivered, and answered. */
const [undeliveredHours, unansweredHours] = [1, 72]

export const waitingApprovals = (
  { partnerIds, now }: WaitingQuery,
  which: RawBuilder<unknown> = sql`true`,
): RawBuilder<unknown> => sql`
    select partner_id, count(*) as count, min(asked_at) as oldest_at
    from approvals
    where partner_id = any(${partnerIds}::text[]) and state = 'waiting' and ${which}
      and expires_at > ${now.toISOString()}::timestamptz
    group by partner_id`

export const exceptionQueries: Readonly<Record<ExceptionKind, (query: WaitingQuery) => RawBuilder<unknown>>> =
  {
    undelivered_files: ({ partnerIds, now }) => sql`
    select partner_id, count(*) as count, min(created_at) as oldest_at
    from accrual_files
    where partner_id = any(${partnerIds}::text[]) and sent_at is null
      and created_at < ${hours(undeliveredHours, now)}::timestamptz
    group by partner_id`,

    unanswered_accruals: ({ partnerIds, now }) => sql`
    select accrual.partner_id, count(*) as count, min(file.sent_at) as oldest_at
    from accruals accrual
    join accrual_files file on file.partner_id = accrual.partner_id and file.id = accrual.file_id
    where accrual.partner_id = any(${partnerIds}::text[]) and accrual.state = 'sent'
      and file.sent_at < ${hours(unansweredHours, now)}::timestamptz
    group by accrual.partner_id`,

    rejected_accruals: ({ partnerIds }) => sql`
    select accrual.partner_id, count(*) as count, min(accrual.answered_at) as oldest_at
    from accruals accrual
    join accrual_files file on file.partner_id = accrual.partner_id and file.id = accrual.file_id
    where accrual.partner_id = any(${partnerIds}::text[]) and accrual.state = 'rejected'
      and ${isLastOfPosting}
    group by accrual.partner_id`,

    overdue_payouts: ({ partnerIds }) => sql`
    select partner_id, count(*) as count, min(created_at) as oldest_at
    from statement_credits
    where partner_id = any(${partnerIds}::text[]) and status = 'error' and next_attempt_at is not null
    group by partner_id`,

    unpayable_balances: ({ payouts }) => sql`
    select balance.partner_id, count(*) as count, min(balance.changed_at) as oldest_at
    from jsonb_to_recordset(${JSON.stringify(payouts)}::jsonb)
      as program ("partnerId" text, "thresholdCents" integer, "paysCards" boolean)
    join member_balances balance on balance.partner_id = program."partnerId"
      and balance.units >= program."thresholdCents" and balance.units > 0
    join members member on member.partner_id = balance.partner_id and member.id = balance.member_id
      and member.erased_at is null and (member.email_confirmed_at is null or member.email = '')
    where not (program."paysCards" and exists (
      select from linked_cards card
      where card.partner_id = member.partner_id and card.member_id = member.id and card.removed_at is null
        and card.card_type = any(${payableCardTypes}::text[])))
    group by balance.partner_id`,

    // Until its card is found, an event is of no program. A refund waits for its payment, as long as payments come.
    parked_events: ({ partnerIds, now, withNetwork }) => sql`
    select partner_id, count(*) as count, min(received_at) as oldest_at
    from card_events
    where status = 'parked'
      and (reason_code is distinct from 'refund_waits' or received_at < ${hours(promiseDays * 24, now)}::timestamptz)
      and (partner_id = any(${partnerIds}::text[]) or (${withNetwork} and partner_id is null))
    group by partner_id`,

    // Closing the month is what a person reads the exceptions for.
    waiting_approvals: query => waitingApprovals(query, sql`action <> 'closing'`),

    // A file of a card network is of all programs.
    network_differences: ({ withNetwork }) => sql`
    select null as partner_id, count(*) as count, min(created_at) as oldest_at
    from network_differences
    where state = 'open' and ${withNetwork}
    having count(*) > 0`,
  }

export async function selectExceptions(db: Db, query: WaitingQuery): Promise<Waiting<ExceptionKind>[]> {
  const kinds = Object.entries(exceptionQueries) as [
    ExceptionKind,
    (typeof exceptionQueries)[ExceptionKind],
  ][]
  const parts = kinds.map(([kind, of]) => sql`select ${kind}::text as kind, * from (${of(query)}) waiting`)
  const { rows } = await sql<
    Waiting<ExceptionKind>
  >`${sql.join(parts, sql` union all `)} order by oldest_at`.execute(db)
  return rows
}
