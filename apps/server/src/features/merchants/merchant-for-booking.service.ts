import { AppError } from '@dineward/core/shared/errors.ts'
import type { Context } from '../../context.ts'
import type { Db } from '../../db/open-database.ts'
import {
  type MerchantForBooking,
  selectMerchantForBooking,
  updateTakesBookings,
} from './merchant-for-booking.repository.ts'

export type { MerchantForBooking } from './merchant-for-booking.repository.ts'

/** @throws `merchant_not_found` where it takes no part in the partner's program. */
export async function merchantForBooking(
  ctx: Pick<Context, 'db' | 'partner'>,
  merchantId: string,
): Promise<MerchantForBooking> {
  // PostgreSQL refuses text with a NUL.
  const found = merchantId.includes('\0')
    ? null
    : await selectMerchantForBooking(ctx.db, ctx.partner.slug, merchantId)
  if (!found) throw new AppError('merchant_not_found')
  return found
}

export function setTakesBookings(
  db: Db,
  merchantId: string,
  takesBookings: boolean,
  now: Date,
): Promise<void> {
  return updateTakesBookings(db, merchantId, takesBookings, now)
}
