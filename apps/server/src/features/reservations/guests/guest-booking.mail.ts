import { copyText } from '@dineward/core/partner/copy.ts'
import type { CopyKey } from '@dineward/core/partner/default-copy.ts'
import { partnerPlaceholders } from '@dineward/core/partner/partner-placeholders.ts'
import { canSelfEnroll, showsEarnRate } from '@dineward/core/partner/partner-questions.ts'
import type { PlaceholderValues } from '@dineward/core/partner/placeholders.ts'
import type { Context } from '../../../context.ts'
import { codeMinutes } from '../../identity/passwords/mailed-codes.service.ts'
import { queueMail } from '../../mail/mail.service.ts'
import { bookingPlaceholders } from '../reservation.mail.ts'
import type { GuestBookingAtPlace } from './guest-bookings.repository.ts'

export interface GuestCode {
  readonly contact: string
  readonly code: string
  readonly codeHash: string
  readonly expiresAt: Date
}

export interface GuestMessage {
  readonly booking: GuestBookingAtPlace
  readonly origin: string
}

export async function queueGuestCodeMail(
  ctx: Context,
  { contact, code, codeHash, expiresAt }: GuestCode,
): Promise<void> {
  const { partner, clock } = ctx
  const text = translator(ctx, {
    ...partnerPlaceholders(partner, partner.copy['login.staySignedIn'], clock.now()),
    code,
    minutes: String(codeMinutes),
  })
  await queueMail(ctx, {
    cause: `guest-code:${codeHash}`,
    recipient: stranger(contact),
    toUnconfirmed: true,
    secretUntil: expiresAt,
    words: {
      subject: text('mail.guestCode.subject'),
      preview: text('mail.guestCode.preview'),
      title: text('mail.guestCode.title'),
      code,
      paragraphs: [text('mail.guestCode.text')],
      footer: text('mail.guestBooking.footer'),
    },
  })
}

/** The link is the only way to the booking: it stays in the outbox until the meal. */
export async function queueGuestBookingMail(
  ctx: Context,
  { booking, token, origin }: GuestMessage & { readonly token: string },
): Promise<void> {
  const text = translator(ctx, bookingPlaceholders(ctx, booking))
  await queueMail(ctx, {
    cause: `guest-booked:${booking.id}`,
    recipient: stranger(booking.contact),
    toUnconfirmed: true,
    secretUntil: booking.endsAt,
    words: {
      subject: text('mail.reservation.subject'),
      preview: text('mail.reservation.preview'),
      title: text('mail.reservation.title'),
      code: booking.confirmationCode,
      paragraphs: [
        text('mail.reservation.text.when'),
        text('mail.reservation.text.where'),
        text('mail.reservation.text.code'),
        text('mail.guestBooking.text.link'),
        ...(canSelfEnroll(ctx.partner) && showsEarnRate(ctx.partner)
          ? [text('mail.guestBooking.text.join')]
          : []),
      ],
      action: {
        text: text('mail.reservationChange.action'),
        url: `${origin}/booking?token=${encodeURIComponent(token)}`,
      },
      footer: text('mail.guestBooking.footer'),
    },
  })
}

export async function queueGuestChangeMail(ctx: Context, { booking, origin }: GuestMessage): Promise<void> {
  const text = translator(ctx, bookingPlaceholders(ctx, booking))
  await queueMail(ctx, {
    cause: `guest-changed:${booking.id}:${booking.changeCount}`,
    recipient: stranger(booking.contact),
    toUnconfirmed: true,
    words: {
      subject: text('mail.reservationChange.subject'),
      preview: text('mail.reservation.preview'),
      title: text('mail.reservationChange.title'),
      code: booking.confirmationCode,
      paragraphs: [
        text('mail.reservation.text.when'),
        text('mail.reservation.text.where'),
        text('mail.guestBooking.text.sameLink'),
      ],
      action: merchantLink(ctx, booking, origin),
      footer: text('mail.guestBooking.footer'),
    },
  })
}

export async function queueGuestCancellationMail(
  ctx: Context,
  { booking, origin }: GuestMessage,
): Promise<void> {
  const text = translator(ctx, bookingPlaceholders(ctx, booking))
  await queueMail(ctx, {
    cause: `guest-canceled:${booking.id}`,
    recipient: stranger(booking.contact),
    toUnconfirmed: true,
    words: {
      subject: text('mail.cancellation.subject'),
      preview: text('mail.cancellation.preview'),
      title: text('mail.cancellation.title'),
      paragraphs: [text('mail.cancellation.text.what')],
      action: merchantLink(ctx, booking, origin),
      footer: text('mail.guestBooking.footer'),
    },
  })
}

const merchantLink = (ctx: Context, { merchantId }: GuestBookingAtPlace, origin: string) => ({
  text: ctx.partner.copy['mail.guestBooking.action.place'],
  url: `${origin}/merchants/${encodeURIComponent(merchantId)}`,
})

/** The code has confirmed the address, but not as a member's. */
const stranger = (email: string) => ({ id: null, email, emailConfirmedAt: null })

const translator = (ctx: Context, values: PlaceholderValues) => (key: CopyKey) =>
  copyText(ctx.partner.copy, key, values)
