import { type Insertable, type Selectable, sql } from 'kysely'
import type { Db } from '../../db/open-database.ts'
import { unnested } from '../../db/unnested.ts'
import type { AccountRewardsTable } from './account-rewards.tables.ts'

export type NewAccountReward = Omit<Insertable<AccountRewardsTable>, 'rewardedAt' | 'createdAt'> & {
  readonly createdAt: Date
}

/** @returns false when what it takes back was taken back before. */
export async function insertAccountReward(
  db: Db,
  reward: NewAccountReward,
  timeZone: string,
): Promise<boolean> {
  const rewardedAt = sql<string>`${reward.createdAt.toISOString()}::timestamptz at time zone ${timeZone}`
  const result = await db
    .insertInto('accountRewards')
    .values({ ...reward, rewardedAt })
    .onConflict(conflict =>
      conflict.columns(['partnerId', 'correctsId']).where('correctsId', 'is not', null).doNothing(),
    )
    .executeTakeFirst()
  return Number(result.numInsertedOrUpdatedRows ?? 0) > 0
}

export function findAccountReward(
  db: Db,
  partnerId: string,
  id: string,
): Promise<Selectable<AccountRewardsTable> | undefined> {
  return db
    .selectFrom('accountRewards')
    .selectAll()
    .where('partnerId', '=', partnerId)
    .where('id', '=', id)
    .executeTakeFirst()
}

/** These dines became part of others, which are not what the rows are about. */
export async function detachDinesOfAccountRewards(
  db: Db,
  dines: readonly { readonly partnerId: string; readonly id: string }[],
): Promise<void> {
  const { source } = unnested(dines, { partnerId: 'text', id: 'text' })
  await sql`
    update account_rewards set dine_id = null from ${source} as gone (partner_id, dine_id)
    where account_rewards.partner_id = gone.partner_id and account_rewards.dine_id = gone.dine_id`.execute(db)
}
