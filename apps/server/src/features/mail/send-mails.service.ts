import type { Partner } from '@dineward/core/partner/partner.ts'
import { mailSender } from '@dineward/core/partner/partner-questions.ts'
import { type Mailer, type OutgoingMail, RecipientRefused } from '../../gateways/messages/mailer.ts'
import { type SendingServices, sendDueMessages } from '../../jobs/send-due-messages.ts'
import { failExpiredMails, type MailRow } from './mail.repository.ts'
import { suppressAddress, suppressionOf } from './suppressions.service.ts'
import { oneClickUrl } from './unsubscribe-address.rules.ts'

export interface MailServices extends SendingServices {
  readonly mailer: Mailer
  readonly partners: { bySlug(slug: string): Partner | null; siteOf(partner: Partner): string }
}

/** Its address was marked after the mail was written. */
class AddressSuppressed extends Error {
  override readonly name = 'AddressSuppressed'
}

/** @returns how many were sent. */
export async function sendDueMails(services: MailServices): Promise<{ sent: number; failed: number }> {
  const { db, clock, partners } = services
  await failExpiredMails(db, clock.now())
  return sendDueMessages(services, {
    outbox: 'outgoingMails',
    deliver: mail => sendMail(services, mail),
    isFinal: error => error instanceof RecipientRefused || error instanceof AddressSuppressed,
    atEnd: ({ secretUntil }) => (secretUntil ? { textBody: '', htmlBody: '' } : {}),
    async onFailure({ partnerId, recipient: email }, { error, reason }) {
      const partner = partners.bySlug(partnerId)
      if (error instanceof RecipientRefused && partner)
        await suppressAddress(
          { db, partner, clock },
          { email, kind: 'bounce', reason, reportedAt: clock.now() },
        )
    },
  })
}

async function sendMail(services: MailServices, mail: MailRow): Promise<void> {
  const { db, mailer, partners } = services
  const { partnerId, recipient: email, subscriberId } = mail
  const partner = partners.bySlug(partnerId)
  if (!partner) throw new Error(`there is no partner "${partnerId}"`)
  const suppression = await suppressionOf(db, { partnerId, email, isSubscribed: subscriberId !== null })
  if (suppression) throw new AddressSuppressed(`not sent: ${suppression}`)
  await mailer.send(messageOf(services, partner, mail))
}

function messageOf({ partners }: MailServices, partner: Partner, mail: MailRow): OutgoingMail {
  const { unsubscribeToken: token } = mail
  return {
    id: mail.id,
    ...mailSender(partner),
    to: mail.recipient,
    subject: mail.subject,
    text: mail.textBody,
    html: mail.htmlBody,
    unsubscribeUrl: token === null ? null : oneClickUrl(partners.siteOf(partner), token),
  }
}
