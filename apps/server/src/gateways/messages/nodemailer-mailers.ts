import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createTransport } from 'nodemailer'
import { isLoopback, requireOutgoing } from '../outgoing-calls.ts'
import { type Mailer, type OutgoingMail, RecipientRefused } from './mailer.ts'

/** They are milliseconds, and shorter than the time for which a mail is taken out of the outbox. */
const patience = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 }

/** The address is written `smtps://user:password@mail.example.com`. Beyond this machine only TLS is used. */
export function smtpMailer(url: string, waits: typeof patience = patience): Mailer {
  const transport = createTransport({ url, ...tlsFor(url), ...waits })
  return {
    async send(mail) {
      requireOutgoing(url)
      await transport.sendMail(messageOf(mail)).catch(error => {
        throw isUnknownMailbox(error) ? new RecipientRefused(error.message, { cause: error }) : error
      })
    },
  }
}

export const tlsFor = (url: string): { readonly requireTLS: boolean } => ({
  requireTLS: !isLoopback(new URL(url).hostname),
})

/**
 * The recipient's mailbox, domain or syntax is wrong, or the mailbox has moved (RFC 3463, 7505). Other refusals are about
 * sender or content: 5.1.7 and 5.1.8 too, which servers give for the recipient's line.
 */
const isUnknownMailbox = ({ command, response }: { command?: string; response?: string }): boolean =>
  command === 'RCPT TO' && /^5\d\d[ -]5\.1\.([1236]|10)\b/.test(response ?? '')

/** Write mails as files, where none may be sent: the message, and its bodies for people who open them. */
export function folderMailer(folder: string): Mailer {
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'unix' })
  const fileOf = (id: string, type: 'eml' | 'html' | 'txt') => join(folder, `${id}.${type}`)
  return {
    async send(mail) {
      const { message } = await transport.sendMail(messageOf(mail))
      await mkdir(folder, { recursive: true })
      await writeWhole(fileOf(mail.id, 'html'), mail.html)
      await writeWhole(fileOf(mail.id, 'txt'), mail.text)
      await writeWhole(fileOf(mail.id, 'eml'), message as Buffer)
    },
    async read(id) {
      const parts = [readFile(fileOf(id, 'txt'), 'utf8'), readFile(fileOf(id, 'html'), 'utf8')]
      const [text, html] = await Promise.all(parts).catch(() => [])
      return text === undefined || html === undefined ? null : { text, html }
    },
    async delete(id) {
      for (const type of ['eml', 'html', 'txt'] as const) await rm(fileOf(id, type), { force: true })
    },
  }
}

async function writeWhole(file: string, content: Buffer | string): Promise<void> {
  await writeFile(`${file}.part`, content)
  await rename(`${file}.part`, file)
}

function messageOf(mail: OutgoingMail) {
  const { id, fromName, fromAddress, replyTo, to, subject, text, html, unsubscribeUrl } = mail
  return {
    messageId: `<${id}@${fromAddress.split('@').at(-1)}>`,
    from: { name: fromName, address: fromAddress },
    // An object, since a text would be parsed as a list of addresses.
    to: { name: '', address: to },
    ...(replyTo === fromAddress ? {} : { replyTo: { name: '', address: replyTo } }),
    headers: {
      // So that no vacation responder answers (RFC 3834).
      'Auto-Submitted': 'auto-generated',
      ...(unsubscribeUrl
        ? {
            'List-Unsubscribe': { prepared: true, value: `<${unsubscribeUrl}>` },
            'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
          }
        : {}),
    },
    subject,
    text,
    html,
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}
