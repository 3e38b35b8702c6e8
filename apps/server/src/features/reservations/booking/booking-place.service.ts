import { bookingProvider, canBookAt, reservationBonusOf } from '@dineward/core/partner/partner-questions.ts'
import { type BookablePlace, bonusFor } from '@dineward/core/reservations/availability.rules.ts'
import type { BookTerms } from '@dineward/core/reservations/seating-times.rules.ts'
import type { Context } from '../../../context.ts'
import type { BookingGateway } from '../../../gateways/booking.ts'
import { type MerchantForBooking, merchantForBooking } from '../../merchants/merchant-for-booking.service.ts'
import { selectBook } from '../books/books.repository.ts'

export interface BookingPlace {
  readonly merchant: MerchantForBooking
  /** Null where tables are not booked, or at a provider. */
  readonly book: BookablePlace | null
  readonly provider: Provider | null
  readonly bonus: number | null
}

export interface Provider {
  readonly name: string
  readonly gateway: BookingGateway
  readonly restaurantId: string
}

/** @throws `merchant_not_found` where the restaurant takes no part in the program. */
export async function bookingPlace(
  ctx: Pick<Context, 'db' | 'partner' | 'gateways'>,
  merchantId: string,
): Promise<BookingPlace> {
  const merchant = await merchantForBooking(ctx, merchantId)
  const bonus = reservationBonusOf(ctx.partner, merchant.reservationBonus)
  return { merchant, bonus, book: await bookOf(ctx, merchant), provider: providerOf(ctx, merchant) }
}

/** The narrower of the restaurant's and the partner's terms. */
async function bookOf(
  { db, partner }: Pick<Context, 'db' | 'partner'>,
  merchant: MerchantForBooking,
): Promise<BookablePlace | null> {
  if (bookingProvider(partner) !== 'book' || !canBookAt(partner, merchant)) return null
  const terms = await selectBook(db, merchant.id)
  if (!terms) return null
  const { maxPartySize, maxDaysAhead } = partner.settings.reservations
  const { timezone, hours, joinedOn, leftOn } = merchant
  return {
    timezone,
    hours,
    joinedOn,
    leftOn,
    terms: {
      ...terms,
      maxPartySize: Math.min(terms.maxPartySize, maxPartySize),
      maxDaysAhead: Math.min(terms.maxDaysAhead, maxDaysAhead),
    },
  }
}

function providerOf(
  { partner, gateways }: Pick<Context, 'partner' | 'gateways'>,
  merchant: MerchantForBooking,
): Provider | null {
  const name = bookingProvider(partner)
  if (name === null || name === 'book' || merchant.openTableId === null) return null
  return { name, gateway: gateways.bookings[name], restaurantId: merchant.openTableId }
}

/** The partner's limits; the provider decides the rest. */
export function providerTerms({ partner }: Pick<Context, 'partner'>): BookTerms {
  const { maxPartySize, maxDaysAhead } = partner.settings.reservations
  return {
    slotMinutes: 15,
    seatingMinutes: 90,
    lastSeatingMinutes: 0,
    minPartySize: 1,
    maxPartySize,
    maxDaysAhead,
    leadMinutes: 0,
  }
}

export function bonusNow(
  ctx: Pick<Context, 'partner' | 'clock'>,
  place: BookingPlace,
  start: Date,
): number | null {
  const leadHours = ctx.partner.settings.reservations.bonusLeadHours
  return bonusFor({ amount: place.bonus, leadHours }, start, ctx.clock.now())
}
