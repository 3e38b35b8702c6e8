import type { Merchant } from '@dineward/core/merchants/merchants.contract.ts'
import { AppError } from '@dineward/core/shared/errors.ts'
import { type Context, memberOf } from '../../context.ts'
import { type MerchantForEvent, selectMerchant, selectMerchantForEvent } from './merchants.repository.ts'
import { wholeMerchant } from './merchants.view.ts'

const reviewsShown = 5

/** The whole restaurant. `merchant_not_found` where it takes no part in the partner's program. */
export async function showMerchant(ctx: Context, merchantId: string): Promise<Merchant> {
  // PostgreSQL refuses a text with a NUL in it; no id has one.
  if (merchantId.includes('\0')) throw new AppError('merchant_not_found')
  const row = await selectMerchant(ctx.db, ctx.partner.slug, merchantId, {
    reviewCount: reviewsShown,
    now: ctx.clock.now(),
    memberId: memberOf(ctx)?.id ?? null,
  })
  if (!row) throw new AppError('merchant_not_found')
  return wholeMerchant(ctx, row)
}

/**
 * The restaurant an event happened at: by our id (`location.metadata.id`), falling back to the MID in force at the
 * restaurant's local date `YYYY-MM-DD` (wire: Transactions come in). Null when it is unknown, or takes no part in the
 * partner's program at all. Whether it took part on that date is for the caller to judge from `participation`:
 * `joinedOn` is its first day, `leftOn` the first day it no longer counts.
 */
export function findMerchantForEvent(
  ctx: Pick<Context, 'db' | 'partner'>,
  place: { merchantId?: string | null | undefined; mid?: string | null | undefined; localDate: string },
): Promise<MerchantForEvent | null> {
  return selectMerchantForEvent(ctx.db, ctx.partner.slug, place)
}
