import { cancelDeadline } from '@dineward/core/reservations/bookings.rules.ts'
import type { Reservation } from '@dineward/core/reservations/reservations.contract.ts'
import { restaurantTime } from '@dineward/core/reservations/restaurant-time.rules.ts'
import { promiseDays } from '@dineward/core/rewards/dines/dine.rules.ts'
import { days } from '@dineward/core/shared/clock.ts'
import type { Context } from '../../context.ts'
import { imagesOf } from '../photos/photos.view.ts'
import type { BookedTable } from './reservations.repository.ts'

export function toReservation(ctx: Pick<Context, 'partner' | 'clock'>, row: BookedTable): Reservation {
  const { id, merchantId, timezone, partySize, status, confirmationCode, startsAt, endsAt } = row
  const { occasion, notes, allergies } = row
  const deadline = cancelDeadline(startsAt, ctx.partner.settings.reservations.cancelLeadMinutes)
  const isCancellable = status === 'booked' && ctx.clock.now() <= deadline
  return {
    id,
    merchantId,
    merchantName: row.name,
    images: imagesOf(row),
    address: addressLine(row),
    phone: row.phone,
    startsAt: restaurantTime(timezone, startsAt),
    endsAt: restaurantTime(timezone, endsAt),
    timezone,
    partySize,
    status,
    confirmationCode,
    occasion,
    notes,
    allergies,
    bonus: bonusOf(row, ctx.clock.now()),
    cancellableUntil: isCancellable ? restaurantTime(timezone, deadline) : null,
    isChangeable: isCancellable && row.tableNo !== null,
  }
}

/** A late clearing still earns it. */
function bonusOf({ bonusAmount, bonusStatus, startsAt }: BookedTable, now: Date): Reservation['bonus'] {
  if (bonusAmount === null || bonusStatus === null) return null
  const isMissed = bonusStatus === 'pending' && now.getTime() > startsAt.getTime() + days(promiseDays)
  return { amount: bonusAmount, status: isMissed ? 'missed' : bonusStatus }
}

export function addressLine({
  street,
  city,
  state,
  zipCode,
}: Pick<BookedTable, 'street' | 'city' | 'state' | 'zipCode'>): string {
  return `${street}, ${city}, ${state} ${zipCode}`
}
