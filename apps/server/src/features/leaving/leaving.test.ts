import { randomBytes, randomUUID } from 'node:crypto'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { days, minutes } from '@dineward/core/shared/clock.ts'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { folderTextMessenger } from '../../gateways/messages/folder-text-messenger.ts'
import { auditedActions } from '../../testing/audit-entries.ts'
import { newMember } from '../../testing/factories.ts'
import { prospect } from '../../testing/prospect.ts'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'
import { newClient, signedInClient } from '../../testing/test-client.ts'
import { newCardNetwork } from '../card-events/card-network-for-test.ts'
import { hashPassword } from '../identity/passwords/passwords.service.ts'
import { ledgerProblems } from '../ledger/ledger-checks.read.ts'
import { listMails, queueMail } from '../mail/mail.service.ts'
import { suppressAddress } from '../mail/suppressions.service.ts'
import { eraseDueMembers, eraseMember } from './erasure.service.ts'

const password = 'Dinner-For-2!'
let app: TestApp
let passwordHash: string
beforeAll(async () => {
  app = await createTestApp()
  passwordHash = await hashPassword(password)
})

/** A member who has dined, signed in just now. */
async function diner(like?: string) {
  const unique = randomBytes(6).toString('hex')
  const [firstName, lastName, email] = [`Zora ${unique}`, `Wibb ${unique}`, `zora.${unique}@example.com`]
  const network = await newCardNetwork(app, {
    ...(like ? { like } : {}),
    member: {
      email,
      firstName,
      lastName,
      memberNumber: '402815637',
      passwordHash: like ? null : passwordHash,
    },
  })
  await network.deliver('transaction.clearing')
  const { partner, memberId } = network
  const client = await signedInClient(app, partner, memberId)
  await client.send('PUT', `/api/Member/Favorites/${network.merchant.id}`)
  const leave = (body: object = { password }) => client.send('DELETE', '/api/Member', body)
  const member = async () => (await client.get('/api/Member')).json()
  return { email, firstName, lastName, network, partner, memberId, client, leave, member }
}

const runJob = () => {
  const { partner: _, actor: __, ...services } = app.context(app.partners.all()[0]!)
  return eraseDueMembers(services, app.partners)
}

