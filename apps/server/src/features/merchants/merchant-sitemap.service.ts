import type { Context } from '../../context.ts'
import { type ListedPage, selectListedPages } from './merchant-sitemap.repository.ts'

/** The pages of the partner's restaurants that search engines are told of; at most `limit`, newest changes first. */
export function listMerchantPages(
  { db, partner, clock }: Pick<Context, 'db' | 'partner' | 'clock'>,
  limit: number,
): Promise<ListedPage[]> {
  const day = clock.now().toISOString().slice(0, 10)
  return selectListedPages(db, { partnerId: partner.slug, day, limit })
}
