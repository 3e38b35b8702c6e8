import { sql } from 'kysely'
import type { Db } from '../../db/open-database.ts'

/** The result is by staff id, and has those with a session or a second factor. */
export async function listConsoleUse(
  db: Db,
): Promise<Map<string, { lastUsedAt: Date | null; hasSecondFactor: boolean }>> {
  const { rows } = await sql<{ id: string; lastUsedAt: Date | null; hasSecondFactor: boolean }>`
    select id,
      (select max(last_used_at) from console_sessions where staff_id = staff.id) as last_used_at,
      (exists (select from staff_authenticators where staff_id = staff.id and secret is not null)
        or exists (select from staff_passkeys where staff_id = staff.id)) as has_second_factor
    from staff`.execute(db)
  return new Map(rows.map(({ id, ...use }) => [id, use]))
}
