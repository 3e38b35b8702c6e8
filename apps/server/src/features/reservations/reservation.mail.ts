import { copyText } from '@dineward/core/partner/copy.ts'
import type { CopyKey } from '@dineward/core/partner/default-copy.ts'
import { partnerPlaceholders } from '@dineward/core/partner/partner-placeholders.ts'
import { formatReward } from '@dineward/core/partner/partner-questions.ts'
import type { PlaceholderValues } from '@dineward/core/partner/placeholders.ts'
import { cancelDeadline } from '@dineward/core/reservations/bookings.rules.ts'
import { restaurantTimeInWords } from '@dineward/core/reservations/restaurant-time.rules.ts'
import type { Context, MemberContext } from '../../context.ts'
import { queueMail } from '../mail/mail.service.ts'
import type { BookedTable, ReservationAtPlace } from './reservations.repository.ts'
import { addressLine } from './reservations.view.ts'

interface MailInput {
  readonly reservation: ReservationAtPlace
  readonly origin: string
}

export function queueConfirmationMail(
  ctx: MemberContext,
  { reservation, origin }: MailInput,
): Promise<boolean> {
  const text = translator(ctx, reservation)
  const { bonusAmount } = reservation
  const isLate = ctx.clock.now() > deadlineOf(ctx, reservation)
  return queueMail(ctx, {
    cause: `reservation-booked:${reservation.id}`,
    recipient: ctx.actor,
    words: {
      subject: text('mail.reservation.subject'),
      preview: text('mail.reservation.preview'),
      title: text('mail.reservation.title'),
      code: reservation.confirmationCode,
      paragraphs: [
        text('mail.reservation.text.when'),
        text('mail.reservation.text.where'),
        text('mail.reservation.text.code'),
        ...(bonusAmount === null ? [] : [text('mail.reservation.text.bonus')]),
        ...(isLate && reservation.phone === ''
          ? []
          : [text(isLate ? 'mail.reservation.text.late' : 'mail.reservation.text.cancel')]),
      ],
      action: {
        text: text(isLate ? 'mail.reservation.action.late' : 'mail.reservation.action'),
        url: `${origin}/account/reservations`,
      },
      footer: text('mail.footer'),
    },
  })
}

export function queueChangeMail(
  ctx: MemberContext,
  { reservation, before, origin }: MailInput & { readonly before: ReservationAtPlace },
): Promise<boolean> {
  const text = translator(ctx, reservation)
  const { bonusAmount, id, changeCount } = reservation
  const old = reservationPlaceholders(ctx, before)
  return queueMail(ctx, {
    cause: `reservation-changed:${id}:${changeCount}`,
    recipient: ctx.actor,
    words: {
      subject: text('mail.reservationChange.subject'),
      preview: text('mail.reservation.preview'),
      title: text('mail.reservationChange.title'),
      code: reservation.confirmationCode,
      paragraphs: [
        text('mail.reservation.text.when'),
        text('mail.reservation.text.where'),
        copyText(ctx.partner.copy, 'mail.reservationChange.text.before', old),
        ...(bonusAmount === null && before.bonusAmount !== null
          ? [copyText(ctx.partner.copy, 'mail.reservationChange.text.bonusLost', old)]
          : []),
        ...(bonusAmount === null ? [] : [text('mail.reservation.text.bonus')]),
        text('mail.reservationChange.text.calendar'),
      ],
      action: { text: text('mail.reservationChange.action'), url: `${origin}/account/reservations` },
      footer: text('mail.footer'),
    },
  })
}

export function queueCancellationMail(
  ctx: MemberContext,
  { reservation, origin }: MailInput,
): Promise<boolean> {
  const text = translator(ctx, reservation)
  const { bonusAmount, merchantId } = reservation
  return queueMail(ctx, {
    cause: `reservation-canceled:${reservation.id}`,
    recipient: ctx.actor,
    words: {
      subject: text('mail.cancellation.subject'),
      preview: text('mail.cancellation.preview'),
      title: text('mail.cancellation.title'),
      paragraphs: [
        text('mail.cancellation.text.what'),
        ...(bonusAmount === null ? [] : [text('mail.cancellation.text.bonus')]),
      ],
      action: {
        text: text('mail.cancellation.action'),
        url: `${origin}/merchants/${encodeURIComponent(merchantId)}`,
      },
      footer: text('mail.footer'),
    },
  })
}

export function reservationPlaceholders(
  ctx: MemberContext,
  reservation: ReservationAtPlace,
): PlaceholderValues {
  return { ...bookingPlaceholders(ctx, reservation), 'first name': ctx.actor.firstName }
}

/** Of a table that a member or a guest has booked. */
export function bookingPlaceholders(
  ctx: Pick<Context, 'partner' | 'clock'>,
  reservation: BookedTable,
): PlaceholderValues {
  const { partner, clock } = ctx
  const { timezone, startsAt, partySize } = reservation
  const count = { count: String(partySize) }
  return {
    ...partnerPlaceholders(partner, partner.copy['login.staySignedIn'], clock.now()),
    merchant: reservation.name,
    time: restaurantTimeInWords(timezone, startsAt),
    party: copyText(
      partner.copy,
      partySize === 1 ? 'reservation.partySize.one' : 'reservation.partySize.many',
      count,
    ),
    address: addressLine(reservation),
    code: reservation.confirmationCode,
    phone: reservation.phone,
    deadline: restaurantTimeInWords(timezone, deadlineOf(ctx, reservation)),
    bonus: formatReward(partner, reservation.bonusAmount ?? 0),
  }
}

const deadlineOf = ({ partner }: Pick<Context, 'partner'>, { startsAt }: BookedTable): Date =>
  cancelDeadline(startsAt, partner.settings.reservations.cancelLeadMinutes)

function translator(ctx: MemberContext, reservation: ReservationAtPlace): (key: CopyKey) => string {
  const values = reservationPlaceholders(ctx, reservation)
  return key => copyText(ctx.partner.copy, key, values)
}
