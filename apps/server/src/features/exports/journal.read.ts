import type { JournalEntry } from '@dineward/core/exports/journal.rules.ts'
import { sql } from 'kysely'
import type { Db } from '../../db/open-database.ts'
import { accountedAt, type Until } from '../reports/figures.read.ts'

/** They are in the order of their days, from and until instants. */
export async function selectJournalEntries(
  db: Db,
  { partnerId, from, until, timeZone }: Until & { readonly from: Date; readonly timeZone: string },
): Promise<JournalEntry[]> {
  const { rows } = await sql<JournalEntry>`
    select (${accountedAt} at time zone ${timeZone})::date::text as date, posting.kind, entry.account,
      coalesce(-sum(entry.units) filter (where entry.units < 0), 0) as debit,
      coalesce(sum(entry.units) filter (where entry.units > 0), 0) as credit
    from ledger_entries entry
    join ledger_postings posting on posting.partner_id = entry.partner_id and posting.id = entry.posting_id
      and posting.counts_at = entry.counts_at
    where entry.partner_id = ${partnerId} and ${accountedAt} >= ${from.toISOString()}::timestamptz
      and ${accountedAt} < ${until.toISOString()}::timestamptz
    group by 1, 2, 3
    order by 1, 2, 3`.execute(db)
  return rows
}

/** A program has begun with its first member or posting. */
export async function hasBegun(db: Db, { partnerId, until }: Until): Promise<boolean> {
  const before = until.toISOString()
  const { rows } = await sql<{ begun: boolean }>`
    select exists (select from members where partner_id = ${partnerId} and joined_at < ${before}::timestamptz)
      or exists (select from ledger_postings posting
        where partner_id = ${partnerId} and counts_at < ${before}::timestamptz) as begun`.execute(db)
  return rows[0]!.begun
}
