import { type RawBuilder, sql } from 'kysely'

/** The largest party that the restaurant's book takes; null without a book. For `merchants as merchant`. */
export const maximumPartySizeColumn: RawBuilder<number | null> = sql`(
  select max_party_size from restaurant_books where merchant_id = merchant.id)`
