import { type Insertable, sql } from 'kysely'
import type { Db } from '../../db/open-database.ts'
import type { MemberTiersTable } from './members.tables.ts'

export async function insertTier(db: Db, row: Insertable<MemberTiersTable>): Promise<void> {
  await db.insertInto('memberTiers').values(row).execute()
}

export async function updateGrant(
  db: Db,
  partnerId: string,
  id: number,
  changes: { readonly dineId: string | null; readonly revokedAt: Date | null },
): Promise<void> {
  await db
    .updateTable('memberTiers')
    .set(changes)
    .where('partnerId', '=', partnerId)
    .where('id', '=', id)
    .execute()
}

/** Those that hold: what dines before had stays. */
export async function revokeGrants(
  db: Db,
  { partnerId, memberId, now }: { partnerId: string; memberId: string; now: Date },
): Promise<void> {
  await db
    .updateTable('memberTiers')
    .set({ revokedAt: now })
    .where('partnerId', '=', partnerId)
    .where('memberId', '=', memberId)
    .where('vipYear', 'is not', null)
    .where('revokedAt', 'is', null)
    .where('validTo', '>', now)
    .execute()
}

/** VIPs whose last grant is over, and when it ended. */
export async function selectEndedVips(
  db: Db,
  partnerId: string,
  now: Date,
): Promise<{ memberId: string; endedAt: Date }[]> {
  const { rows } = await sql<{ memberId: string; endedAt: Date }>`
    select member.id as member_id, last.ended_at
    from members member
    cross join lateral (
      select max(valid_to) as ended_at from member_tiers tier
      where tier.partner_id = member.partner_id and tier.member_id = member.id and tier.revoked_at is null) last
    where member.partner_id = ${partnerId} and member.tier_level = 3
      and last.ended_at <= ${now.toISOString()}::timestamptz`.execute(db)
  return rows
}
