import { randomUUID } from 'node:crypto'
import { type MailWords, mailBodies } from '@dineward/core/mail/mail-layout.rules.ts'
import { copyText } from '@dineward/core/partner/copy.ts'
import type { Context } from '../../context.ts'
import { findMail, insertMail, latestMails, type MailRow } from './mail.repository.ts'
import { suppressionOf } from './suppressions.service.ts'
import { newUnsubscribeToken, unsubscribeUrl } from './unsubscribe-address.rules.ts'

export interface MailRecipient {
  /** This is the member's id; null means that the address is of no known member. */
  readonly id: string | null
  readonly email: string
  readonly emailConfirmedAt: Date | null
}

export interface QueuedMail {
  /** A cause has at most one mail: `welcome:<member id>`. */
  readonly cause: string
  readonly recipient: MailRecipient
  readonly words: Omit<MailWords, 'unsubscribe'>
  readonly toUnconfirmed?: true
  /** The words hold a code or a link that gives access, until then. */
  readonly secretUntil?: Date
  /** For mails that the email opt-in asks for: the member can unsubscribe from them with one click. */
  readonly subscriber?: { readonly id: string; readonly origin: string }
}

/**
 * In the caller's transaction. None to an address that its member has not confirmed, but the one that asks to.
 * @returns false where mails to the address are held back.
 */
export async function queueMail(
  ctx: Pick<Context, 'db' | 'partner' | 'clock'>,
  input: QueuedMail,
): Promise<boolean> {
  const { recipient, subscriber } = input
  const partnerId = ctx.partner.slug
  if (!recipient.emailConfirmedAt && !input.toUnconfirmed) return false
  const address = { partnerId, email: recipient.email, isSubscribed: subscriber !== undefined }
  if ((await suppressionOf(ctx.db, address)) !== null) return false
  const now = ctx.clock.now()
  const token = subscriber ? newUnsubscribeToken() : null
  const unsubscribe = subscriber && {
    text: copyText(ctx.partner.copy, 'mail.unsubscribe', {}),
    url: unsubscribeUrl(subscriber.origin, token!),
  }
  const { text, html } = mailBodies(ctx.partner, { ...input.words, ...(unsubscribe ? { unsubscribe } : {}) })
  await insertMail(ctx.db, {
    id: randomUUID(),
    partnerId,
    cause: input.cause,
    recipient: recipient.email,
    memberId: recipient.id,
    subject: input.words.subject,
    textBody: text,
    htmlBody: html,
    createdAt: now,
    nextAttemptAt: now,
    secretUntil: input.secretUntil ?? null,
    subscriberId: subscriber?.id ?? null,
    unsubscribeToken: token,
  })
  return true
}

/** Newest first, with the bodies that a mailer without a mail server has kept. */
export async function listMails(ctx: Context): Promise<MailRow[]> {
  const mails = await latestMails(ctx.db, ctx.partner.slug, 50)
  return Promise.all(mails.map(mail => withBodies(ctx, mail)))
}

export async function openMail(ctx: Context, id: string): Promise<MailRow | null> {
  const mail = await findMail(ctx.db, ctx.partner.slug, id)
  return mail && withBodies(ctx, mail)
}

async function withBodies({ gateways }: Context, mail: MailRow): Promise<MailRow> {
  if (mail.htmlBody !== '' || !mail.sentAt) return mail
  const kept = await gateways.mailer.read?.(mail.id)
  return kept ? { ...mail, textBody: kept.text, htmlBody: kept.html } : mail
}
