import type { Context } from '../../../context.ts'
import { codeMinutes } from '../../identity/passwords/mailed-codes.service.ts'
import { queueText } from '../../text-messages/text-messages.service.ts'
import { bookingPlaceholders } from '../reservation.mail.ts'
import type { GuestCode, GuestMessage } from './guest-booking.mail.ts'

export function queueGuestCodeText(
  ctx: Context,
  { contact, code, codeHash, expiresAt }: GuestCode,
): Promise<void> {
  return queueText(ctx, {
    cause: `guest-code:${codeHash}`,
    recipient: contact,
    key: 'text.guestCode',
    values: { code, minutes: String(codeMinutes) },
    secretUntil: expiresAt,
  })
}

export function queueGuestBookingText(
  ctx: Context,
  { booking, token, origin }: GuestMessage & { readonly token: string },
): Promise<void> {
  return queueText(ctx, {
    cause: `guest-booked:${booking.id}`,
    recipient: booking.contact,
    key: 'text.guestBooked',
    values: {
      ...bookingPlaceholders(ctx, booking),
      link: `${origin}/booking?token=${encodeURIComponent(token)}`,
    },
    secretUntil: booking.endsAt,
  })
}

export function queueGuestChangeText(ctx: Context, { booking }: GuestMessage): Promise<void> {
  return queueText(ctx, {
    cause: `guest-changed:${booking.id}:${booking.changeCount}`,
    recipient: booking.contact,
    key: 'text.guestChanged',
    values: bookingPlaceholders(ctx, booking),
  })
}

export function queueGuestCancellationText(ctx: Context, { booking }: GuestMessage): Promise<void> {
  return queueText(ctx, {
    cause: `guest-canceled:${booking.id}`,
    recipient: booking.contact,
    key: 'text.guestCanceled',
    values: bookingPlaceholders(ctx, booking),
  })
}
