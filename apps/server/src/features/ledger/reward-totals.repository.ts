import { sql } from 'kysely'
import type { Db } from '../../db/open-database.ts'

/** The row is locked: of two at once the second waits. */
export async function lockTotals(db: Db): Promise<number> {
  const { rows } = await sql<{ untilId: number }>`
    select until_id from reward_totals_until for update`.execute(db)
  return rows[0]!.untilId
}

/** The postings of these ids are added; entries are read in their months only. */
export async function addToTotals(db: Db, { after, until }: { after: number; until: number }): Promise<void> {
  await sql`
    with posting as materialized (
      select partner_id, id, kind, counts_at from ledger_postings where id > ${after} and id <= ${until}
    )
    insert into reward_totals as total (partner_id, accounted_at, kind, units)
    select posting.partner_id, date_bin('15 minutes', posting.counts_at, 'epoch'), posting.kind, sum(entry.units)
    from posting
    join ledger_entries entry on entry.partner_id = posting.partner_id and entry.posting_id = posting.id
      and entry.counts_at = posting.counts_at
      and entry.counts_at >= (select min(counts_at) from posting)
      and entry.counts_at <= (select max(counts_at) from posting)
      and entry.account in ('program_rewards', 'partner_rewards')
    group by 1, 2, 3
    on conflict (partner_id, accounted_at, kind) do update set units = total.units + excluded.units`.execute(
    db,
  )
  await sql`update reward_totals_until set until_id = ${until}`.execute(db)
}
