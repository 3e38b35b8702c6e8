import { copyText } from '@dineward/core/partner/copy.ts'
import { createEvent, type EventAttributes } from 'ics'
import type { MemberContext } from '../../context.ts'
import { reservationPlaceholders } from './reservation.mail.ts'
import type { ReservationAtPlace } from './reservations.repository.ts'
import { addressLine } from './reservations.view.ts'

/** The format is RFC 5545. The `UID` is the same each time, so that a calendar updates or removes its entry. */
export function calendarOf(
  ctx: MemberContext,
  { reservation, origin }: { reservation: ReservationAtPlace; origin: string },
): string {
  const canceled = reservation.status === 'canceled'
  const { copy } = ctx.partner
  const values = reservationPlaceholders(ctx, reservation)
  const changedAt = reservation.canceledAt ?? reservation.changedAt ?? reservation.bookedAt
  const { programName, customerSupport } = ctx.partner.settings
  const event: EventAttributes & { timestamp: number } = {
    uid: `${reservation.id}@dineward`,
    productId: `-//Dineward//${programName}//EN`,
    method: canceled ? 'CANCEL' : 'PUBLISH',
    status: canceled ? 'CANCELLED' : 'CONFIRMED',
    sequence: reservation.changeCount + Number(canceled),
    timestamp: changedAt.getTime(),
    start: reservation.startsAt.getTime(),
    startInputType: 'utc',
    startOutputType: 'utc',
    end: reservation.endsAt.getTime(),
    endInputType: 'utc',
    endOutputType: 'utc',
    title: copyText(copy, 'mail.reservation.title', values),
    description: [
      copyText(copy, 'mail.reservation.preview', values),
      ...(reservation.phone ? [copyText(copy, 'reservation.call', { phone: reservation.phone })] : []),
    ].join('\n'),
    // RFC 5546 asks for one with either method.
    organizer: { name: programName, email: customerSupport.email.href.replace(/^mailto:/, '') },
    location: addressLine(reservation),
    url: `${origin}/account/reservations`,
  }
  const { error, value } = createEvent(event)
  if (error || value === null) throw new Error('a reservation does not fit into a calendar', { cause: error })
  return foldedByOctets(value)
}

const mostOctets = 75

/** RFC 5545 §3.1 limits octets; the library counts characters. */
function foldedByOctets(file: string): string {
  const lines = file.replaceAll('\r\n\t', '').split('\r\n')
  return lines.map(folded).join('\r\n')
}

function folded(line: string): string {
  let text = ''
  let octets = 0
  for (const character of line) {
    const size = Buffer.byteLength(character)
    const begins = octets + size > mostOctets
    text += begins ? `\r\n ${character}` : character
    octets = begins ? 1 + size : octets + size
  }
  return text
}
