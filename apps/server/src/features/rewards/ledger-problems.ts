import { sql } from 'kysely'
import type { Db } from '../../db/open-database.ts'

/** Each names rows that must not exist, one sentence a row. */
const checks = {
  'a posting does not sum to zero': sql`
    select posting.partner_id || ' ' || posting.id as row
    from ledger_postings posting left join ledger_entries entry on entry.posting_id = posting.id
    group by posting.partner_id, posting.id
    having count(entry.units) < 2 or sum(entry.units) <> 0`,
  'a dine does not stand in the ledger at its reward': sql`
    select dine.partner_id || ' ' || dine.id as row
    from dines dine
    left join ledger_postings posting
      on posting.partner_id = dine.partner_id and posting.correlation_id = dine.id
    left join ledger_entries entry
      on entry.posting_id = posting.id and entry.account = 'member_rewards' and entry.member_id = dine.member_id
    group by dine.partner_id, dine.id, dine.status, dine.reward_units
    having coalesce(sum(entry.units), 0) <>
      case when dine.status in ('Awarded', 'Paid') then dine.reward_units else 0 end`,
  'a dine is not the sum of its amounts': sql`
    select dine.partner_id || ' ' || dine.id as row
    from dines dine
    left join dine_amounts amount on amount.partner_id = dine.partner_id and amount.dine_id = dine.id
    group by dine.partner_id, dine.id, dine.authorised_cents, dine.cleared_cents, dine.refunded_cents
    having max(amount_cents) filter (where kind = 'authorisation') is distinct from dine.authorised_cents
      or sum(amount_cents) filter (where kind = 'clearing') is distinct from dine.cleared_cents
      or coalesce(sum(amount_cents) filter (where kind = 'refund'), 0) <> dine.refunded_cents`,
  'a source event counts twice': sql`
    select 'event ' || card_event_id as row from dine_amounts where card_event_id is not null
    group by card_event_id having count(*) > 1`,
  'a worked event has no movement': sql`
    select 'event ' || event.id as row
    from card_events event
    left join dine_amounts amount
      on amount.partner_id = event.partner_id and amount.source_key = event.source_key
    where event.status = 'worked' and amount.dine_id is distinct from event.dine_id`,
} as const

/**
 * Everything in the books that must never be: one line for each violation, none when all is well. For tests, for the
 * checks after a fault, and for whoever has to be sure; it reads every posting and every dine of every partner.
 */
export async function ledgerProblems(db: Db): Promise<string[]> {
  const problems: string[] = []
  for (const [rule, query] of Object.entries(checks)) {
    const { rows } = await sql<{
      row: string
    }>`select row from (${query}) as violations order by row`.execute(db)
    problems.push(...rows.map(({ row }) => `${rule}: ${row}`))
  }
  return problems
}
