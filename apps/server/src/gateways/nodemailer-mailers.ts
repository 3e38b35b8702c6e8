import { mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createTransport } from 'nodemailer'
import type { Mailer, OutgoingMail } from './mailer.ts'

/** Milliseconds; shorter than the time for which a mail is taken out of the outbox. */
const patience = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 }

/** `smtps://user:password@mail.example.com`. */
export function smtpMailer(url: string, waits: typeof patience = patience): Mailer {
  const transport = createTransport({ url, ...waits })
  return {
    async send(mail) {
      await transport.sendMail(messageOf(mail))
    },
  }
}

/** Write mails as files, where none may be sent. */
export function folderMailer(folder: string): Mailer {
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'unix' })
  return {
    async send(mail) {
      const { message } = await transport.sendMail(messageOf(mail))
      await mkdir(folder, { recursive: true })
      const file = join(folder, `${mail.id}.eml`)
      await writeFile(`${file}.part`, message as Buffer)
      await rename(`${file}.part`, file)
    },
  }
}

function messageOf({ id, fromName, fromAddress, to, subject, text, html }: OutgoingMail) {
  return {
    messageId: `<${id}@${fromAddress.split('@').at(-1)}>`,
    from: { name: fromName, address: fromAddress },
    // An object, since a text would be parsed as a list of addresses.
    to: { name: '', address: to },
    subject,
    text,
    html,
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}
