import type { Db } from '../../db/open-database.ts'
import type { MenuSection } from '../merchants/merchants.tables.ts'

/**
 * What a restaurant serves; null when there is none of this id. Restaurants are shared by all partners, and so are
 * their pictures.
 */
export async function cuisinesOfMerchant(db: Db, merchantId: string): Promise<string[] | null> {
  const merchant = await db
    .selectFrom('merchants')
    .select('cuisines')
    .where('id', '=', merchantId)
    .executeTakeFirst()
  return merchant?.cuisines ?? null
}

/** What is printed on the cards of a restaurant's menu. */
export async function menuOfMerchant(
  db: Db,
  merchantId: string,
): Promise<{ id: string; name: string; menu: MenuSection[] } | null> {
  const merchant = await db
    .selectFrom('merchants')
    .select(['id', 'name', 'menu'])
    .where('id', '=', merchantId)
    .executeTakeFirst()
  return merchant ?? null
}
