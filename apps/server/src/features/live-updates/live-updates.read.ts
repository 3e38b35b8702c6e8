import { sql } from 'kysely'
import { forEachProgram } from '../../db/of-programs.ts'
import type { Db } from '../../db/open-database.ts'

export interface MemberKey {
  readonly partnerId: string
  readonly memberId: string
}

export interface MemberVersion extends MemberKey {
  readonly version: string
}

/** Whose page is open. */
export interface Follower extends MemberKey {
  readonly sessionId: string
}

/** @returns those of their sessions, by their ids, that have not ended. */
export async function selectLiveSessions(
  db: Db,
  followers: readonly Follower[],
  now: Date,
): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    select session.id
    from unnest(${followers.map(({ partnerId }) => partnerId)}::text[],
      ${followers.map(({ sessionId }) => sessionId)}::text[]) as follower (partner_id, session_id)
    join sessions session on session.partner_id = follower.partner_id and session.id = follower.session_id
    where session.expires_at > ${now.toISOString()}::timestamptz`.execute(db)
  return new Set(rows.map(({ id }) => id))
}

/**
 * What members see of their rewards, as a hash each, in one statement for those of a program. Of dines the newest count: an
 * older one that changes its reward has a new posting, and with it the balance a new version.
 */
export function selectVersions(db: Db, members: readonly MemberKey[]): Promise<MemberVersion[]> {
  return forEachProgram(members, async (partnerId, ofProgram) => {
    const { rows } = await sql<MemberVersion>`
      select ${partnerId} as partner_id, member.member_id, md5(concat_ws(' ',
        (select max(updated_at) from (
          select updated_at from dines
          where dines.partner_id = ${partnerId} and dines.member_id = member.member_id
          order by dined_at desc, id desc limit 20) newest),
        (select version from member_balances balance
          where balance.partner_id = ${partnerId} and balance.member_id = member.member_id),
        (select string_agg(status, ' ' order by created_at, id) from statement_credits credit
          where credit.partner_id = ${partnerId} and credit.member_id = member.member_id),
        (select string_agg(state, ' ' order by created_at, id) from claims claim
          where claim.partner_id = ${partnerId} and claim.member_id = member.member_id)
      )) as version
      from unnest(${ofProgram.map(({ memberId }) => memberId)}::text[]) as member (member_id)`.execute(db)
    return rows
  })
}
