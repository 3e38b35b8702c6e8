import type { Selectable } from 'kysely'
import { sql } from 'kysely'
import type { Db } from '../../db/open-database.ts'
import type { DinesTable } from './rewards.tables.ts'

/* These queries move dines to another version of the rules. */

export interface MemberKey {
  readonly partnerId: string
  readonly memberId: string
}

const isOfAnotherVersion = (version: number) =>
  sql<boolean>`(dine.decision->>'ruleVersion')::int <> ${version}`

/** Members come in the order of their ids, after the one given. Those who were erased are left out. */
export async function selectMembersOfOtherVersions(
  db: Db,
  partnerId: string,
  { version, after, limit }: { readonly version: number; readonly after: string; readonly limit: number },
): Promise<string[]> {
  const rows = await db
    .selectFrom('dines as dine')
    .innerJoin('members as member', join =>
      join.onRef('member.id', '=', 'dine.memberId').onRef('member.partnerId', '=', 'dine.partnerId'),
    )
    .select('dine.memberId')
    .distinct()
    .where('dine.partnerId', '=', partnerId)
    .where('dine.memberId', '>', after)
    .where('member.erasedAt', 'is', null)
    .where(isOfAnotherVersion(version))
    .orderBy('dine.memberId')
    .limit(limit)
    .execute()
  return rows.map(({ memberId }) => memberId)
}

export function selectMerchantsOfOtherVersions(
  db: Db,
  { partnerId, memberId }: MemberKey,
  version: number,
): Promise<{ merchantId: string | null; dines: number }[]> {
  return db
    .selectFrom('dines as dine')
    .select(['dine.merchantId', sql<number>`count(*)::int`.as('dines')])
    .where('dine.partnerId', '=', partnerId)
    .where('dine.memberId', '=', memberId)
    .where(isOfAnotherVersion(version))
    .groupBy('dine.merchantId')
    .orderBy('dine.merchantId')
    .execute()
}

export interface DineOutcome
  extends Pick<Selectable<DinesTable>, 'id' | 'merchantName' | 'status' | 'reasonCode'> {
  /** The format is `YYYY-MM-DD HH:mm`. */
  readonly dinedAt: string
  /** What is posted, components included. */
  readonly units: number
}

export async function selectOutcomes(
  db: Db,
  { partnerId, memberId }: MemberKey,
): Promise<Map<string, DineOutcome>> {
  const rows = await db
    .selectFrom('dines')
    .select(['id', 'merchantName', 'status', 'reasonCode'])
    .select([
      sql<string>`to_char(dined_at, 'YYYY-MM-DD HH24:MI')`.as('dinedAt'),
      sql<number>`case when status in ('Awarded', 'Deferred', 'Paid') then reward_units + component_units
        else 0 end`.as('units'),
    ])
    .where('partnerId', '=', partnerId)
    .where('memberId', '=', memberId)
    .orderBy('dinedAt')
    .orderBy('id')
    .execute()
  return new Map(rows.map(row => [row.id, row]))
}
