import type { Partner } from '@dineward/core/partner/partner.ts'
import { days, minutes } from '@dineward/core/shared/clock.ts'
import { beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { newMember } from '../../testing/factories.ts'
import { prospect } from '../../testing/prospect.ts'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'
import { newClient, type TestClient } from '../../testing/test-client.ts'
import { hashPassword } from '../identity/passwords/passwords.service.ts'
import { deleteOldRows } from '../jobs/retention.service.ts'
import { createHumanGate } from './human-gate.service.ts'
import { answerTo, base64, numberOf, solvedAnswer } from './solve-for-test.ts'

let app: TestApp
let partner: Partner
let client: TestClient
beforeAll(async () => {
  app = await createTestApp()
})
beforeEach(() => {
  partner = app.newPartner()
  client = newClient(app, partner)
})

const question = '/api/Members/Validate/Email?email=ada%40example.com'
const ask = (answer?: string, of = client) =>
  of.get(answer === undefined ? question : `${question}&g-recaptcha-response=${encodeURIComponent(answer)}`)

/** Asks until the next question needs an answer. */
async function useUpFreeQuestions(of = client): Promise<void> {
  for (let count = 0; count < 5; count++) expect((await ask(undefined, of)).statusCode).toBe(200)
}

async function expectRequired(answer?: string): Promise<void> {
  const response = await ask(answer)
  expect([response.statusCode, response.json().code]).toEqual([403, 'bot_check_required'])
}

describe('past the free calls', () => {
  beforeEach(() => useUpFreeQuestions())

  test('no answer -> refused; a valid answer -> accepted', async () => {
    await expectRequired()
    expect((await ask(await solvedAnswer(client))).json()).toEqual({ isValid: true })
  })

  test('same answer again, in any encoding -> refused', async () => {
    const answer = await solvedAnswer(client)
    expect((await ask(answer)).statusCode).toBe(200)
    await expectRequired(answer)
    const again = JSON.parse(Buffer.from(answer, 'base64').toString())
    await expectRequired(base64({ more: 1, ...again }))
    await expectRequired(base64(` ${JSON.stringify(again)} `))
  })

  test('ten concurrent calls with one answer -> one accepted', async () => {
    const answer = await solvedAnswer(client)
    const responses = await Promise.all(Array.from({ length: 10 }, () => ask(answer)))
    expect(responses.filter(response => response.statusCode === 200)).toHaveLength(1)
  })

  test('answer of another partner -> refused', async () => {
    await expectRequired(await solvedAnswer(newClient(app, app.newPartner())))
  })

  test('answer after five minutes -> refused', async () => {
    const [first, second] = [await solvedAnswer(client), await solvedAnswer(client)]
    app.clock.advance(minutes(5) - 1_000)
    expect((await ask(first)).statusCode).toBe(200)
    app.clock.advance(2_000)
    await expectRequired(second)
  })

  test('forged answer -> refused', async () => {
    const challenge = (await client.get('/api/BotCheck/Challenge')).json()
    const number = numberOf(challenge)
    const later = challenge.salt.replace(/expires=\d+/, 'expires=9999999999')
    const forged = [
      answerTo(challenge, number + 1),
      answerTo({ ...challenge, salt: later }, number),
      answerTo({ ...challenge, salt: challenge.salt.split('?')[0] }, number),
      answerTo({ ...challenge, signature: '0'.repeat(64) }, number),
      base64({ ...challenge, number, algorithm: 'SHA-1' }),
      base64({ ...challenge, number: String(number) }),
      base64({ ...challenge, number: -1 }),
      base64('null'),
      base64('not JSON'),
      '%%%',
      '',
    ]
    for (const answer of forged) await expectRequired(answer)
  })

  test('after the window -> free again', async () => {
    await expectRequired()
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + minutes(15) })
    onTestFinished(() => {
      vi.useRealTimers()
    })
    expect((await ask()).statusCode).toBe(200)
  })

  test('another address or partner -> still free', async () => {
    const elsewhere = await app.app.inject({
      url: question,
      headers: { host: `${partner.slug}.localhost` },
      remoteAddress: '203.0.113.9',
    })
    expect(elsewhere.statusCode).toBe(200)
    expect((await ask(undefined, newClient(app, app.newPartner()))).statusCode).toBe(200)
  })
})

test('two processes -> one count', async () => {
  const other = await createTestApp({ partners: app.partners, db: app.database.db })
  const elsewhere = newClient(other, partner)
  for (let call = 0; call < 5; call++)
    expect((await ask(undefined, call % 2 === 0 ? client : elsewhere)).statusCode).toBe(200)
  for (const visitor of [client, elsewhere])
    expect((await ask(undefined, visitor)).json().code).toBe('bot_check_required')
})

test('expired counts -> deleted, others stay', async () => {
  const rows = async () => {
    const { db } = app.database
    const found = await db.selectFrom('rateLimits').select('key').where('key', 'like', `%${partner.slug}%`)
    return (await found.execute()).length
  }
  await ask()
  await deleteOldRows({ db: app.database.db, clock: app.clock })
  expect(await rows()).toBe(2)
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + minutes(16) })
  onTestFinished(() => {
    vi.useRealTimers()
  })
  await deleteOldRows({ db: app.database.db, clock: app.clock })
  expect(await rows()).toBe(0)
})

test('calls refused at some addresses -> the others stay free', async () => {
  const from = (remoteAddress: string) =>
    app.app.inject({ url: question, headers: { host: `${partner.slug}.localhost` }, remoteAddress })
  for (let call = 0; call < 315; call++) await from(`192.0.2.${call % 3}`)
  expect((await from('192.0.2.0')).json().code).toBe('bot_check_required')
  expect((await from('192.0.2.9')).statusCode).toBe(200)
})

