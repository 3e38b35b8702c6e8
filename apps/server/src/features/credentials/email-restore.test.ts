import type { Partner } from '@dineward/core/partner/partner.ts'
import { days } from '@dineward/core/shared/clock.ts'
import { beforeAll, expect, test } from 'vitest'
import { auditedActions } from '../../testing/audit-entries.ts'
import { newMember } from '../../testing/factories.ts'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'
import { newClient, signedInClient } from '../../testing/test-client.ts'
import { hashPassword } from '../identity/passwords/passwords.service.ts'
import { processRecoveryRequests } from '../identity/passwords/recovery.service.ts'
import { listMails } from '../mail/mail.service.ts'

const password = 'Dinner-For-2!'
let app: TestApp
let passwordHash: string
beforeAll(async () => {
  app = await createTestApp()
  passwordHash = await hashPassword(password)
})

/** A member whose address was changed, once for each of `emails`, by a thief who knew the password. */
async function changedAddress(...emails: string[]) {
  const partner = app.newPartner()
  const member = await newMember(app, partner, { passwordHash })
  const thief = await signedInClient(app, partner, member.id)
  const path = '/api/Member/Credentials'
  for (const email of emails) {
    await thief.send('PUT', path, { email, password })
    const code = await inMail(partner, email, /: (\d{6})\./)
    app.clock.advance(1_000)
    await thief.send('POST', `${path}/Confirm`, { code })
  }
  const client = newClient(app, partner)
  return {
    partner,
    member,
    thief,
    token: (address = member.email) => inMail(partner, address, /restore_email\?token=([\w-]+)/),
    async restore(token: string, of = client) {
      const { statusCode, json } = await of.send('POST', '/api/Members/EmailRestore', { token })
      return [statusCode, json().code]
    },
    emailOf: async () =>
      (
        await app.database.db
          .selectFrom('members')
          .select('email')
          .where('id', '=', member.id)
          .executeTakeFirstOrThrow()
      ).email,
    signIn: async (userName: string) =>
      (await client.send('POST', '/api/SignIn', { userName, password })).statusCode,
  }
}

/** This finds the words in the newest mail to an address. */
async function inMail(partner: Partner, address: string, words: RegExp): Promise<string> {
  const mails = await listMails(app.context(partner))
  return words.exec(mails.find(({ recipient }) => recipient === address)?.textBody ?? '')?.[1] ?? ''
}

const refused = [400, 'restore_link_invalid']
const unique = () => `${crypto.randomUUID().slice(0, 8)}@example.com`

test('link to the address before -> restored, everyone out, the password ended, a code mailed; once', async () => {
  const { partner, member, thief, token, restore, emailOf, signIn } = await changedAddress(unique())
  const { db } = app.database
  const passkey = { partnerId: partner.slug, memberId: member.id, counter: 0, transports: [], name: 'p' }
  const publicKey = Buffer.from('key')
  const before = new Date(app.clock.now().getTime() - days(1))
  for (const createdAt of [before, app.clock.now()])
    await db
      .insertInto('passkeys')
      .values({ ...passkey, id: crypto.randomUUID(), publicKey, createdAt })
      .execute()
  const google = { partnerId: partner.slug, memberId: member.id, issuer: 'https://google.example' }
  await db
    .insertInto('memberIdentities')
    .values({ ...google, subject: member.id, linkedAt: app.clock.now() })
    .execute()
  const link = await token()
  expect(await restore(link)).toEqual([200, undefined])
  expect(await emailOf()).toBe(member.email)
  expect((await thief.get('/api/Member')).statusCode).toBe(401)
  expect(await signIn(member.email)).toBe(401)
  const passkeys = db.selectFrom('passkeys').select('createdAt').where('memberId', '=', member.id)
  expect(await passkeys.execute()).toEqual([{ createdAt: before }])
  expect(await auditedActions(app, member.id)).toEqual([
    'credentials.email_changed',
    'credentials.email_restored',
    'credentials.passkey_removed',
    'credentials.identity_unlinked',
  ])
  app.clock.advance(1_000)
  const { partner: _, ...ctx } = app.context(partner)
  await processRecoveryRequests(ctx, app.partners)
  expect(await inMail(partner, member.email, /: (\d{6})\./)).toMatch(/\d{6}/)
  expect(await restore(link)).toEqual(refused)
})

test('changed twice -> the first address wins, whichever link is used first', async () => {
  const stolen = unique()
  const { member, token, restore, emailOf } = await changedAddress(stolen, unique())
  const [first, second] = [await token(), await token(stolen)]
  expect(await restore(second)).toEqual([200, undefined])
  expect(await restore(first)).toEqual([200, undefined])
  expect(await emailOf()).toBe(member.email)

  const again = await changedAddress(stolen, unique())
  const links = [await again.token(), await again.token(stolen)]
  expect(await again.restore(links[0]!)).toEqual([200, undefined])
  expect(await again.restore(links[1]!)).toEqual(refused)
})

test('used at once -> one of them restores', async () => {
  const { partner, token, restore } = await changedAddress(unique())
  const link = await token()
  const answers = await Promise.all([restore(link), restore(link, newClient(app, partner))])
  expect(answers.toSorted()).toEqual([[200, undefined], refused])
})

test('after seven days, made up, at another partner, or the address is taken -> refused', async () => {
  const { partner, member, token, restore, emailOf } = await changedAddress(unique())
  const link = await token()
  expect(await restore(`${link.slice(0, -1)}~`)).toEqual(refused)
  expect(await restore(link, newClient(app, app.newPartner()))).toEqual(refused)
  const other = await newMember(app, partner, { email: member.email })
  expect(await restore(link)).toEqual(refused)
  await app.database.db.deleteFrom('members').where('id', '=', other.id).execute()
  app.clock.advance(days(7))
  expect(await restore(link)).toEqual(refused)
  app.clock.advance(-days(7))
  expect(await emailOf()).not.toBe(member.email)
})
