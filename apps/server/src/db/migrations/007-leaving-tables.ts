import { type Kysely, sql } from 'kysely'

/** A table that should go but is somebody's stays until then, and takes no new bookings meanwhile. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table restaurant_tables add column is_leaving boolean not null default false`.execute(db)
}
