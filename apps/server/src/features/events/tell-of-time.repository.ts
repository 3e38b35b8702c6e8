import { sql } from 'kysely'
import type { Db } from '../../db/open-database.ts'
import { unnested } from '../../db/unnested.ts'
import type { EndedBonus, ToldRestaurant } from './tell-of-time.read.ts'

export async function upsertToldRestaurants(
  db: Db,
  partnerId: string,
  rows: readonly ToldRestaurant[],
): Promise<void> {
  if (rows.length === 0) return
  const told = rows.map(({ merchantId, status, changedAt }) => ({ partnerId, merchantId, status, changedAt }))
  const { columns, source } = unnested(told, {
    partnerId: 'text',
    merchantId: 'text',
    status: 'text',
    changedAt: 'timestamptz',
  })
  await sql`
    insert into told_restaurants (${columns}) select * from ${source}
    on conflict (partner_id, merchant_id) do update set status = excluded.status, changed_at = excluded.changed_at`.execute(
    db,
  )
}

export async function insertToldBonuses(
  db: Db,
  partnerId: string,
  bonuses: readonly EndedBonus[],
): Promise<void> {
  if (bonuses.length === 0) return
  await db
    .insertInto('toldBonuses')
    .values(bonuses.map(({ memberId, code }) => ({ partnerId, memberId, code })))
    .onConflict(conflict => conflict.doNothing())
    .execute()
}
