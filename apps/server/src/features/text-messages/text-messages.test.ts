import type { Partner } from '@dineward/core/partner/partner.ts'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { outboxCommands } from '../../cli/commands/outbox-command.ts'
import { listFailedMessages } from '../../db/outbox.ts'
import { type OutgoingText, TextRefused } from '../../gateways/messages/text-messenger.ts'
import { newMember } from '../../testing/factories.ts'
import { prospect } from '../../testing/prospect.ts'
import { createTestApp, type TestApp, testSecrets } from '../../testing/test-app.ts'
import { newClient } from '../../testing/test-client.ts'
import type { World } from '../../world.ts'
import { sendDueTexts } from './send-texts.service.ts'
import { isSignedByTwilio, signTwilio } from './twilio-signature.rules.ts'

let app: TestApp
let partner: Partner
let sender: string
let count = 0
beforeAll(async () => {
  app = await createTestApp()
})
beforeEach(async () => {
  sender = `+1212555${String(1_000 + ++count)}`
  partner = app.newPartner({ settings: { textSender: sender, smsOptIn: 'checkbox' } })
  await app.database.db.deleteFrom('outgoingTexts').execute()
})

const newPhone = () => `646555${String(1_000 + ++count)}`
const texts = async () => {
  const { db } = app.database
  const rows = await db
    .selectFrom('outgoingTexts')
    .selectAll()
    .where('partnerId', '=', partner.slug)
    .orderBy('createdAt')
    .execute()
  return rows.map(({ recipient, body, lastError }) => ({ recipient, body, lastError }))
}
const stateOf = async (memberId: string) => {
  const { db } = app.database
  const member = db.selectFrom('members').select('smsOptIn').where('id', '=', memberId)
  const consents = db
    .selectFrom('memberConsents')
    .select(['source', 'givenAt', 'withdrawnAt', 'withdrawnSource'])
    .where('memberId', '=', memberId)
    .where('kind', '=', 'texts')
    .orderBy('givenAt')
  return { ...(await member.executeTakeFirstOrThrow()), consents: await consents.execute() }
}

/** Twilio's call for an incoming message. */
function receive(
  message: string,
  from: string,
  { url = '/hooks/texts/twilio', ...changes }: Record<string, string> = {},
) {
  const params = new URLSearchParams({
    MessageSid: `SM${++count}`,
    AccountSid: 'AC1',
    From: from,
    To: sender,
    Body: message,
    ...changes,
  })
  const signature = signTwilio(testSecrets.twilio, `http://localhost:3000${url}`, params)
  return {
    params,
    send: (headers = {}) =>
      app.app.inject({
        method: 'POST',
        url,
        headers: {
          host: 'proxy.internal',
          'content-type': 'application/x-www-form-urlencoded',
          'x-twilio-signature': signature,
          ...headers,
        },
        payload: params.toString(),
      }),
  }
}

/** Fails with these, one for each text, then records texts. */
function messengerThatFails(...failures: Error[]) {
  const sent: OutgoingText[] = []
  return {
    sent,
    async send(text: OutgoingText) {
      const failure = failures.shift()
      if (failure) throw failure
      sent.push(text)
    },
  }
}
const sendWith = (messenger: ReturnType<typeof messengerThatFails>) => {
  const { partner: _, ...ctx } = app.context(partner)
  return sendDueTexts({ ...ctx, gateways: { ...ctx.gateways, texts: messenger }, partners: app.partners })
}
const join = (changes = {}, of = partner) =>
  newClient(app, of, `10.0.0.${++count % 250}`).send('POST', '/api/Members/Prospects', prospect(changes))

