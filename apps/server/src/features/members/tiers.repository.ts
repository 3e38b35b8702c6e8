import { type Insertable, type Selectable, sql } from 'kysely'
import { byKey, inOneStatement, unnested } from '../../db/one-statement.ts'
import type { Db } from '../../db/open-database.ts'
import type { MemberTiersTable } from './members.tables.ts'

interface Member {
  readonly partnerId: string
  readonly memberId: string
}

export type VipGrant = Pick<
  Selectable<MemberTiersTable>,
  'id' | 'vipYear' | 'dineId' | 'validFrom' | 'validTo' | 'revokedAt' | 'createdAt'
>

export async function insertTier(db: Db, row: Insertable<MemberTiersTable>): Promise<void> {
  await db.insertInto('memberTiers').values(row).execute()
}

/** Also those that were taken back. */
export function selectVipGrants(db: Db, { partnerId, memberId }: Member): Promise<VipGrant[]> {
  return inOneStatement(db, selectGrantsOf, { partnerId, memberId })
}

async function selectGrantsOf(db: Db, members: readonly Member[]): Promise<VipGrant[][]> {
  const { source } = unnested(members, { partnerId: 'text', memberId: 'text' })
  const { rows } = await sql<VipGrant & { n: number }>`
    select member.n::int, tier.id, vip_year, dine_id, valid_from, valid_to, revoked_at, created_at
    from ${source} with ordinality as member (partner_id, member_id, n)
    join member_tiers tier on tier.partner_id = member.partner_id and tier.member_id = member.member_id
    where vip_year is not null
    order by valid_from`.execute(db)
  return byKey(members, rows)
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
