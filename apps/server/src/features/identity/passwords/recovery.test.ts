import type { Partner } from '@dineward/core/partner/partner.ts'
import { beforeAll, describe, expect, test } from 'vitest'
import { auditedActions } from '../../../testing/audit-entries.ts'
import { newMember } from '../../../testing/factories.ts'
import { createTestApp, type TestApp } from '../../../testing/test-app.ts'
import { newClient, signedInClient } from '../../../testing/test-client.ts'
import { listMails } from '../../mail/mail.service.ts'
import { hashPassword } from './passwords.service.ts'
import { processRecoveryRequests } from './recovery.service.ts'

const password = 'Dinner-For-2!'
const newPassword = 'Supper-For-3!'
let app: TestApp
let passwordHash: string

beforeAll(async () => {
  app = await createTestApp()
  passwordHash = await hashPassword(password)
})

async function memberOf(partner: Partner = app.newPartner(), memberNumber = '402815637') {
  const member = await newMember(app, partner, { passwordHash, memberNumber })
  const client = newClient(app, partner)
  const recovery = {
    request: (userName: string = member.email) => client.send('POST', '/api/Members/Recovery', { userName }),
    confirm: (code: string, userName: string | undefined = member.email) =>
      client.send('POST', '/api/Members/Recovery/Confirm', { code, userName }),
    change: (recoveryToken: string, chosen = newPassword, again = chosen) =>
      client.send('PUT', '/api/Members/Recovery/Password', {
        recoveryToken,
        password: chosen,
        passwordConfirm: again,
      }),
  }
  const signIn = (chosen: string) =>
    newClient(app, partner).send('POST', '/api/SignIn', { userName: member.email, password: chosen })
  return { partner, member, client, signIn, ...recovery }
}

const work = (partner: Partner) => {
  const { partner: _, ...ctx } = app.context(partner)
  return processRecoveryRequests(ctx, app.partners)
}

/** The newest mail's code and link. */
async function mailed(partner: Partner) {
  await work(partner)
  const mails = (await listMails(app.context(partner))).filter(({ cause }) => cause.startsWith('recovery:'))
  const text = mails[0]?.textBody ?? ''
  return {
    count: mails.length,
    recipient: mails[0]?.recipient,
    code: /\b(\d{6})\b/.exec(text)?.[1] ?? '',
    link: /\/recover\/confirm\?code=([\w-]+)/.exec(text)?.[1] ?? '',
  }
}

async function tokenFor(scene: Awaited<ReturnType<typeof memberOf>>): Promise<string> {
  await scene.request()
  const { code } = await mailed(scene.partner)
  return (await scene.confirm(code)).json().recoveryToken
}

