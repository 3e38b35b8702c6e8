import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Partner } from '@dineward/core/partner/partner.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { newMember } from '../../testing/factories.ts'
import { createTestApp, type TestApp, testSecrets } from '../../testing/test-app.ts'
import { newClient } from '../../testing/test-client.ts'
import { clearMarkedAddress, importBounces } from './delivery-reports.service.ts'
import { listMails, queueMail } from './mail.service.ts'
import { sendDueMails } from './send-mails.service.ts'
import { isSignedBySvix, signSvix } from './svix-signature.rules.ts'

let app: TestApp
let partner: Partner
let sender: string
beforeAll(async () => {
  app = await createTestApp()
})
beforeEach(() => {
  sender = `dining@${crypto.randomUUID()}.example`
  partner = app.newPartner({ settings: { mailSender: { name: 'Dining', address: sender } } })
})
const folder = mkdtempSync(join(tmpdir(), 'dw-bounces-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const words = { subject: 'Hello', preview: 'p', title: 'Hello', paragraphs: ['Hi.'], footer: 'f' }
type Kind = 'account' | 'news'

/** How many mails to the member are in the outbox after one more. */
async function mailsAfter(member: { id: string; email: string }, kind: Kind, of = partner): Promise<number> {
  await queueMail(app.context(of), {
    cause: crypto.randomUUID(),
    recipient: { ...member, emailConfirmedAt: app.clock.now() },
    words,
    ...(kind === 'news' ? { subscriber: { id: member.id, origin: 'http://localhost' } } : {}),
  })
  return (await listMails(app.context(of))).length
}
const isOptedIn = async (id: string) =>
  (
    await app.database.db
      .selectFrom('members')
      .select('emailOptIn')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
  ).emailOptIn

const event = (type: string, email: string, changes = {}) => ({
  type,
  created_at: app.clock.now().toISOString(),
  data: {
    email_id: 'e1',
    from: `Dining <${sender.toUpperCase()}>`,
    to: [email],
    subject: 'Hello',
    ...changes,
  },
})

function report(body: unknown, { secret = testSecrets.resend, at = app.clock.now(), headers = {} } = {}) {
  const payload = typeof body === 'string' ? body : JSON.stringify(body)
  const [id, timestamp] = ['msg_1', String(Math.floor(at.getTime() / 1_000))]
  const signature = signSvix(secret, { id, timestamp, body: payload })
  return app.app.inject({
    method: 'POST',
    url: '/hooks/mail/resend',
    headers: {
      host: 'mail-provider.example',
      'content-type': 'application/json',
      'svix-id': id,
      'svix-timestamp': timestamp,
      'svix-signature': `v1,bm90LXRoaXM= ${signature}`,
      ...headers,
    },
    payload,
  })
}

describe('report of the mail provider', () => {
  test('bounce -> no mail to the address any more; other partners write on', async () => {
    const [member, other] = [await newMember(app, partner), app.newPartner()]
    const bounce = { type: 'Permanent', subType: 'General', message: 'No such user' }
    expect((await report(event('email.bounced', member.email.toUpperCase(), { bounce }))).statusCode).toBe(
      200,
    )
    expect(await mailsAfter(member, 'account')).toBe(0)
    expect(await mailsAfter(member, 'account', other)).toBe(1)
    expect(await isOptedIn(member.id)).toBe(true)
  })

  test('bounce of a mail that waits -> given up with the reason', async () => {
    const member = await newMember(app, partner)
    expect(await mailsAfter(member, 'account')).toBe(1)
    await report(event('email.bounced', member.email))
    const send = async () => expect.fail('sent')
    const { db } = app.database
    await sendDueMails({ db, clock: app.clock, mailer: { send }, partners: app.partners, log: { warn() {} } })
    expect(await listMails(app.context(partner))).toMatchObject([{ lastError: 'not sent: bounce' }])
  })

  test('complaint -> opted out, no news; account mails still come', async () => {
    const member = await newMember(app, partner)
    await report(event('email.complained', member.email))
    expect(await isOptedIn(member.id)).toBe(false)
    expect(await mailsAfter(member, 'news')).toBe(0)
    expect(await mailsAfter(member, 'account')).toBe(1)
  })

  test('the same report again, after the member opted in -> changes nothing', async () => {
    const member = await newMember(app, partner)
    const complaint = event('email.complained', member.email)
    await report(complaint)
    await app.database.db
      .updateTable('members')
      .set({ emailOptIn: true })
      .where('id', '=', member.id)
      .execute()
    expect((await report(complaint)).statusCode).toBe(200)
    expect(await isOptedIn(member.id)).toBe(true)
  })

  test('cleared by an operator -> mails again, also after the same report; a newer one marks again', async () => {
    const member = await newMember(app, partner)
    const bounce = event('email.bounced', member.email)
    await report(bounce)
    const services = {
      db: app.database.db,
      clock: app.clock,
      actor: { kind: 'system', name: 'ada' },
    } as const
    const clear = () => clearMarkedAddress(services, partner.slug, member.email.toUpperCase())
    expect([await clear(), await clear()]).toEqual([true, false])
    await report(bounce)
    expect(await mailsAfter(member, 'account')).toBe(1)
    app.clock.advance(60_000)
    await report(event('email.bounced', member.email))
    expect(await mailsAfter(member, 'account')).toBe(1)
  })

  test.each<[string, (email: string) => object]>([
    ['full mailbox', email => event('email.bounced', email, { bounce: { type: 'Transient' } })],
    ['delivery', email => event('email.delivered', email)],
    ['event of a kind to come', () => ({ type: 'domain.created', data: {} })],
    ['another sender’s', email => event('email.bounced', email, { from: 'x@elsewhere.example' })],
  ])('%s -> 200, marks nothing', async (_case, body) => {
    const member = await newMember(app, partner)
    expect((await report(body(member.email))).statusCode).toBe(200)
    expect(await mailsAfter(member, 'account')).toBe(1)
  })

  test.each<[string, number, (email: string) => ReturnType<typeof report>]>([
    ['wrong key', 401, email => report(event('email.bounced', email), { secret: 'whsec_b3RoZXI=' })],
    [
      'six minutes old',
      401,
      email => {
        const at = new Date(app.clock.now().getTime() - 360_000)
        return report(event('email.bounced', email), { at })
      },
    ],
    [
      'no signature',
      401,
      email => report(event('email.bounced', email), { headers: { 'svix-signature': '' } }),
    ],
    ['another id', 401, email => report(event('email.bounced', email), { headers: { 'svix-id': 'msg_2' } })],
    ['no JSON', 400, () => report('{')],
    ['no recipients', 400, email => report(event('email.bounced', email, { to: 'all' }))],
    ['no time', 400, email => report({ ...event('email.bounced', email), created_at: 'now' })],
    ['null', 400, () => report('null')],
  ])('%s -> %i, marks nothing', async (_case, status, send) => {
    const member = await newMember(app, partner)
    expect((await send(member.email)).statusCode).toBe(status)
    expect(await mailsAfter(member, 'account')).toBe(1)
  })

  test('no provider configured -> 404', async () => {
    const without = await createTestApp({ resendSecrets: [] })
    const response = await newClient(without, partner).send('POST', '/hooks/mail/resend', {}, {})
    expect(response.statusCode).toBe(404)
  })

  // Svix and Standard Webhooks give this reference example.
  test('signature: the one of the documented scheme', () => {
    const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
    const [id, timestamp] = ['msg_p5jXN8AQM9LWM0D4loKWxJek', '1614265330']
    const signature = 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE='
    const call = { body: Buffer.from('{"test": 2432232314}'), now: [new Date(1_614_265_330_000)] }
    expect(isSignedBySvix([secret], { id, timestamp, signature }, call)).toBe(true)
  })
})

describe('file of bounces', () => {
  const at = '2026-03-01T08:00:00Z'
  async function importFile(text: string, changes = {}) {
    const file = join(folder, `${crypto.randomUUID()}.csv`)
    writeFileSync(file, text)
    const lines: string[] = []
    const report = (line: string) => lines.push(line)
    const options = { file, partner: partner.slug, dryRun: false, report, ...changes }
    const summary = await importBounces({ db: app.database.db, ...app }, options)
    return { summary, lines }
  }

  test('each row marks an address, or is refused with its line and reason; again -> nothing changes', async () => {
    const [bounced, complained] = [await newMember(app, partner), await newMember(app, partner)]
    const text = [
      'email,type,at,reason,partner',
      `${bounced.email},bounce,${at},No such user,`,
      `${complained.email},complaint,${at},,${partner.slug}`,
      `no-address,bounce,${at},,`,
      `a@b.example,delay,${at},,`,
      'a@b.example,bounce,yesterday,,',
      'a@b.example,bounce,2030-01-01T00:00:00Z,,',
      `a@b.example,bounce,${at},,nowhere`,
    ].join('\n')
    const { summary, lines } = await importFile(text)
    expect(summary).toEqual({ read: 7, marked: 2, unchanged: 0, refused: 5 })
    expect(lines.map(line => line.split(' ').slice(0, 4).join(' '))).toEqual([
      'line 4: refused. email:',
      'line 5: refused. type:',
      'line 6: refused. at:',
      'line 7: refused. at:',
      'line 8: refused. partner:',
    ])
    expect(await isOptedIn(complained.id)).toBe(false)
    expect(await mailsAfter(bounced, 'account')).toBe(0)
    expect((await importFile(text)).summary).toMatchObject({ marked: 0, unchanged: 2, refused: 5 })
  })

  test('dry run -> says the same and marks nothing', async () => {
    const member = await newMember(app, partner)
    const { summary } = await importFile(`email,type,at\n${member.email},complaint,${at}`, { dryRun: true })
    expect(summary).toEqual({ read: 1, marked: 1, unchanged: 0, refused: 0 })
    expect(await isOptedIn(member.id)).toBe(true)
  })

  test('no partner in row or command -> refused', async () => {
    const { lines } = await importFile(`email,type,at\na@b.example,bounce,${at}`, { partner: null })
    expect(lines).toEqual(['line 2: refused. partner: give it, here or with --partner'])
  })
})
