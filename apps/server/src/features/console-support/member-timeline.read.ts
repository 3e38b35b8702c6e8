import type { TimelineEntry, TimelineKind } from '@dineward/core/console-support/timeline.contract.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../db/open-database.ts'

export interface TimelineRow extends Omit<TimelineEntry, 'at' | 'detail'> {
  /** With microseconds, since it is part of the place in the list. */
  readonly at: string
  readonly detail: string | null
  /** Of a dine, or a payout. */
  readonly reasonCode: string | null
}

export interface TimelinePlace {
  readonly at: string
  readonly kind: string
  readonly id: string
}

interface TimelinePage {
  readonly partnerId: string
  readonly memberId: string
  readonly kinds: readonly TimelineKind[]
  readonly after: TimelinePlace | null
  readonly limit: number
}

/** Each kind names its rows alike; all are about one member, by an index. */
const sources: Record<TimelineKind, RawBuilder<unknown>> = {
  dine: sql`select source_transaction_id as id, created_at as at, merchant_name as title, null as detail,
      status as state, reward_units + component_units as units, reason_code,
      greatest(coalesce(cleared_cents, authorized_cents, 0) - refunded_cents, 0) as amount_cents
    from dines where (partner_id, member_id) = (select * from owner)`,
  reward: sql`select id, created_at, description, null, null, units, null, null
    from account_rewards where (partner_id, member_id) = (select * from owner)`,
  payout: sql`select id, created_at, target_label, null, status, null, reason_code, amount_cents
    from statement_credits where (partner_id, member_id) = (select * from owner)`,
  claim: sql`select claim.id, claim.created_at, merchant.name, claim.assignee, claim.state, null, null,
      claim.amount_cents
    from claims claim join merchants merchant on merchant.id = claim.merchant_id
    where (claim.partner_id, claim.member_id) = (select * from owner)`,
  adjustment: sql`select id, created_at, reason, author,
      case when reversed_at is null then 'posted' else 'reversed' end, units, null, null
    from adjustments where (partner_id, member_id) = (select * from owner)`,
  bonus: sql`select code, coalesce(enrolled_at, created_at), coalesce(nullif(description, ''), code), code,
      bonus_status, null, null, null
    from member_bonuses where (partner_id, member_id) = (select * from owner)`,
  mail: sql`select id, created_at, subject, concat_ws('. ', recipient, last_error),
      case when failed_at is not null then 'error' when sent_at is not null then 'sent' else 'waiting' end,
      null, null, null
    from outgoing_mails where (partner_id, member_id) = (select * from owner)`,
  sign_in: sql`select id, created_at, coalesce(nullif(concat_ws(' on ', browser, system), ''), 'Unknown browser'),
      null, null, null, null, null
    from sessions where (partner_id, member_id) = (select * from owner)`,
  change: sql`select id::text, entry.at, action, concat_ws(': ', actor, reason), null, null, null, null
    from audit_log entry join owner on entry.subject = owner.member_id and entry.partner_id = owner.partner_id`,
}

/** The newest come first. Each kind gives a page at most, of which the newest page is left. */
export async function readTimeline(
  db: Db,
  { partnerId, memberId, kinds, after, limit }: TimelinePage,
): Promise<TimelineRow[]> {
  const place = after
    ? sql`where (at, kind, id) < (${after.at}::timestamptz, ${after.kind}::text, ${after.id}::text)`
    : sql``
  const pages = kinds.map(
    kind => sql`(select * from (
        select ${kind}::text as kind, id::text, at, title::text, detail::text, state::text, units::bigint,
          reason_code::text, amount_cents::bigint
        from (${sources[kind]}) one(id, at, title, detail, state, units, reason_code, amount_cents)
      ) row ${place} order by at desc, id desc limit ${limit})`,
  )
  const { rows } = await sql<TimelineRow>`
    with owner as (select ${partnerId}::text as partner_id, ${memberId}::text as member_id)
    select kind, id, title, detail, state, units, reason_code, amount_cents,
      to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as at
    from (${sql.join(pages, sql` union all `)}) every
    order by every.at desc, kind desc, id desc limit ${limit}`.execute(db)
  return rows
}