describe('opt-in', () => {
  test('joined with texts -> one text that says how to stop, from the partner’s number', async () => {
    const phone = newPhone()
    expect((await join({ phoneNumber: phone, smsOptIn: true })).statusCode).toBe(200)
    const messenger = messengerThatFails()
    expect(await sendWith(messenger)).toEqual({ sent: 1, failed: 0 })
    expect(await sendWith(messenger)).toEqual({ sent: 0, failed: 0 })
    expect(messenger.sent).toMatchObject([{ from: sender, to: `+1${phone}` }])
    for (const part of [partner.settings.programName, 'HELP', 'STOP'])
      expect(messenger.sent[0]?.body).toContain(part)
  })

  test.each([
    ['without texts', { smsOptIn: false }, {}],
    ['at a partner without a sender', { smsOptIn: true }, { textSender: null }],
    ['at a partner that does not ask', { smsOptIn: true }, { smsOptIn: 'none' }],
  ])('joined %s -> none', async (_case, changes, settings) => {
    const of = app.newPartner({
      like: 'harbor',
      settings: { textSender: sender, fullAddressRequired: false, ...settings },
    })
    await join({ phoneNumber: newPhone(), ...changes }, of)
    const { rows } = { rows: await app.database.db.selectFrom('outgoingTexts').selectAll().execute() }
    expect(rows).toEqual([])
  })
})

describe('STOP, START, HELP', () => {
  test('STOP -> withdrawn with time and source, waiting texts are not sent, one answer', async () => {
    const phone = newPhone()
    await join({ phoneNumber: phone, smsOptIn: true })
    const { id } = await app.database.db
      .selectFrom('members')
      .select('id')
      .where('phoneNumber', '=', phone)
      .executeTakeFirstOrThrow()
    app.clock.advance(1_000)
    const stop = receive(' Stop. ', `+1${phone}`)
    for (let time = 0; time < 2; time++) {
      const response = await stop.send()
      expect([response.statusCode, response.headers['content-type']]).toEqual([200, 'text/xml'])
      expect(response.body).toContain('<Response></Response>')
    }
    expect(await stateOf(id)).toMatchObject({
      smsOptIn: false,
      consents: [{ source: 'join', withdrawnAt: app.clock.now(), withdrawnSource: 'text message' }],
    })
    const messenger = messengerThatFails()
    await sendWith(messenger)
    expect(messenger.sent.map(({ body }) => body)).toEqual([expect.stringMatching(/unsubscribed .* START/)])
  })

  test('START -> on again, with a consent of its own; a repeated STOP of before changes nothing', async () => {
    const phone = newPhone()
    const member = await newMember(app, partner, { phoneNumber: phone, smsOptIn: true })
    const stop = receive('UNSUBSCRIBE', `+1${phone}`)
    await stop.send()
    app.clock.advance(1_000)
    await receive('unstop', `+1${phone}`).send()
    await stop.send()
    const { smsOptIn, consents } = await stateOf(member.id)
    expect(smsOptIn).toBe(true)
    expect(consents).toContainEqual({
      source: 'text message',
      givenAt: app.clock.now(),
      withdrawnAt: null,
      withdrawnSource: null,
    })
    expect((await texts()).at(-1)?.body).toContain('again')
  })

  test('HELP -> where to ask; START of an unknown number -> says so; other words -> nothing', async () => {
    await receive('help', '+16465550001').send()
    app.clock.advance(1_000)
    await receive('START', '+16465550001').send()
    await receive('Is the kitchen open?', '+16465550001').send()
    const bodies = (await texts()).map(({ body }) => body)
    expect(bodies).toHaveLength(2)
    expect(bodies[0]).toContain(partner.settings.customerSupport.phone.formatted)
    expect(bodies[1]).toContain('no account')
  })

  test('two accounts with the number -> both stop; another partner’s member does not', async () => {
    const phone = newPhone()
    const on = { phoneNumber: phone, smsOptIn: true }
    const other = app.newPartner({ settings: { textSender: '+12125559999' } })
    const ids = [
      await newMember(app, partner, on),
      await newMember(app, partner, on),
      await newMember(app, other, on),
    ]
    await receive('STOP', `+1${phone}`).send()
    const states = await Promise.all(ids.map(async ({ id }) => (await stateOf(id)).smsOptIn))
    expect(states).toEqual([false, false, true])
  })

  test('answered by the provider -> stopped, no second answer', async () => {
    const phone = newPhone()
    const member = await newMember(app, partner, { phoneNumber: phone, smsOptIn: true })
    await receive('STOP', `+1${phone}`, { OptOutType: 'STOP' }).send()
    expect((await stateOf(member.id)).smsOptIn).toBe(false)
    expect(await texts()).toEqual([])
  })

  test('to a messaging service, at an address with a query -> handled', async () => {
    const service = `MG${'a'.repeat(31)}${++count % 10}`
    partner = app.newPartner({ settings: { textSender: service } })
    await receive('HELP', '+16465550001', {
      MessagingServiceSid: service,
      url: '/hooks/texts/twilio?a=b',
    }).send()
    expect(await texts()).toHaveLength(1)
  })

  test.each<[string, number, () => ReturnType<ReturnType<typeof receive>['send']>]>([
    ['another signature', 401, () => receive('STOP', '+16465550001').send({ 'x-twilio-signature': 'bm8=' })],
    ['no signature', 401, () => receive('STOP', '+16465550001').send({ 'x-twilio-signature': '' })],
    ['no number', 400, () => receive('STOP', 'no-number').send()],
    ['no id', 400, () => receive('STOP', '+16465550001', { MessageSid: '' }).send()],
    ['to no partner', 200, () => receive('STOP', '+16465550001', { To: '+12125550000' }).send()],
  ])('%s -> %i, no answer', async (_case, status, send) => {
    expect((await send()).statusCode).toBe(status)
    expect(await texts()).toEqual([])
  })

  test('no provider configured -> 404', async () => {
    const without = await createTestApp({ twilioAuthTokens: [] })
    const response = await newClient(without, partner).send('POST', '/hooks/texts/twilio', {}, {})
    expect(response.statusCode).toBe(404)
  })

  // The example of Twilio's documentation.
  test('signature: the one of the documented scheme', () => {
    const params = new URLSearchParams({
      CallSid: 'CA1234567890ABCDE',
      Caller: '+14158675309',
      Digits: '1234',
      From: '+14158675309',
      To: '+18005551212',
    })
    const urls = ['https://mycompany.com/myapp.php?foo=1&bar=2']
    const signature = 'RSOYDt4T1cUTdK1PDd93/VVr8B8='
    expect(isSignedByTwilio(['next', '12345'], { urls, params, signature })).toBe(true)
  })
})

