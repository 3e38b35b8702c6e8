import { type Kysely, sql } from 'kysely'

/**
 * Pages of restaurants that are kept for a moment have to hear of every change that they show: a restaurant's story, hours
 * and menu too, which 004 left out because lists do not show them.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create or replace function merchants_changed() returns trigger language plpgsql as $$
  begin
    perform refresh_merchant_search(array_agg(participation.partner_id), array_agg(participation.merchant_id))
    from changed join former using (id) join merchant_participations participation on participation.merchant_id = id
    where (to_jsonb(changed) - 'updated_at') is distinct from (to_jsonb(former) - 'updated_at');
    return null;
  end $$`.execute(db)
}