describe('recovery request', () => {
  test.each(['email', 'email in capitals', 'member number'])(
    '%s -> a mail with code and link',
    async kind => {
      const { partner, member, request } = await memberOf()
      const userName = { email: member.email, 'email in capitals': member.email.toUpperCase() }[kind]
      const response = await request(userName ?? '402815637')
      expect([response.statusCode, response.json()]).toEqual([202, { accepted: true }])
      const { recipient, code, link } = await mailed(partner)
      expect(recipient).toBe(member.email)
      expect(code).toMatch(/^\d{6}$/)
      expect(link.length).toBe(43)
    },
  )

  test.each(['stranger@example.com', '402815638'])('unknown %s -> the same answer, no mail', async name => {
    const { partner, request } = await memberOf()
    const response = await request(name)
    expect([response.statusCode, response.json()]).toEqual([202, { accepted: true }])
    expect((await mailed(partner)).count).toBe(0)
  })

  test.each([
    ['a word', () => 'dinner', 'skyward'],
    ['a number of another form', () => '4028', 'skyward'],
    ['the number of a member whose partner has no numbers any more', () => '402815637', 'harbor'],
    ['letters that look like a member’s', (email: string) => email.replace('e', 'е'), 'skyward'],
  ])('%s -> refused at its field, no mail', async (_case, nameOf, like) => {
    const { partner, member, request } = await memberOf(app.newPartner({ like }))
    const response = await request(nameOf(member.email))
    const message = 'Please enter a valid email address or partner number.'
    expect([response.statusCode, response.json()]).toMatchObject([
      400,
      { code: 'validation_failed', fieldErrors: [{ field: 'userName', message }] },
    ])
    expect((await mailed(partner)).count).toBe(0)
  })

  test('six in an hour -> five mails; an hour later -> one more', async () => {
    const { partner, request } = await memberOf()
    for (let i = 0; i < 6; i++) {
      await request()
      await work(partner)
    }
    expect((await mailed(partner)).count).toBe(5)
    app.clock.advance(61 * 60_000)
    await request()
    expect((await mailed(partner)).count).toBe(6)
  })

  test('another partner’s member -> no mail', async () => {
    const { member } = await memberOf()
    const other = await memberOf()
    await other.request(member.email)
    expect((await mailed(other.partner)).count).toBe(0)
  })

  test('no body -> 400', async () => {
    const { client } = await memberOf()
    const response = await client.send('POST', '/api/Members/Recovery', {})
    expect([response.statusCode, response.json().code]).toEqual([400, 'validation_failed'])
  })

  test.each(['meridian', 'tablefolk'])('%s has no passwords -> 404', async like => {
    const { request, confirm, change } = await memberOf(app.newPartner({ like }))
    for (const response of [await request(), await confirm('123456'), await change('x')])
      expect([response.statusCode, response.json().code]).toEqual([404, 'not_found'])
  })
})

describe('recovery code', () => {
  const refused = [400, 'recovery_code_invalid']
  const answer = async (response: ReturnType<Awaited<ReturnType<typeof memberOf>>['confirm']>) => {
    const { statusCode, json } = await response
    return [statusCode, json().code]
  }

  test('used twice -> refused the second time', async () => {
    const { partner, request, confirm } = await memberOf()
    await request()
    const { code, link } = await mailed(partner)
    expect((await confirm(code)).statusCode).toBe(200)
    expect(await answer(confirm(code))).toEqual(refused)
    expect(await answer(confirm(link, undefined))).toEqual(refused)
  })

  test('five wrong tries -> the right code is refused, the link works', async () => {
    const { partner, request, confirm } = await memberOf()
    await request()
    const { code, link } = await mailed(partner)
    const wrong = code === '000000' ? '000001' : '000000'
    const tries = await Promise.all(Array.from(Array(5), () => answer(confirm(wrong))))
    expect(tries).toEqual(Array(5).fill(refused))
    expect(await answer(confirm(code))).toEqual(refused)
    expect((await confirm(link, undefined)).statusCode).toBe(200)
  })

  test('older than the newest -> refused', async () => {
    const { partner, request, confirm } = await memberOf()
    await request()
    const first = await mailed(partner)
    app.clock.advance(1_000)
    await request()
    const second = await mailed(partner)
    expect(await answer(confirm(first.link, undefined))).toEqual(refused)
    expect((await confirm(second.code)).statusCode).toBe(200)
  })

  test('two asked for and processed at once -> one of their codes works', async () => {
    const { partner, member, confirm } = await memberOf()
    const ask = () =>
      newClient(app, partner).send('POST', '/api/Members/Recovery', { userName: member.email })
    await Promise.all([ask(), ask()])
    await Promise.all([work(partner), work(partner)])
    const mails = (await listMails(app.context(partner))).filter(({ cause }) => cause.startsWith('recovery:'))
    const links = mails.map(({ textBody }) => /confirm\?code=([\w-]+)/.exec(textBody)?.[1] ?? '')
    expect(links).toHaveLength(2)
    const answers = []
    for (const link of links) answers.push(await answer(confirm(link, undefined)))
    expect(answers.toSorted()).toEqual([[200, undefined], refused])
  })

  test('after 10 minutes -> refused', async () => {
    const { partner, request, confirm } = await memberOf()
    await request()
    const { code, link } = await mailed(partner)
    app.clock.advance(10 * 60_000)
    expect(await answer(confirm(code))).toEqual(refused)
    expect(await answer(confirm(link, undefined))).toEqual(refused)
  })

  test('of another member, another partner, or truncated -> refused', async () => {
    const { partner, request, confirm } = await memberOf()
    const [sibling, stranger] = [await memberOf(partner, '402815638'), await memberOf()]
    await request()
    await sibling.request()
    const { link } = await mailed(partner)
    expect(await answer(stranger.confirm(link, undefined))).toEqual(refused)
    expect(await answer(confirm(link.slice(0, -1), undefined))).toEqual(refused)
    expect(await answer(confirm('12345'))).toEqual(refused)
  })
})

