import type { MerchantEvent, MerchantOffer } from '@dineward/core/merchants/merchant-events.rules.ts'
import { days } from '@dineward/core/shared/clock.ts'
import { AppError } from '@dineward/core/shared/errors.ts'
import type { StaffContext } from '../../context.ts'
import { versionOf } from '../partner/value-version.rules.ts'
import { recordAudit } from '../staff/audit.service.ts'
import { lockForEditor, type MerchantEditor } from './facts/merchant-facts.service.ts'
import {
  deleteEvent,
  deleteOffer,
  lockEvent,
  lockOffer,
  selectEvents,
  selectOffers,
  upsertEvent,
  upsertOffer,
} from './merchant-events.repository.ts'
import { lockTerms } from './terms/change-terms.repository.ts'

interface Item {
  readonly merchantId: string
  readonly id: string
  /** Null is for a new one. */
  readonly version: string | null
}

export async function listEventsAndOffers(
  { db, clock, allowed }: Pick<MerchantEditor, 'db' | 'clock' | 'allowed'>,
  merchantId: string,
) {
  const since = new Date(clock.now().getTime() - days(30))
  const slugs = allowed.map(({ slug }) => slug)
  const events = await selectEvents(db, merchantId, since)
  const offers = await selectOffers(db, merchantId, slugs)
  return {
    events: events.map(({ id, event }) => ({ id, event, version: versionOf(event) })),
    offers: offers.map(({ id, partnerId, offer }) => ({
      id,
      partner: partnerId,
      offer,
      version: versionOf(offer),
    })),
  }
}

/**
 * Call it in a transaction. @param event null: it is removed @throws `merchant_not_found`, `forbidden`, `not_found`,
 * `changed_meanwhile`.
 */
export async function changeEvent(
  ctx: MerchantEditor,
  { merchantId, id, version, event }: Item & { readonly event: MerchantEvent | null },
): Promise<void> {
  await lockForEditor(ctx, merchantId)
  const stored = await lockEvent(ctx.db, id)
  if (!assertSeen(stored, stored?.event, { merchantId, version }, event)) return
  if (event) await upsertEvent(ctx.db, { id, merchantId }, event)
  else await deleteEvent(ctx.db, id)
  await recordAudit(ctx, {
    action: 'merchant.event',
    subject: merchantId,
    partnerId: null,
    ...(stored && { before: { id, ...stored.event } }),
    ...(event && { after: { id, ...event } }),
  })
}

/**
 * Call it in a transaction. @param offer null: it is removed @throws `merchant_not_found` where it is in no terms with
 * the program, `not_found`, `changed_meanwhile`.
 */
export async function changeMerchantOffer(
  ctx: StaffContext,
  { merchantId, id, version, offer }: Item & { readonly offer: MerchantOffer | null },
): Promise<void> {
  const { db, partner } = ctx
  const partnerId = partner.slug
  if (!(await lockTerms(db, { partnerId, merchantId }))) throw new AppError('merchant_not_found')
  const stored = await lockOffer(db, partnerId, id)
  if (!assertSeen(stored, stored?.offer, { merchantId, version }, offer)) return
  if (offer) await upsertOffer(db, { id, partnerId, merchantId }, offer)
  else await deleteOffer(db, partnerId, id)
  await recordAudit(ctx, {
    action: 'merchant.offer',
    subject: merchantId,
    partnerId,
    ...(stored && { before: { id, ...stored.offer } }),
    ...(offer && { after: { id, ...offer } }),
  })
}

/** @returns false where it is as wanted already: the same draft was sent before. */
function assertSeen(
  stored: { readonly merchantId: string } | undefined,
  value: MerchantEvent | MerchantOffer | undefined,
  { merchantId, version }: Pick<Item, 'merchantId' | 'version'>,
  wanted: MerchantEvent | MerchantOffer | null,
): boolean {
  if (stored && stored.merchantId !== merchantId) throw new AppError('not_found')
  if (stored && wanted && versionOf(value) === versionOf(wanted)) return false
  if (!stored && version !== null) throw new AppError(wanted ? 'changed_meanwhile' : 'not_found')
  if (stored && versionOf(value) !== version) throw new AppError('changed_meanwhile')
  return true
}
