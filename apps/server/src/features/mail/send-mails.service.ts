import type { Partner } from '@dineward/core/partner/partner.ts'
import { mailSender } from '@dineward/core/partner/partner-questions.ts'
import type { Clock } from '@dineward/core/shared/clock.ts'
import type { FastifyBaseLogger } from 'fastify'
import type { Db } from '../../db/open-database.ts'
import { takeDueMessage } from '../../db/outbox.ts'
import { type Mailer, type OutgoingMail, RecipientRefused } from '../../gateways/mailer.ts'
import { deliveryMs, nextAttemptAt } from '../../outbox.rules.ts'
import { failExpiredMails, type MailRow, markFailed, markSent, postponeMail } from './mail.repository.ts'
import { suppressAddress, suppressionOf } from './suppressions.service.ts'
import { oneClickUrl } from './unsubscribe-address.rules.ts'

export interface SendingServices {
  readonly db: Db
  readonly clock: Clock
  readonly mailer: Mailer
  readonly partners: { bySlug(slug: string): Partner | null; siteOf(partner: Partner): string }
  readonly log: Pick<FastifyBaseLogger, 'warn'>
}

/** @returns how many were sent. */
export async function sendDueMails(services: SendingServices): Promise<{ sent: number; failed: number }> {
  const { db, clock } = services
  await failExpiredMails(db, clock.now())
  const counts = { sent: 0, failed: 0 }
  for (;;) {
    const now = clock.now()
    const mail = await takeDueMessage(db, 'outgoingMails', {
      now,
      tryAgainAt: new Date(now.getTime() + deliveryMs),
    })
    if (!mail) return counts
    counts[await sendMail(services, mail)] += 1
  }
}

async function sendMail(services: SendingServices, mail: MailRow): Promise<'sent' | 'failed'> {
  const { db, clock, mailer, partners, log } = services
  const { partnerId, recipient: email, subscriberId } = mail
  try {
    const partner = partners.bySlug(partnerId)
    if (!partner) throw new Error(`there is no partner "${partnerId}"`)
    const suppression = await suppressionOf(db, { partnerId, email, isSubscribed: subscriberId !== null })
    if (suppression) {
      await markFailed(db, mail, `not sent: ${suppression}`, clock.now())
      return 'failed'
    }
    await mailer.send(messageOf(services, partner, mail))
    await markSent(db, mail, clock.now())
    return 'sent'
  } catch (error) {
    const reason = (error instanceof Error ? error.message : String(error)).slice(0, 500)
    log.warn({ err: error, mail: mail.id, attempt: mail.attempts }, 'a mail could not be sent')
    await recordFailure(services, mail, { reason, isRefused: error instanceof RecipientRefused })
    return 'failed'
  }
}

async function recordFailure(
  services: SendingServices,
  mail: MailRow,
  { reason, isRefused }: { reason: string; isRefused: boolean },
): Promise<void> {
  const { db, clock, partners } = services
  const now = clock.now()
  const partner = partners.bySlug(mail.partnerId)
  if (isRefused && partner)
    await suppressAddress({ db, partner }, { email: mail.recipient, kind: 'bounce', reason, reportedAt: now })
  const retryAt = isRefused ? null : nextAttemptAt(now, mail.attempts)
  if (retryAt) await postponeMail(db, mail.id, reason, retryAt)
  else await markFailed(db, mail, reason, now)
}

function messageOf({ partners }: SendingServices, partner: Partner, mail: MailRow): OutgoingMail {
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
