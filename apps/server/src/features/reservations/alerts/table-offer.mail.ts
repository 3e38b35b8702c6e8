import { copyText } from '@dineward/core/partner/copy.ts'
import type { CopyKey } from '@dineward/core/partner/default-copy.ts'
import { partnerPlaceholders } from '@dineward/core/partner/partner-placeholders.ts'
import { restaurantTimeInWords } from '@dineward/core/reservations/restaurant-time.rules.ts'
import { slotIdOf } from '@dineward/core/reservations/slot-id.rules.ts'
import { offerMinutes } from '@dineward/core/reservations/table-offers.rules.ts'
import { formatInstant } from '@dineward/core/shared/format.ts'
import { localTimeAt } from '@dineward/core/shared/local-date.ts'
import type { MemberContext } from '../../../context.ts'
import { queueMail } from '../../mail/mail.service.ts'
import { queueNotification } from '../../notifications/send-notifications.service.ts'
import type { BookingPlace } from '../booking/booking-place.service.ts'
import type { AlertRow } from './table-alerts.repository.ts'

interface Offer {
  readonly alert: AlertRow
  readonly place: BookingPlace
  readonly hold: { readonly id: string; readonly startsAt: Date; readonly expiresAt: Date }
  readonly origin: string
}

/** By mail and to the member's devices. In the transaction that holds the table. */
export async function announceOffer(ctx: MemberContext, offer: Offer): Promise<void> {
  const { alert, place, hold, origin } = offer
  const { partner, actor, clock } = ctx
  const { timezone, name } = place.merchant
  const key = alert.partySize === 1 ? 'reservation.partySize.one' : 'reservation.partySize.many'
  const values = {
    ...partnerPlaceholders(partner, partner.copy['login.staySignedIn'], clock.now()),
    'first name': actor.firstName,
    merchant: name,
    time: restaurantTimeInWords(timezone, hold.startsAt),
    party: copyText(partner.copy, key, { count: String(alert.partySize) }),
    until: formatInstant(hold.expiresAt, 'time', timezone),
    minutes: String(offerMinutes),
  }
  const text = (copyKey: CopyKey) => copyText(partner.copy, copyKey, values)
  const path = pathOf(offer)
  await queueMail(ctx, {
    cause: `table-offer:${hold.id}`,
    recipient: actor,
    words: {
      subject: text('mail.tableOffer.subject'),
      preview: text('mail.tableOffer.preview'),
      title: text('mail.tableOffer.title'),
      paragraphs: [text('mail.tableOffer.text.what'), text('mail.tableOffer.text.until')],
      action: { text: text('mail.tableOffer.action'), url: `${origin}${path}` },
      footer: text('mail.footer'),
    },
  })
  await queueNotification(ctx, {
    cause: `table-offer:${hold.id}`,
    memberId: actor.id,
    title: text('notifications.tableOffer.title'),
    body: text('notifications.tableOffer.body'),
    path,
    origin,
  })
}

/** The restaurant's page with the table chosen: its dialog finds the hold. */
function pathOf({ alert, place, hold }: Offer): string {
  const local = localTimeAt(place.merchant.timezone, hold.startsAt)
  const query = new URLSearchParams({
    date: local.slice(0, 10),
    time: local.slice(11, 16),
    partySize: String(alert.partySize),
    slot: slotIdOf(hold.startsAt),
  })
  return `/merchants/${encodeURIComponent(alert.merchantId)}?${query}#reserve`
}
