import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../db/open-database.ts'

export interface ReviewRow {
  readonly id: string
  readonly authorName: string
  readonly rating: number
  readonly body: string
  readonly dinedOn: string
}

/** A column for statements on `merchants as merchant`. Keys inside JSON are not translated to camelCase. */
export function newestReviewsColumn(count: number, from = 0): RawBuilder<readonly ReviewRow[]> {
  return sql`(
    select coalesce(json_agg(json_build_object('id', id, 'authorName', author_name, 'rating', rating,
      'body', body, 'dinedOn', dined_on) order by dined_on desc, id), '[]')
    from (select * from merchant_reviews where merchant_id = merchant.id
      order by dined_on desc, id limit ${count} offset ${from}) as newest)`
}

/** How many gave 1, 2, 3, 4 and 5. */
export const reviewSpread: RawBuilder<readonly number[]> = sql`(
  select array_agg(coalesce(given.count, 0) order by stars.rating)
  from generate_series(1, 5) as stars(rating)
  left join (select rating, count(*)::int as count from merchant_reviews
    where merchant_id = merchant.id group by rating) as given on given.rating = stars.rating)`

export async function selectReviews(
  db: Db,
  partnerId: string,
  merchantId: string,
  page: { readonly count: number; readonly from: number },
): Promise<{ reviews: readonly ReviewRow[]; total: number } | undefined> {
  return db
    .selectFrom('merchants as merchant')
    .innerJoin('merchantParticipations as participation', 'participation.merchantId', 'merchant.id')
    .select([
      newestReviewsColumn(page.count, page.from).as('reviews'),
      sql<number>`(select count(*)::int from merchant_reviews where merchant_id = merchant.id)`.as('total'),
    ])
    .where('merchant.id', '=', merchantId)
    .where('participation.partnerId', '=', partnerId)
    .executeTakeFirst()
}
