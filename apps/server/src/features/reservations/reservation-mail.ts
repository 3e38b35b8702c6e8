import { copyText } from '@dineward/core/partner/copy.ts'
import type { CopyKey } from '@dineward/core/partner/default-copy.ts'
import { partnerPlaceholders } from '@dineward/core/partner/partner-placeholders.ts'
import { formatReward } from '@dineward/core/partner/partner-questions.ts'
import type { PlaceholderValues } from '@dineward/core/partner/placeholders.ts'
import { cancelDeadline } from '@dineward/core/reservations/bookings.rules.ts'
import { restaurantTimeInWords } from '@dineward/core/reservations/restaurant-time.rules.ts'
import type { MemberContext } from '../../context.ts'
import { queueMail } from '../mail/mail.service.ts'
import { addressLine } from './reservation-view.ts'
import type { ReservationAtPlace } from './reservations.repository.ts'

interface MailInput {
  readonly reservation: ReservationAtPlace
  readonly origin: string
}

/** Tells that a table is booked: when, for how many, where, and what to say at the door. In the booking's transaction. */
export function queueConfirmationMail(ctx: MemberContext, { reservation, origin }: MailInput): Promise<void> {
  const say = speaker(ctx, reservation)
  const { bonusAmount } = reservation
  const isLate = ctx.clock.now() > deadlineOf(ctx, reservation)
  return queueMail(ctx, {
    cause: `reservation-booked:${reservation.id}`,
    recipient: ctx.actor.email,
    words: {
      subject: say('mail.reservation.subject'),
      preview: say('mail.reservation.preview'),
      title: say('mail.reservation.title'),
      paragraphs: [
        say('mail.reservation.text.when'),
        say('mail.reservation.text.where'),
        say('mail.reservation.text.code'),
        ...(bonusAmount === null ? [] : [say('mail.reservation.text.bonus')]),
        ...(isLate && reservation.phone === ''
          ? []
          : [say(isLate ? 'mail.reservation.text.late' : 'mail.reservation.text.cancel')]),
      ],
      action: {
        text: say(isLate ? 'mail.reservation.action.late' : 'mail.reservation.action'),
        url: `${origin}/account/reservations`,
      },
      footer: say('mail.footer'),
    },
  })
}

/** Tells that a table was given back, and what goes with it. In the transaction that frees it. */
export function queueCancellationMail(ctx: MemberContext, { reservation, origin }: MailInput): Promise<void> {
  const say = speaker(ctx, reservation)
  const { bonusAmount, merchantId } = reservation
  return queueMail(ctx, {
    cause: `reservation-cancelled:${reservation.id}`,
    recipient: ctx.actor.email,
    words: {
      subject: say('mail.cancellation.subject'),
      preview: say('mail.cancellation.preview'),
      title: say('mail.cancellation.title'),
      paragraphs: [
        say('mail.cancellation.text.what'),
        ...(bonusAmount === null ? [] : [say('mail.cancellation.text.bonus')]),
      ],
      action: {
        text: say('mail.cancellation.action'),
        url: `${origin}/merchants/${encodeURIComponent(merchantId)}`,
      },
      footer: say('mail.footer'),
    },
  })
}

/** What the words about a reservation stand on. Times are the restaurant's. */
export function reservationWords(ctx: MemberContext, reservation: ReservationAtPlace): PlaceholderValues {
  const { partner, clock } = ctx
  const { timezone, startsAt, partySize } = reservation
  const count = { count: String(partySize) }
  return {
    ...partnerPlaceholders(partner, partner.copy['login.staySignedIn'], clock.now()),
    'first name': ctx.actor.firstName,
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

const deadlineOf = ({ partner }: MemberContext, { startsAt }: ReservationAtPlace): Date =>
  cancelDeadline(startsAt, partner.settings.reservations.cancelLeadMinutes)

function speaker(ctx: MemberContext, reservation: ReservationAtPlace): (key: CopyKey) => string {
  const values = reservationWords(ctx, reservation)
  return key => copyText(ctx.partner.copy, key, values)
}
