import { beforeAll, expect, test } from 'vitest'
import { newMember } from '../../../testing/factories.ts'
import { prospect } from '../../../testing/prospect.ts'
import { createTestApp, type TestApp } from '../../../testing/test-app.ts'
import { newClient, type TestClient, tokenHeader } from '../../../testing/test-client.ts'
import { listMails } from '../../mail/mail.service.ts'
import { hashPassword } from '../passwords/passwords.service.ts'

const password = 'Dinner-For-2!'
let app: TestApp
let passwordHash: string

beforeAll(async () => {
  app = await createTestApp()
  passwordHash = await hashPassword(password)
})

async function memberOf(overrides: Parameters<typeof newMember>[2] = {}) {
  const partner = app.newPartner()
  const member = await newMember(app, partner, { passwordHash, ...overrides })
  const signIn = async (client: TestClient, headers: Record<string, string> = {}) =>
    client.send(
      'POST',
      '/api/SignIn',
      { userName: member.email, password },
      { ...(await tokenHeader(client)), ...headers },
    )
  const mails = async () => listMails(app.context(partner))
  return { partner, member, signIn, mails, browser: () => newClient(app, partner) }
}

test('sign-in on a new device -> the member is told which, when, and how to object', async () => {
  const { partner, member, signIn, mails, browser } = await memberOf()
  await signIn(browser(), {
    'user-agent':
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36',
    'x-time-zone': 'America/New_York',
  })
  const [mail] = await mails()
  expect([mail?.recipient, mail?.subject]).toEqual([
    member.email,
    'New sign-in to your Skyward Dining account',
  ])
  expect(mail?.textBody).toContain('Chrome on Windows, New York: March 10, 2026, 2:00 PM (New York time).')
  expect(mail?.textBody).toMatch(new RegExp(`//${partner.slug}\\.localhost(:\\d+)?/recover\\b`))
})

test('again on the same device -> no mail; on another one -> one more', async () => {
  const { signIn, mails, browser } = await memberOf()
  const client = browser()
  await signIn(client)
  await client.get('/api/SignOut')
  await signIn(client)
  expect(await mails()).toHaveLength(1)
  expect((await mails())[0]?.textBody).toContain('Unknown device')
  await signIn(browser())
  expect(await mails()).toHaveLength(2)
})

test('sign-in far from the device in use -> where, and when in the time of the one in use', async () => {
  const { signIn, mails, browser } = await memberOf()
  await signIn(browser(), { 'x-time-zone': 'America/Chicago' })
  await signIn(browser(), { 'x-time-zone': 'Europe/Paris' })
  const texts = (await mails()).map(mail => mail.textBody)
  expect(texts).toContainEqual(expect.stringContaining('Unknown device, Paris: '))
  expect(texts.filter(text => text?.includes('1:00 PM (Chicago time)'))).toHaveLength(2)
})

test('sign-in from a browser that says UTC -> no city', async () => {
  const { signIn, mails, browser } = await memberOf()
  await signIn(browser(), { 'x-time-zone': 'UTC' })
  expect((await mails())[0]?.textBody).toContain('Unknown device: March 10, 2026, 6:00 PM (UTC).')
})

test('joining -> no mail about the device, and it is known from then on', async () => {
  const { mails, browser } = await memberOf()
  const client = browser()
  const person = prospect()
  await client.send('POST', '/api/Members/Prospects', person)
  await client.get('/api/SignOut')
  const body = { userName: person.email, password: person.password }
  expect((await client.send('POST', '/api/SignIn', body)).statusCode).toBe(200)
  expect((await mails()).map(({ cause }) => cause)).not.toContainEqual(expect.stringMatching(/^new-device/))
})

test('address not confirmed, or wrong password -> no mail', async () => {
  const unconfirmed = await memberOf({ emailConfirmedAt: null })
  expect((await unconfirmed.signIn(unconfirmed.browser())).statusCode).toBe(200)
  expect(await unconfirmed.mails()).toHaveLength(0)
  const { member, mails, browser } = await memberOf()
  await browser().send('POST', '/api/SignIn', { userName: member.email, password: 'wrong-one-1' })
  expect(await mails()).toHaveLength(0)
})
