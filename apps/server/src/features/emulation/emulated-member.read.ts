import { sql } from 'kysely'
import type { MemberActor } from '../../context.ts'
import type { Db } from '../../db/open-database.ts'
import { type MemberSummary, memberSummary } from '../members/member-summary.read.ts'

/** Whose pages are shown. Null once it or the console session has ended, and without the staff member's account. */
export async function findEmulatedMember(
  db: Db,
  input: {
    readonly partnerId: string
    readonly tokenHash: string
    readonly now: Date
    readonly withSummary: boolean
  },
): Promise<MemberActor | null> {
  const row = await db
    .selectFrom('emulatedSessions as emulation')
    .innerJoin('members', join =>
      join
        .onRef('members.id', '=', 'emulation.memberId')
        .onRef('members.partnerId', '=', 'emulation.partnerId'),
    )
    .innerJoin('staff', 'staff.id', 'emulation.emulatedBy')
    .selectAll('members')
    .select(
      (input.withSummary ? memberSummary(input.now.getUTCFullYear()) : sql<MemberSummary | null>`null`).as(
        'summary',
      ),
    )
    .where('emulation.partnerId', '=', input.partnerId)
    .where('emulation.tokenHash', '=', input.tokenHash)
    .where('emulation.expiresAt', '>', input.now)
    .where('emulation.endedAt', 'is', null)
    .where('members.erasedAt', 'is', null)
    .where('staff.deactivatedAt', 'is', null)
    .where(hasConsoleSession(input.now))
    .executeTakeFirst()
  if (!row) return null
  const { passwordHash: _, ...member } = row
  return { kind: 'member', ...member }
}

const hasConsoleSession = (now: Date) =>
  sql<boolean>`exists (
    select from console_sessions session where session.token_hash = session_hash and session.expires_at > ${now})`

/** @returns the hashes of those that have not ended */
export async function liveConsoleSessions(
  db: Db,
  hashes: readonly string[],
  now: Date,
): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom('consoleSessions')
    .select('tokenHash')
    .where('tokenHash', 'in', hashes)
    .where('expiresAt', '>', now)
    .execute()
  return new Set(rows.map(({ tokenHash }) => tokenHash))
}
