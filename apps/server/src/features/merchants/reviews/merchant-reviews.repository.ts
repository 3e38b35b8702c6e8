import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../../db/open-database.ts'
import { unnested } from '../../../db/unnested.ts'

export interface ReviewRow {
  readonly id: string
  readonly authorName: string
  readonly rating: number
  readonly body: string
  readonly dinedOn: string
}

/** This is a column for statements on `merchants as merchant`. Keys inside JSON are not translated to camelCase. */
export function newestReviewsColumn(count: number, from = 0): RawBuilder<readonly ReviewRow[]> {
  return sql`(
    select coalesce(json_agg(json_build_object('id', id, 'authorName', author_name, 'rating', rating,
      'body', body, 'dinedOn', dined_on) order by dined_on desc, id), '[]')
    from (select * from merchant_reviews where merchant_id = merchant.id and hidden_at is null
      order by dined_on desc, id limit ${count} offset ${from}) as newest)`
}

/** How many gave 1, 2, 3, 4 and 5. */
export const reviewSpread: RawBuilder<readonly number[]> = sql`(
  select array_agg(coalesce(given.count, 0) order by stars.rating)
  from generate_series(1, 5) as stars(rating)
  left join (select rating, count(*)::int as count from merchant_reviews
    where merchant_id = merchant.id and hidden_at is null group by rating) as given on given.rating = stars.rating)`

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
      sql<number>`(select count(*)::int from merchant_reviews
        where merchant_id = merchant.id and hidden_at is null)`.as('total'),
    ])
    .where('merchant.id', '=', merchantId)
    .where('participation.partnerId', '=', partnerId)
    .executeTakeFirst()
}

/** Triggers update the search. @returns false where it was inserted before. */
export async function insertReview(
  db: Db,
  review: ReviewRow & { readonly merchantId: string },
  now: Date,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('merchantReviews')
    .values(review)
    .onConflict(conflict => conflict.column('id').doNothing())
    .executeTakeFirstOrThrow()
  if (Number(numInsertedOrUpdatedRows ?? 0) === 0) return false
  await addStars(db, [{ merchantId: review.merchantId, stars: review.rating, ratings: 1 }], now)
  return true
}

/** @returns false where it is hidden, or does not exist. */
export async function hideReview(db: Db, reviewId: string, now: Date): Promise<boolean> {
  const hidden = await db
    .updateTable('merchantReviews')
    .set({ hiddenAt: now })
    .where('id', '=', reviewId)
    .where('hiddenAt', 'is', null)
    .returning(['merchantId', 'rating'])
    .executeTakeFirst()
  if (!hidden) return false
  await addStars(db, [{ merchantId: hidden.merchantId, stars: -hidden.rating, ratings: -1 }], now)
  return true
}

/** `rating` has one decimal, so the sum is stored: rounding must not add up. */
export async function addStars(
  db: Db,
  given: readonly { readonly merchantId: string; readonly stars: number; readonly ratings: number }[],
  now: Date,
): Promise<void> {
  const { columns, source } = unnested(given, { merchantId: 'text', stars: 'numeric', ratings: 'int' })
  await sql`
    update merchants set
      stars_total = summed.stars,
      number_of_ratings = summed.ratings,
      rating = case when summed.ratings > 0 then least(5, greatest(1, round(summed.stars / summed.ratings, 1))) end,
      updated_at = ${now}
    from (
      select id, coalesce(stars_total, rating * number_of_ratings, 0) + given.stars as stars,
        greatest(0, number_of_ratings + given.ratings) as ratings
      from merchants join ${source} as given (${columns}) on given.merchant_id = merchants.id
      order by id for no key update of merchants
    ) as summed
    where merchants.id = summed.id`.execute(db)
}
