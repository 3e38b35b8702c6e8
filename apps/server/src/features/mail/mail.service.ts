import { randomUUID } from 'node:crypto'
import { type MailWords, mailBodies } from '@dineward/core/mail/mail-layout.rules.ts'
import { copyText } from '@dineward/core/partner/copy.ts'
import type { Context } from '../../context.ts'
import { findMail, insertMails, latestMails, type MailRow } from './mail.repository.ts'
import { suppressionsOf } from './suppressions.service.ts'
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
  return (await queueMails(ctx, [input])) === 1
}

/** The same of many, in two statements. @returns how many are not held back. */
export async function queueMails(
  ctx: Pick<Context, 'db' | 'partner' | 'clock'>,
  inputs: readonly QueuedMail[],
): Promise<number> {
  const sendable = inputs.filter(
    ({ recipient, toUnconfirmed }) => recipient.emailConfirmedAt || toUnconfirmed,
  )
  if (sendable.length === 0) return 0
  const recipients = sendable.map(({ recipient: { email }, subscriber }) => {
    return { email, isSubscribed: subscriber !== undefined }
  })
  const suppressions = await suppressionsOf(ctx.db, ctx.partner.slug, recipients)
  const mails = sendable.filter((_, index) => suppressions[index] === null)
  await insertMails(
    ctx.db,
    mails.map(mail => mailOf(ctx, mail)),
  )
  return mails.length
}

function mailOf(
  { partner, clock }: Pick<Context, 'partner' | 'clock'>,
  { cause, recipient, words, secretUntil, subscriber }: QueuedMail,
): Parameters<typeof insertMails>[1][number] {
  const now = clock.now()
  const token = subscriber ? newUnsubscribeToken() : null
  const unsubscribe = subscriber && {
    text: copyText(partner.copy, 'mail.unsubscribe', {}),
    url: unsubscribeUrl(subscriber.origin, token!),
  }
  const { text, html } = mailBodies(partner, { ...words, ...(unsubscribe ? { unsubscribe } : {}) })
  return {
    id: randomUUID(),
    partnerId: partner.slug,
    cause,
    recipient: recipient.email,
    memberId: recipient.id,
    subject: words.subject,
    textBody: text,
    htmlBody: html,
    createdAt: now,
    nextAttemptAt: now,
    secretUntil: secretUntil ?? null,
    subscriberId: subscriber?.id ?? null,
    unsubscribeToken: token,
  }
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
