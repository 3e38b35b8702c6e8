import { deviceAtText } from '@dineward/core/identity/device-name.rules.ts'
import { cityOfTimeZone } from '@dineward/core/identity/time-zone.rules.ts'
import { copyText } from '@dineward/core/partner/copy.ts'
import type { CopyKey } from '@dineward/core/partner/default-copy.ts'
import { partnerPlaceholders } from '@dineward/core/partner/partner-placeholders.ts'
import { formatInstant } from '@dineward/core/shared/format.ts'
import type { Context } from '../../../context.ts'
import { type MailRecipient, queueMail } from '../../mail/mail.service.ts'
import type { BrowserTraits } from '../sessions/sessions.service.ts'

/** In the transaction that opens the session. The way to object is to reset the password, which ends it. */
export async function queueNewDeviceMail(
  ctx: Context,
  input: {
    member: MailRecipient & { readonly firstName: string }
    traits: BrowserTraits
    /** The member reads the time in it, wherever the new device is. */
    usualTimeZone: string | null
    origin: string
    sessionId: string
  },
): Promise<void> {
  const { partner, clock } = ctx
  const { member, traits, usualTimeZone, origin, sessionId } = input
  const now = clock.now()
  const shared = partnerPlaceholders(partner, partner.copy['login.staySignedIn'], now)
  const copy = (key: CopyKey, values: Record<string, string> = {}) =>
    copyText(partner.copy, key, { ...shared, ...values })
  const zone = usualTimeZone ?? traits.timeZone ?? 'UTC'
  const place = cityOfTimeZone(zone)
  const values = {
    'first name': member.firstName,
    device: deviceAtText(traits, copy),
    time: `${formatInstant(now, 'long', zone)}, ${formatInstant(now, 'time', zone)} (${place ? copy('sessions.place', { place }) : zone})`,
  }
  await queueMail(ctx, {
    cause: `new-device:${sessionId}`,
    recipient: member,
    words: {
      subject: copy('mail.newDevice.subject', values),
      preview: copy('mail.newDevice.preview', values),
      title: copy('mail.newDevice.title', values),
      paragraphs: [copy('mail.newDevice.text', values), copy('mail.newDevice.text.object', values)],
      action: { text: copy('mail.newDevice.action', values), url: `${origin}/recover` },
      footer: copy('mail.footer', values),
    },
  })
}
