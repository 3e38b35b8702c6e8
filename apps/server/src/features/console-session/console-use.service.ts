import { sql } from 'kysely'
import type { ConsoleContext } from '../../context.ts'

export interface ConsoleUse {
  /** It is null for a person without a session in the console now. */
  readonly lastUsedAt: Date | null
  readonly hasSecondFactor: boolean
  readonly isConnected: boolean
  /** They are of the console, the last used first. */
  readonly sessions: {
    browser: string | null
    system: string | null
    startedAt: string
    lastUsedAt: string
  }[]
  /** How many there are at partners' sites. */
  readonly siteSessions: number
}

/** The result is by staff id. */
export async function listConsoleUse({
  db,
  clock,
}: Pick<ConsoleContext, 'db' | 'clock'>): Promise<Map<string, ConsoleUse>> {
  const now = clock.now()
  const { rows } = await sql<Omit<ConsoleUse, 'sessions'> & { id: string }>`
    select id,
      (select max(last_used_at) from console_sessions where staff_id = staff.id) as last_used_at,
      (exists (select from staff_authenticators where staff_id = staff.id and secret is not null)
        or exists (select from staff_passkeys where staff_id = staff.id)) as has_second_factor,
      exists (select from staff_identities where staff_id = staff.id) as is_connected,
      (select count(*)::integer from staff_sessions
        where staff_id = staff.id and expires_at > ${now.toISOString()}::timestamptz) as site_sessions
    from staff`.execute(db)
  const open = await db
    .selectFrom('consoleSessions')
    .select(['staffId', 'browser', 'system', 'startedAt', 'lastUsedAt'])
    .where('expiresAt', '>', now)
    .orderBy('lastUsedAt', 'desc')
    .execute()
  const sessions = Map.groupBy(open, ({ staffId }) => staffId)
  return new Map(
    rows.map(({ id, ...use }) => [
      id,
      {
        ...use,
        sessions: (sessions.get(id) ?? []).map(({ browser, system, startedAt, lastUsedAt }) => ({
          browser,
          system,
          startedAt: startedAt.toISOString(),
          lastUsedAt: lastUsedAt.toISOString(),
        })),
      },
    ]),
  )
}
