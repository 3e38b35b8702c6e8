import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Partner } from '@dineward/core/partner/partner.ts'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { listFailedMessages, reviveMessage } from '../../db/outbox.ts'
import type { Mailer, OutgoingMail } from '../../gateways/messages/mailer.ts'
import { folderMailer } from '../../gateways/messages/nodemailer-mailers.ts'
import { prospect } from '../../testing/prospect.ts'
import { createTestApp } from '../../testing/test-app.ts'
import { newClient, tokenHeader } from '../../testing/test-client.ts'
import { latestMails } from './mail.repository.ts'
import { listMails, openMail, type QueuedMail, queueMail } from './mail.service.ts'
import { sendDueMails } from './send-mails.service.ts'

const app = await createTestApp()
let partner: Partner
beforeEach(async () => {
  partner = app.newPartner()
  await app.database.db.deleteFrom('outgoingMails').execute()
})

const folder = mkdtempSync(join(tmpdir(), 'dw-mail-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const words = { subject: 'Hello', preview: 'p', title: 'Hello', paragraphs: ['Hi.'], footer: 'f' }
const queue = (cause: string, of = partner, changes: Partial<QueuedMail> = {}) =>
  queueMail(app.context(of), {
    cause,
    recipient: { id: null, email: 'ada@example.com', emailConfirmedAt: app.clock.now() },
    words,
    ...changes,
  })

/** Fails the given number of times, then records mails. */
function mailerThatFails(times: number): Mailer & { readonly taken: OutgoingMail[]; tries: number } {
  const mailer = {
    taken: [] as OutgoingMail[],
    tries: 0,
    async send(mail: OutgoingMail) {
      mailer.tries += 1
      if (mailer.tries <= times) throw new Error('mailbox busy')
      mailer.taken.push(mail)
    },
  }
  return mailer
}

const sendWith = (mailer: Mailer) =>
  sendDueMails({
    db: app.database.db,
    clock: app.clock,
    mailer,
    partners: app.partners,
    log: { warn: () => {} },
  })

const retry = (id: string) => reviveMessage(app.database.db, 'outgoingMails', id, app.clock.now())

describe('the outbox', () => {
  test('a mail is sent once', async () => {
    await queue('a')
    const mailer = mailerThatFails(0)
    expect(await sendWith(mailer)).toEqual({ sent: 1, failed: 0 })
    expect(await sendWith(mailer)).toEqual({ sent: 0, failed: 0 })
    expect(mailer.taken).toMatchObject([
      { to: 'ada@example.com', subject: 'Hello', fromName: partner.settings.programName },
    ])
  })

  test('one cause has one mail, however often it is written about', async () => {
    await queue('a')
    await queue('a')
    expect(await listMails(app.context(partner))).toHaveLength(1)
  })

  test('a mail that could not be handed over is tried again later, under the same id', async () => {
    await queue('a')
    const mailer = mailerThatFails(1)
    expect(await sendWith(mailer)).toEqual({ sent: 0, failed: 1 })
    expect(await sendWith(mailer)).toEqual({ sent: 0, failed: 0 })
    const [waiting] = await listMails(app.context(partner))
    expect(waiting).toMatchObject({ sentAt: null, lastError: 'mailbox busy', attempts: 1 })
    app.clock.advance(61_000)
    expect(await sendWith(mailer)).toEqual({ sent: 1, failed: 0 })
    expect(mailer.taken[0]?.id).toBe(waiting?.id)
  })

  test('one that fails does not keep the others', async () => {
    await queue('a')
    await queue('b')
    expect(await sendWith(mailerThatFails(1))).toEqual({ sent: 1, failed: 1 })
  })

  test('a mail is given up after eight tries', async () => {
    await queue('a')
    const mailer = mailerThatFails(100)
    for (let day = 0; day < 10; day++) {
      await sendWith(mailer)
      app.clock.advance(24 * 3_600_000)
    }
    expect(mailer.tries).toBe(8)
  })

  test('given up -> listed; retried -> sent', async () => {
    await queue('a')
    for (let day = 0; day < 8; day++) {
      await sendWith(mailerThatFails(1))
      app.clock.advance(24 * 3_600_000)
    }
    const [failed] = await listFailedMessages(app.database.db, 'outgoingMails', 10)
    expect(failed).toMatchObject({ cause: 'a', attempts: 8, lastError: 'mailbox busy' })
    expect(await sendWith(mailerThatFails(0))).toEqual({ sent: 0, failed: 0 })
    expect(await retry(failed!.id)).toBe(partner.slug)
    expect(await sendWith(mailerThatFails(0))).toEqual({ sent: 1, failed: 0 })
  })

  test('two that send at once send each mail once', async () => {
    for (const cause of ['a', 'b', 'c', 'd']) await queue(cause)
    const mailer = mailerThatFails(0)
    await Promise.all([sendWith(mailer), sendWith(mailer)])
    expect(new Set(mailer.taken.map(mail => mail.id)).size).toBe(4)
    expect(mailer.taken).toHaveLength(4)
  })

  test('request with another port -> its links lead to the partner’s own address', async () => {
    const client = newClient(app, partner)
    const host = `${partner.slug}.localhost`
    await client.send('POST', '/api/Members/Prospects', prospect(), {
      ...(await tokenHeader(client)),
      host: `${host}:9999`,
    })
    const [mail] = await listMails(app.context(partner))
    expect(mail?.htmlBody).toContain(`"http://${host}/confirm_email?token=`)
    expect(mail?.htmlBody).not.toContain('9999')
  })

  test('another partner sees none of it', async () => {
    await queue('a')
    const other = app.newPartner()
    const [mail] = await listMails(app.context(partner))
    expect(await listMails(app.context(other))).toEqual([])
    expect(await openMail(app.context(other), mail!.id)).toBeNull()
  })
})

describe('body with a code', () => {
  const stored = async () => (await latestMails(app.database.db, partner.slug, 1))[0]!
  const queueSecret = () => queue('a', partner, { secretUntil: new Date(app.clock.now().getTime() + 60_000) })

  test('sent -> deleted; the folder of a demo still has it', async () => {
    await queueSecret()
    const { mailer } = app.context(partner).gateways
    await sendWith(mailer)
    expect(await stored()).toMatchObject({ textBody: '', htmlBody: '', sentAt: app.clock.now() })
    expect((await listMails(app.context(partner)))[0]?.textBody).toContain('Hi.')
    expect((await openMail(app.context(partner), (await stored()).id))?.htmlBody).toContain('Hi.')
  })

  test('expired before it could be sent -> deleted and given up', async () => {
    await queueSecret()
    await sendWith(mailerThatFails(1))
    expect((await stored()).textBody).toContain('Hi.')
    app.clock.advance(61_000)
    const mailer = mailerThatFails(0)
    expect(await sendWith(mailer)).toEqual({ sent: 0, failed: 0 })
    expect(mailer.taken).toEqual([])
    expect(await stored()).toMatchObject({ textBody: '', htmlBody: '', failedAt: app.clock.now() })
    expect(await retry((await stored()).id)).toBeNull()
  })

  test('no code -> kept', async () => {
    await queue('a')
    await sendWith(mailerThatFails(0))
    expect((await stored()).textBody).toContain('Hi.')
  })
})

describe('sender', () => {
  const senderOf = async (of: Partner) => {
    await queue('a', of)
    const mailer = mailerThatFails(0)
    await sendWith(mailer)
    return mailer.taken[0]
  }

  test('none set -> customer support, under the program’s name', async () => {
    const address = partner.settings.customerSupport.email.display
    expect(await senderOf(partner)).toMatchObject({
      fromName: partner.settings.programName,
      fromAddress: address,
      replyTo: address,
    })
  })

  test('set -> its name and address; replies go to customer support', async () => {
    const mailSender = { name: 'Sky Dining', address: 'hello@mail.skyward.example' }
    const of = app.newPartner({ settings: { mailSender } })
    expect(await senderOf(of)).toMatchObject({
      fromName: 'Sky Dining',
      fromAddress: 'hello@mail.skyward.example',
      replyTo: of.settings.customerSupport.email.display,
    })
  })

  test.each(['no address', 'a@b.example, c@d.example', 'Ada <a@b.example>'])('%s -> refused', address => {
    expect(() => app.newPartner({ settings: { mailSender: { name: 'x', address } } })).toThrow(/mailSender/)
  })
})

describe('a mail as it travels', () => {
  test('has a text and an HTML part, and says who wrote it', async () => {
    await queue('a')
    await sendWith(folderMailer(folder))
    const file = readdirSync(folder).find(name => name.endsWith('.eml'))
    const message = readFileSync(join(folder, file!), 'utf8')
    expect(message).toMatch(/^Subject: Hello$/m)
    expect(message).toContain('multipart/alternative')
    expect(message).toContain('text/plain')
    expect(message).toContain('text/html')
    expect(message).toContain(partner.settings.customerSupport.email.display)
  })
})

describe('joining', () => {
  test('asks who joined to confirm the address', async () => {
    const newcomer = prospect()
    const answer = await newClient(app, partner).send('POST', '/api/Members/Prospects', newcomer)
    expect(answer.statusCode).toBe(200)
    const [mail] = await listMails(app.context(partner))
    expect(mail).toMatchObject({
      recipient: newcomer.email,
      cause: expect.stringMatching(/^email-confirmation:/),
    })
    expect(mail?.textBody).toContain('/confirm_email?token=')
    expect(mail?.textBody).not.toMatch(/\{[a-z ]+\}/)
  })

  test('that is refused writes nothing', async () => {
    const refused = prospect({ password: 'short' })
    const answer = await newClient(app, partner).send('POST', '/api/Members/Prospects', refused)
    expect(answer.statusCode).toBe(400)
    expect(await listMails(app.context(partner))).toEqual([])
  })
})