describe('new password', () => {
  test('set -> signs in with it, not with the old one; the member is told', async () => {
    const scene = await memberOf()
    expect((await scene.change(await tokenFor(scene))).statusCode).toBe(200)
    expect((await scene.signIn(password)).statusCode).toBe(401)
    expect((await scene.signIn(newPassword)).statusCode).toBe(200)
    const subjects = (await listMails(app.context(scene.partner))).map(({ subject }) => subject)
    expect(subjects).toContain('Your password was changed')
  })

  test('set -> every session ends', async () => {
    const scene = await memberOf()
    const signedIn = await signedInClient(app, scene.partner, scene.member.id)
    expect((await signedIn.get('/api/Member')).statusCode).toBe(200)
    await scene.change(await tokenFor(scene))
    expect((await signedIn.get('/api/Member')).statusCode).toBe(401)
  })

  test('set -> lifts the lock', async () => {
    const scene = await memberOf()
    for (let i = 0; i < 5; i++) await scene.signIn('wrong-one-1')
    expect((await scene.signIn(password)).json().code).toBe('account_locked')
    await scene.change(await tokenFor(scene))
    expect((await scene.signIn(newPassword)).statusCode).toBe(200)
    expect(await auditedActions(app, scene.member.id)).toEqual([
      'credentials.password_changed',
      'credentials.lock_lifted',
    ])
  })

  test('token used twice -> refused, also at the same time', async () => {
    const scene = await memberOf()
    const token = await tokenFor(scene)
    const answers = await Promise.all([scene.change(token), scene.change(token)])
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 400])
    expect((await scene.change(token)).json().code).toBe('recovery_code_invalid')
  })

  test('token after 10 minutes, of another partner, or truncated -> refused', async () => {
    const scene = await memberOf()
    const other = await memberOf()
    const token = await tokenFor(scene)
    const invalid = [await other.change(token), await scene.change(token.slice(0, -1))]
    app.clock.advance(10 * 60_000)
    for (const { statusCode, json } of [...invalid, await scene.change(token)])
      expect([statusCode, json().code]).toEqual([400, 'recovery_code_invalid'])
    expect((await scene.signIn(password)).statusCode).toBe(200)
  })

  test.each([
    ['weak', 'dinner', 'dinner', 'password'],
    ['repeated differently', newPassword, 'Supper-For-4!', 'passwordConfirm'],
    ['common', 'Password1!', 'Password1!', 'password'],
    ['made of the partner’s words', 'Skyward-Points-1', 'Skyward-Points-1', 'password'],
    ['holding the member number', 'a402815637a', 'a402815637a', 'password'],
  ])('%s -> refused at its field, and the token still works', async (_case, chosen, again, field) => {
    const scene = await memberOf()
    const token = await tokenFor(scene)
    const response = await scene.change(token, chosen, again)
    expect([response.statusCode, response.json().fieldErrors?.[0]?.field]).toEqual([400, field])
    expect((await scene.change(token)).statusCode).toBe(200)
  })

  test('stored -> hashes only', async () => {
    const { partner, request } = await memberOf()
    await request()
    const { code, link } = await mailed(partner)
    const rows = await app.database.db.selectFrom('recoveryCodes').selectAll().execute()
    expect(JSON.stringify(rows)).not.toContain(link)
    expect(JSON.stringify(rows.map(({ codeHash }) => codeHash))).not.toContain(code)
  })
})
