import type { ContactKind } from '@dineward/core/partner/partner-questions.ts'
import type { Context } from '../../../context.ts'
import {
  type GuestCode,
  type GuestMessage,
  queueGuestBookingMail,
  queueGuestCancellationMail,
  queueGuestChangeMail,
  queueGuestCodeMail,
} from './guest-booking.mail.ts'
import {
  queueGuestBookingText,
  queueGuestCancellationText,
  queueGuestChangeText,
  queueGuestCodeText,
} from './guest-booking-texts.service.ts'

interface GuestMessages {
  code(ctx: Context, code: GuestCode): Promise<void>
  /** The link is the only way to the booking: it stays in the outbox until the meal. */
  booked(ctx: Context, message: GuestMessage & { readonly token: string }): Promise<void>
  changed(ctx: Context, message: GuestMessage): Promise<void>
  canceled(ctx: Context, message: GuestMessage): Promise<void>
}

/** A guest hears about the table where the code went. Call them in the transaction of the change. */
export const guestMessages: Record<ContactKind, GuestMessages> = {
  email: {
    code: queueGuestCodeMail,
    booked: queueGuestBookingMail,
    changed: queueGuestChangeMail,
    canceled: queueGuestCancellationMail,
  },
  phone: {
    code: queueGuestCodeText,
    booked: queueGuestBookingText,
    changed: queueGuestChangeText,
    canceled: queueGuestCancellationText,
  },
}
