import type { Merchant } from '@dineward/core/merchants/merchants.contract.ts'
import type { Partner } from '@dineward/core/partner/partner.ts'
import { AppError } from '@dineward/core/shared/errors.ts'
import { type Context, memberOf } from '../../context.ts'
import type { Db } from '../../db/open-database.ts'
import {
  type MerchantForEvent,
  type MerchantPage,
  type PlaceOfEvent,
  selectMerchant,
  selectMerchantPages,
  selectMerchantsForEvents,
} from './merchants.repository.ts'
import { merchantDetails } from './merchants.view.ts'

const reviewsShown = 5

/** @throws `merchant_not_found` where it takes no part in the partner's program. */
export async function showMerchant(ctx: Context, merchantId: string): Promise<Merchant> {
  const row = canBeId(merchantId)
    ? await selectMerchant(ctx.db, ctx.partner.slug, merchantId, {
        reviewCount: reviewsShown,
        now: ctx.clock.now(),
        memberId: memberOf(ctx)?.id ?? null,
      })
    : null
  if (!row) throw new AppError('merchant_not_found')
  return merchantDetails(ctx, row)
}

export type { PlaceOfEvent } from './merchants.repository.ts'

/**
 * The restaurant is found by our id, else by the MID on the local date (wire: Transactions come in). The caller checks
 * `participation`.
 */
export async function findMerchantForEvent(
  { db, partner }: Pick<Context, 'db' | 'partner'>,
  place: PlaceOfEvent,
): Promise<MerchantForEvent | null> {
  const [found = null] = await findMerchantsForEvents(db, [{ partner, place }])
  return found
}

/** It does the same for several events, in their order. */
export function findMerchantsForEvents(
  db: Db,
  events: readonly { readonly partner: Pick<Partner, 'slug'>; readonly place: PlaceOfEvent }[],
): Promise<(MerchantForEvent | null)[]> {
  return selectMerchantsForEvents(
    db,
    events.map(({ partner, place: { merchantId, mid, ...time } }) => ({
      partnerId: partner.slug,
      merchantId: merchantId ?? '',
      mid: mid ?? '',
      localDate: 'localDate' in time ? time.localDate : null,
      instant: 'instant' in time ? time.instant : null,
    })),
  )
}

export function listMerchantPages(
  { db, partner, clock }: Pick<Context, 'db' | 'partner' | 'clock'>,
  limit: number,
): Promise<MerchantPage[]> {
  const day = clock.now().toISOString().slice(0, 10)
  return selectMerchantPages(db, { partnerId: partner.slug, day, limit })
}

/** PostgreSQL refuses text with a NUL. */
const canBeId = (text: string): boolean => !text.includes('\0')
