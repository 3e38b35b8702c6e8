import { sql } from 'kysely'
import type { Db } from '../../db/open-database.ts'
import { restaurantChangedAt, restaurantStatus } from '../partner-api/place-resources.read.ts'
import { memberBonusId } from '../partner-api/resources.read.ts'

export interface ToldRestaurant {
  readonly merchantId: string
  readonly status: 'open' | 'coming' | 'left'
  readonly changedAt: Date
  readonly toldStatus: 'open' | 'coming' | 'left' | null
}

interface Moment {
  readonly now: Date
  readonly limit: number
}

/** Restaurants of a program that are not as they were told. `isFirst`: nothing of the program was told before. */
export async function selectRestaurantsToTell(
  db: Db,
  partnerId: string,
  { now, limit }: Moment,
): Promise<{ readonly isFirst: boolean; readonly rows: readonly ToldRestaurant[] }> {
  const known = await db
    .selectFrom('toldRestaurants')
    .select('merchantId')
    .where('partnerId', '=', partnerId)
    .limit(1)
    .executeTakeFirst()
  const { rows } = await sql<ToldRestaurant>`
    select * from (
      select participation.merchant_id, ${restaurantStatus(now)} as status, ${restaurantChangedAt(now)} as changed_at,
        told.status as told_status, told.changed_at as told_at
      from merchant_participations participation
      join merchants merchant on merchant.id = participation.merchant_id
      left join told_restaurants told on told.partner_id = participation.partner_id
        and told.merchant_id = participation.merchant_id
      where participation.partner_id = ${partnerId}
    ) as restaurant
    where told_at is null or told_status <> status or told_at < changed_at
    ${known ? sql`limit ${limit}` : sql``}`.execute(db)
  return { isFirst: !known, rows }
}

export interface EndedBonus {
  readonly id: string
  readonly memberId: string
  readonly code: string
}

/** These parts in bonuses may have ended within the last month, and no event says so yet. */
export async function selectEndedBonuses(
  db: Db,
  partnerId: string,
  { now, limit }: Moment,
): Promise<EndedBonus[]> {
  const today = now.toISOString().slice(0, 10)
  const monthAgo = new Date(now.getTime() - 31 * 86_400_000).toISOString().slice(0, 10)
  const { rows } = await sql<{ memberId: string; code: string }>`
    select bonus.member_id, bonus.code
    from member_bonuses bonus
    join members member on member.partner_id = bonus.partner_id and member.id = bonus.member_id
    where bonus.partner_id = ${partnerId} and bonus.bonus_status = 'Enrolled'
      and (bonus.definition->>'to' >= ${monthAgo} and bonus.definition->>'to' < ${today}
        or member.joined_at + (bonus.definition->>'windowHours')::int * interval '1 hour'
          between ${monthAgo}::timestamptz and ${now})
      and not exists (
        select from told_bonuses told where told.partner_id = bonus.partner_id
          and told.member_id = bonus.member_id and told.code = bonus.code)
    limit ${limit}`.execute(db)
  return rows.map(row => ({ ...row, id: memberBonusId(row.memberId, row.code) }))
}
