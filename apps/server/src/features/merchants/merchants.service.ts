import type { Context } from '../../context.ts'
import type { Db } from '../../db/open-database.ts'
import {
  type MerchantForEvent,
  type Participation,
  selectMerchantForEvent,
  selectParticipation,
} from './merchants.repository.ts'

/**
 * The restaurant an event happened at: by our id (`location.metadata.id`), falling back to the MID in force at the
 * restaurant's local date `YYYY-MM-DD` (wire: Transactions come in). Null when it is unknown, or takes no part in the
 * partner's programme at all. Whether it took part on that date is for the caller to judge from `participation`:
 * `joinedOn` is its first day, `leftOn` the first day it no longer counts.
 */
export function findMerchantForEvent(
  ctx: Pick<Context, 'db' | 'partner'>,
  place: { merchantId?: string | null | undefined; mid?: string | null | undefined; localDate: string },
): Promise<MerchantForEvent | null> {
  return selectMerchantForEvent(ctx.db, ctx.partner.slug, place)
}

/** The partner's terms with a restaurant; null where it takes no part. */
export function participationFor(
  db: Db,
  partnerId: string,
  merchantId: string,
): Promise<Participation | null> {
  return selectParticipation(db, partnerId, merchantId)
}
