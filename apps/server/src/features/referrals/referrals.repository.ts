import { type Insertable, type Selectable, sql, type Updateable } from 'kysely'
import type { Db } from '../../db/open-database.ts'
import type { ReferralsTable } from './referrals.tables.ts'

export type Referral = Selectable<ReferralsTable>
export type ReferralKey = Pick<Referral, 'partnerId' | 'memberId'>

/** For the friend, whose row is locked: no second one can come in between. */
export async function insertReferral(db: Db, row: Insertable<ReferralsTable>): Promise<void> {
  await db.insertInto('referrals').values(row).execute()
}

export async function updateReferral(
  db: Db,
  { partnerId, memberId }: ReferralKey,
  changes: Updateable<ReferralsTable>,
): Promise<void> {
  await db
    .updateTable('referrals')
    .set(changes)
    .where('partnerId', '=', partnerId)
    .where('memberId', '=', memberId)
    .execute()
}

/** Lock the row, if its referrer is to be rewarded, or the other way around. */
export function lockUnsettled(db: Db, { partnerId, memberId }: ReferralKey): Promise<Referral | undefined> {
  return db
    .selectFrom('referrals')
    .selectAll()
    .where('partnerId', '=', partnerId)
    .where('memberId', '=', memberId)
    .where(isUnsettled)
    .forNoKeyUpdate()
    .executeTakeFirst()
}

export function selectUnsettled(
  db: Db,
  partnerId: string,
): Promise<Pick<Referral, 'memberId' | 'referrerId'>[]> {
  return db
    .selectFrom('referrals')
    .select(['memberId', 'referrerId'])
    .where('partnerId', '=', partnerId)
    .where(isUnsettled)
    .orderBy('createdAt')
    .orderBy('memberId')
    .limit(1_000)
    .execute()
}

/** As the partial index `referrals_unsettled` says it. */
const isUnsettled = sql<boolean>`refusal is null and referrer_refusal is null
  and (reward_id is null) <> (referrer_reward_id is null)`

/** For how many friends whose first dine was in the calendar year of a date. */
export async function countRewarded(
  db: Db,
  { partnerId, referrerId, date }: { partnerId: string; referrerId: string; date: string },
): Promise<number> {
  const { count } = await db
    .selectFrom('referrals')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('partnerId', '=', partnerId)
    .where('referrerId', '=', referrerId)
    .where('referrerRewardId', 'is not', null)
    .where(sql<boolean>`extract(year from dined_on) = extract(year from ${date}::date)`)
    .executeTakeFirstOrThrow()
  return count
}