test('calls from many addresses together -> checked', async () => {
  const from = (host: number) =>
    app.app.inject({
      url: question,
      headers: { host: `${partner.slug}.localhost` },
      remoteAddress: `198.51.${host >> 8}.${host & 255}`,
    })
  for (let host = 0; host < 300; host++) expect((await from(host)).statusCode).toBe(200)
  expect((await from(300)).json().code).toBe('bot_check_required')
})

describe('sign-in', () => {
  const signIn = (userName: string, password: string, more: object = {}) =>
    client.send('POST', '/api/SignIn', { userName, password, ...more })

  test('twenty failures over many accounts -> checked; one answer -> one guess', async () => {
    for (let count = 0; count < 20; count++)
      expect((await signIn(`unknown${count}@example.com`, 'not-the-password-1')).statusCode).toBe(401)
    const refused = await signIn('nobody20@example.com', 'not-the-password-1')
    expect([refused.statusCode, refused.json().code]).toEqual([403, 'bot_check_required'])
    const answered = { 'g-recaptcha-response': await solvedAnswer(client) }
    expect((await signIn('nobody20@example.com', 'not-the-password-1', answered)).statusCode).toBe(401)
  })

  test('past the free failures -> the owner’s device signs in unasked, strangers and other members’ devices do not', async () => {
    const passwordHash = await hashPassword('Dinner-For-2!')
    const [owner, other] = [
      await newMember(app, partner, { passwordHash }),
      await newMember(app, partner, { passwordHash }),
    ]
    await signIn(owner.email, 'Dinner-For-2!')
    await client.get('/api/SignOut')
    const gate = createHumanGate(app.database.db, 'sign-in', {
      perAddress: 20,
      overall: 1_000,
      windowMinutes: 15,
    })
    for (let count = 0; count < 20; count++)
      await gate.pass(app.context(partner), { address: '127.0.0.1', answer: undefined })
    expect((await signIn(owner.email, 'Dinner-For-2!')).statusCode).toBe(200)
    expect((await signIn(other.email, 'Dinner-For-2!')).json().code).toBe('bot_check_required')
    client = newClient(app, partner)
    expect((await signIn(owner.email, 'Dinner-For-2!')).json().code).toBe('bot_check_required')
  })

  test('successful sign-ins -> not counted', async () => {
    const passwordHash = await hashPassword('Dinner-For-2!')
    const member = await newMember(app, partner, { passwordHash })
    for (let count = 0; count < 22; count++)
      expect((await signIn(member.email, 'Dinner-For-2!')).statusCode).toBe(200)
  })
})

test('join: ten from one address -> checked', async () => {
  const join = (more: object = {}) => client.send('POST', '/api/Members/Prospects', prospect(more as never))
  for (let count = 0; count < 10; count++) expect((await join()).statusCode).toBe(200)
  expect((await join()).json().code).toBe('bot_check_required')
  expect((await join({ 'g-recaptcha-response': await solvedAnswer(client) })).statusCode).toBe(200)
})

test('used answers: expired -> deleted, others stay', async () => {
  const rows = () =>
    app.database.db.selectFrom('usedBotChecks').selectAll().where('partnerId', '=', partner.slug).execute()
  await useUpFreeQuestions()
  await ask(await solvedAnswer(client))
  await deleteOldRows({ db: app.database.db, clock: app.clock })
  expect(await rows()).toHaveLength(1)
  await deleteOldRows({
    db: app.database.db,
    clock: { now: () => new Date(app.clock.now().getTime() + days(1)) },
  })
  expect(await rows()).toHaveLength(0)
})

test('partner with reCAPTCHA -> no challenge', async () => {
  const elsewhere = app.newPartner({ settings: { botCheck: { kind: 'recaptcha', siteKey: 'site-key' } } })
  expect((await newClient(app, elsewhere).get('/api/BotCheck/Challenge')).statusCode).toBe(404)
})

test('checking service down -> an answer is accepted once, no answer refused', async () => {
  const elsewhere = app.newPartner({ settings: { botCheck: { kind: 'recaptcha', siteKey: 'site-key' } } })
  client = newClient(app, elsewhere)
  await useUpFreeQuestions()
  await expectRequired()
  expect((await ask('an-unverifiable-token')).statusCode).toBe(200)
  await expectRequired('an-unverifiable-token')
})

test('client that asks for many challenges -> harder ones, also from its next IPv6 address', async () => {
  const proxied = await createTestApp({ trustProxy: true })
  const visitor = newClient(proxied, proxied.newPartner())
  const sizeFor = async (address: string): Promise<number> =>
    (await visitor.get('/api/BotCheck/Challenge', { 'x-forwarded-for': address })).json().maxnumber
  expect(await sizeFor('2001:db8::1')).toBe(50_000)
  for (let count = 1; count < 40; count++) await sizeFor(`2001:db8::${count}`)
  expect(await sizeFor('2001:db8::ffff')).toBe(205_000)
  expect(await sizeFor('203.0.113.1')).toBe(50_000)
})

test('free calls -> shared by an IPv6 network', async () => {
  const proxied = await createTestApp({ trustProxy: true })
  const visitor = newClient(proxied, proxied.newPartner())
  const statuses = []
  for (let count = 0; count < 7; count++)
    statuses.push((await visitor.get(question, { 'x-forwarded-for': `2001:db8::${count}` })).statusCode)
  expect(statuses).toEqual([200, 200, 200, 200, 200, 403, 403])
})
