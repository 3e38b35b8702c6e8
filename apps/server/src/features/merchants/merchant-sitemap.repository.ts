import { sql } from 'kysely'
import type { Db } from '../../db/open-database.ts'

export interface ListedPage {
  readonly id: string
  readonly updatedAt: Date
}

/** The restaurants that take part on this day, those that changed last first. */
export function selectListedPages(
  db: Db,
  { partnerId, day, limit }: { partnerId: string; day: string; limit: number },
): Promise<ListedPage[]> {
  return db
    .selectFrom('merchants as merchant')
    .innerJoin('merchantParticipations as participation', 'participation.merchantId', 'merchant.id')
    .select(['merchant.id', 'merchant.updatedAt'])
    .where('participation.partnerId', '=', partnerId)
    .where(sql<boolean>`(participation.left_on is null or participation.left_on > ${day}::date)`)
    .orderBy('merchant.updatedAt', 'desc')
    .orderBy('merchant.id')
    .limit(limit)
    .execute()
}