describe('the outbox of texts', () => {
  const queueOne = async () => {
    const phone = newPhone()
    const member = await newMember(app, partner, { phoneNumber: phone, smsOptIn: true })
    await receive('HELP', `+1${phone}`).send()
    return member
  }

  test('failed -> retried later; given up after eight tries, listed, retried by command', async () => {
    await queueOne()
    for (let day = 0; day < 8; day++) {
      expect(await sendWith(messengerThatFails(new Error('busy')))).toEqual({ sent: 0, failed: 1 })
      app.clock.advance(24 * 3_600_000)
    }
    expect(await sendWith(messengerThatFails())).toEqual({ sent: 0, failed: 0 })
    const [failed] = await listFailedMessages(app.database.db, 'outgoingTexts', 10)
    expect(failed).toMatchObject({ attempts: 8, lastError: 'busy' })
    const world = { database: app.database, clock: app.clock } as unknown as World
    const caller = { cwd: '/', print: () => {}, actor: { kind: 'system', name: 'ada' } } as const
    const { retry } = outboxCommands('outgoingTexts', 'text')
    expect(await retry(world, [failed!.id], caller)).toBe(0)
    await expect(retry(world, [failed!.id], caller)).rejects.toThrow('not given up')
    expect(await sendWith(messengerThatFails())).toEqual({ sent: 1, failed: 0 })
  })

  test.each([
    [true, false],
    [false, true],
  ])('refused for good, opted out: %s -> not tried again, texts on: %s', async (optedOut, smsOptIn) => {
    const member = await queueOne()
    expect(await sendWith(messengerThatFails(new TextRefused('no', { optedOut })))).toEqual({
      sent: 0,
      failed: 1,
    })
    app.clock.advance(24 * 3_600_000)
    expect(await sendWith(messengerThatFails())).toEqual({ sent: 0, failed: 0 })
    expect((await stateOf(member.id)).smsOptIn).toBe(smsOptIn)
  })
})
