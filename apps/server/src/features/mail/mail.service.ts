import { randomUUID } from 'node:crypto'
import { type MailWords, mailBodies } from '@dineward/core/mail/mail-layout.rules.ts'
import type { Partner } from '@dineward/core/partner/partner.ts'
import type { Clock } from '@dineward/core/shared/clock.ts'
import type { FastifyBaseLogger } from 'fastify'
import type { Context } from '../../context.ts'
import type { Db } from '../../db/open-database.ts'
import type { Mailer } from '../../gateways/mailer.ts'
import { findMail, insertMail, latestMails, markFailed, markSent, takeDueMail } from './mail.repository.ts'

export interface MailRecipient {
  readonly email: string
  readonly emailConfirmedAt: Date | null
}

/**
 * In the caller's transaction. At most one mail for each `cause` (`welcome:<member id>`). None to an address that its
 * member has not confirmed, but the one that asks to.
 */
export async function queueMail(
  ctx: Context,
  input: { cause: string; recipient: MailRecipient; words: MailWords; toUnconfirmed?: true },
): Promise<void> {
  if (!input.recipient.emailConfirmedAt && !input.toUnconfirmed) return
  const now = ctx.clock.now()
  const { text, html } = mailBodies(ctx.partner, input.words)
  await insertMail(ctx.db, {
    id: randomUUID(),
    partnerId: ctx.partner.slug,
    cause: input.cause,
    recipient: input.recipient.email,
    subject: input.words.subject,
    textBody: text,
    htmlBody: html,
    createdAt: now,
    nextAttemptAt: now,
  })
}

export interface SendingServices {
  readonly db: Db
  readonly clock: Clock
  readonly mailer: Mailer
  readonly partners: { bySlug(slug: string): Partner | null }
  readonly log: Pick<FastifyBaseLogger, 'warn'>
}

const minute = 60_000
/** Attempts before a mail is given up. */
const maxAttempts = 8

/** @returns how many were sent. */
export async function sendDueMails(services: SendingServices): Promise<{ sent: number; failed: number }> {
  const { db, clock, mailer, partners, log } = services
  const counts = { sent: 0, failed: 0 }
  for (;;) {
    const now = clock.now()
    const mail = await takeDueMail(db, now, new Date(now.getTime() + 5 * minute))
    if (!mail) return counts
    const partner = partners.bySlug(mail.partnerId)
    try {
      if (!partner) throw new Error(`there is no partner "${mail.partnerId}"`)
      await mailer.send({
        id: mail.id,
        fromName: partner.settings.programName,
        fromAddress: partner.settings.customerSupport.email.href.slice('mailto:'.length),
        to: mail.recipient,
        subject: mail.subject,
        text: mail.textBody,
        html: mail.htmlBody,
      })
      await markSent(db, mail.id, clock.now())
      counts.sent += 1
    } catch (error) {
      counts.failed += 1
      const reason = error instanceof Error ? error.message : String(error)
      log.warn({ err: error, mail: mail.id, attempt: mail.attempts }, 'a mail could not be sent')
      await markFailed(db, mail.id, reason.slice(0, 500), nextTry(now, mail.attempts))
    }
  }
}

/** 1, 2, 4 … minutes, and never after the last attempt. */
function nextTry(now: Date, attempts: number): Date {
  if (attempts >= maxAttempts) return new Date('9999-12-31T00:00:00Z')
  return new Date(now.getTime() + 2 ** (attempts - 1) * minute)
}

export const listMails = (ctx: Context) => latestMails(ctx.db, ctx.partner.slug, 50)

export const openMail = (ctx: Context, id: string) => findMail(ctx.db, ctx.partner.slug, id)