describe('export', () => {
  test('member -> a file with everything, and no secret; a line in the audit log', async () => {
    const { client, email, firstName, memberId, partner } = await diner()
    const response = await client.get('/api/Member/Export')
    expect(response.statusCode).toBe(200)
    expect(response.headers['content-disposition']).toBe(
      `attachment; filename="${partner.slug}-my-data.json"`,
    )
    expect(response.headers['cache-control']).toBe('no-store')
    const file = response.json()
    expect(file).toMatchObject({
      schemaVersion: 1,
      member: { email, firstName },
      sections: {
        cards: [{ lastFour: '4242' }],
        dines: [{ rewardUnits: 127, status: 'Awarded' }],
        rewardEntries: [{ account: 'member_rewards', units: 127 }],
        favorites: [{}],
        sessions: [{}],
        auditLog: [{ action: 'account.exported' }],
      },
    })
    expect(response.body).not.toMatch(/argon2|[Hh]ash"/)
    expect(await auditedActions(app, memberId)).toEqual(['account.exported'])
  })

  test('anonymous -> 401; linked from another site, or prefetched -> 403', async () => {
    const { client, partner } = await diner()
    expect((await newClient(app, partner).get('/api/Member/Export')).statusCode).toBe(401)
    for (const headers of [{ 'sec-fetch-site': 'cross-site' }, { 'sec-purpose': 'prefetch' }])
      expect((await client.get('/api/Member/Export', headers)).statusCode).toBe(403)
  })
})

describe('asking to be erased', () => {
  test('right password -> in 14 days, told by mail; asked again -> the same day; canceled -> stays', async () => {
    const { leave, member, client, memberId, partner } = await diner()
    const erasureAt = new Date(app.clock.now().getTime() + days(14)).toISOString()
    const answer = await leave()
    expect([answer.statusCode, answer.json()]).toEqual([202, { erasureAt }])
    expect((await member()).erasureAt).toBe(erasureAt)
    app.clock.advance(minutes(1))
    expect((await leave()).json()).toEqual({ erasureAt })
    const cancel = () => client.send('DELETE', '/api/Member/Erasure')
    expect([(await cancel()).json(), (await cancel()).json()]).toEqual([
      { canceled: true },
      { canceled: false },
    ])
    expect((await member()).erasureAt).toBe(null)
    const subjects = (await listMails(app.context(partner))).map(({ subject }) => subject)
    expect(subjects).toEqual(['Your account stays', 'Your account will be deleted on March 24, 2026'])
    expect(await auditedActions(app, memberId)).toEqual([
      'account.erasure_requested',
      'account.erasure_canceled',
    ])
  })

  test.each([
    [undefined, 127],
    ['harbor', 1.27],
  ])('like %s -> says first what is not paid yet', async (like, unpaidRewards) => {
    const { client } = await diner(like)
    expect((await client.get('/api/Member/Erasure')).json()).toEqual({ unpaidRewards })
  })

  test('wrong password -> refused at its field, and counted: five lock', async () => {
    const { leave, member } = await diner()
    for (let count = 0; count < 5; count++) {
      const answer = await leave({ password: 'not-the-password-1' })
      expect([answer.statusCode, answer.json().fieldErrors?.[0]?.field]).toEqual([400, 'password'])
    }
    expect((await leave()).json().code).toBe('account_locked')
    expect((await member()).erasureAt).toBe(null)
  })

  test('no password: signed in just now -> accepted, else refused', async () => {
    const { leave, member } = await diner()
    app.clock.advance(minutes(6))
    const refused = await leave({})
    expect([refused.statusCode, refused.json().code]).toEqual([403, 'reauthentication_required'])
    app.clock.advance(-minutes(2))
    expect((await leave({})).statusCode).toBe(202)
    expect((await member()).erasureAt).not.toBe(null)
    app.clock.advance(-minutes(4))
  })

  test('of single sign-on: signed in here just now, without a proof at the provider -> refused', async () => {
    const { leave } = await diner('meridian')
    expect((await leave({})).json().code).toBe('reauthentication_required')
  })

  test('no anti-forgery token -> 403', async () => {
    const { client } = await diner()
    for (const path of ['/api/Member', '/api/Member/Erasure'])
      expect((await client.send('DELETE', path, {}, {})).json().code).toBe('csrf_invalid')
  })
})

describe('erasure', () => {
  const allText = async (words: string) => {
    const tables = await sql<{ name: string }>`
      select table_name as name from information_schema.tables
      where table_schema = 'public' and table_type = 'BASE TABLE'`.execute(app.database.db)
    const found: string[] = []
    for (const { name } of tables.rows) {
      const hits =
        await sql`select 1 from ${sql.table(name)} as row where row::text ilike ${`%${words}%`}`.execute(
          app.database.db,
        )
      if (hits.rows.length > 0) found.push(name)
    }
    return found
  }

  test('after the grace period -> no table names the member, the books are in order, the email is free', async () => {
    const { leave, email, firstName, lastName, network, client, partner, memberId } = await diner()
    await leave()
    expect(await network.balance()).toBe(127)
    app.clock.advance(days(14) - 1)
    expect(await runJob()).toBe(0)
    app.clock.advance(1)
    expect(await runJob()).toBe(1)
    expect(await runJob()).toBe(0)
    for (const words of [email, firstName, lastName]) expect(await allText(words)).toEqual([])
    expect(await network.balance()).toBe(0)
    expect(await ledgerProblems(app.database.db)).toEqual([])
    expect((await client.get('/api/Member')).statusCode).toBe(401)
    expect((await client.get(`/api/Member/${memberId}`)).statusCode).toBe(404)
    const joined = await newClient(app, partner).send('POST', '/api/Members/Prospects', prospect({ email }))
    expect([joined.statusCode, joined.json().fieldErrors]).toEqual([200, undefined])
    expect(await auditedActions(app, memberId)).toEqual(['account.erasure_requested', 'account.erased'])
  })

  test('a file cannot be deleted -> the member stays until it can, and others are erased', async () => {
    const [stuck, other] = [await diner(), await diner()]
    for (const { leave } of [stuck, other]) await leave()
    app.clock.advance(days(14))
    const ids = (await listMails(app.context(stuck.partner))).map(({ id }) => id)
    const { partner: _, actor: __, ...services } = app.context(stuck.partner)
    const { mailer } = services.gateways
    const remove = (id: string) => (ids.includes(id) ? Promise.reject(new Error('EIO')) : mailer.delete!(id))
    const gateways = { ...services.gateways, mailer: { ...mailer, delete: remove } }
    const run = eraseDueMembers({ ...services, gateways }, app.partners)
    await expect(run).rejects.toThrow(`member ${stuck.memberId}: EIO`)
    expect((await allText(stuck.email)).length).toBeGreaterThan(0)
    expect(await allText(other.email)).toEqual([])
    expect(await runJob()).toBe(1)
    expect(await allText(stuck.email)).toEqual([])
  })

  test('mails to an earlier address, and texts -> deleted with their files', async () => {
    const { memberId, partner, firstName } = await diner()
    const { db } = app.database
    const folder = mkdtempSync(join(tmpdir(), 'dw-texts-'))
    const { gateways, ...ctx } = app.context(partner)
    const texts = folderTextMessenger(folder)
    const earlier = `earlier.${memberId.toLowerCase()}@example.com`
    const words = { subject: 'Hi', preview: 'p', title: 'Hi', paragraphs: [firstName], footer: 'f' }
    const recipient = { id: memberId, email: earlier, emailConfirmedAt: ctx.clock.now() }
    await queueMail(ctx, { cause: 'earlier', recipient, words })
    await suppressAddress(
      { db, partner, clock: ctx.clock },
      { email: earlier, kind: 'bounce', reason: 'gone', reportedAt: ctx.clock.now() },
    )
    const [mail] = await listMails({ ...ctx, gateways })
    const sent = { fromName: 'f', fromAddress: 'f@f.example', replyTo: 'f@f.example', unsubscribeUrl: null }
    await gateways.mailer.send({ ...sent, id: mail!.id, to: earlier, subject: 'Hi', text: 'Hi', html: 'Hi' })
    const [now, id] = [ctx.clock.now(), randomUUID()]
    const cause = `opt-in:${memberId}:1`
    const text = { id, partnerId: partner.slug, cause, recipient: '+12125550100', body: firstName }
    await db
      .insertInto('outgoingTexts')
      .values({ ...text, createdAt: now, nextAttemptAt: now })
      .execute()
    await texts.send({ id, from: '+12125550199', to: text.recipient, body: text.body })
    await eraseMember({ ...ctx, gateways: { ...gateways, texts } }, memberId)
    for (const words of [earlier, firstName]) expect(await allText(words)).toEqual([])
    expect(await gateways.mailer.read?.(mail!.id)).toBe(null)
    expect(readdirSync(folder)).toEqual([])
    rmSync(folder, { recursive: true })
  })

  test('events of the card of an erased member -> refused, nothing is posted or kept', async () => {
    const { leave, network } = await diner()
    const brand = { name: `A brand ${network.cardId}` }
    await network.deliver('transaction.auth', { id: 'pending', amount: 20, brand })
    await leave()
    app.clock.advance(days(14))
    await network.send('transaction.clearing', { brand })
    await runJob()
    await network.deliver('transaction.clearing', { id: 'pending', amount: 20, brand })
    await network.deliver('transaction.refund', { amount: -42.5, brand })
    expect(await network.balance()).toBe(0)
    expect(await allText(brand.name)).toEqual([])
  })

  test('canceled in time -> not erased', async () => {
    const { leave, client, firstName, partner, memberId } = await diner()
    await leave()
    await client.send('DELETE', '/api/Member/Erasure')
    app.clock.advance(days(15))
    expect(await runJob()).toBe(0)
    expect((await (await signedInClient(app, partner, memberId)).get('/api/Member')).json().firstName).toBe(
      firstName,
    )
  })

  test('canceled after the job has listed who is due -> not erased', async () => {
    const { leave, client, partner, memberId } = await diner()
    await leave()
    expect((await client.send('DELETE', '/api/Member/Erasure')).statusCode).toBe(200)
    app.clock.advance(days(14))
    expect(await eraseMember(app.context(partner), memberId, { dueBy: app.clock.now() })).toBe(false)
  })

  test('another member of the partner -> untouched', async () => {
    const { leave, partner } = await diner()
    const other = await newMember(app, partner)
    await leave()
    app.clock.advance(days(14))
    await runJob()
    const client = await signedInClient(app, partner, other.id)
    expect((await client.get('/api/Member')).json().email).toBe(other.email)
  })
})
