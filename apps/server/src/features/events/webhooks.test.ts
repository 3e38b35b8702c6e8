import { createServer as createHttpsServer } from 'node:https'
import { createServer as createTcpServer } from 'node:net'
import type { Partner } from '@dineward/core/partner/partner.ts'
import { days, minutes } from '@dineward/core/shared/clock.ts'
import { sql } from 'kysely'
import { Webhook } from 'standardwebhooks'
import { afterEach, describe, expect, test } from 'vitest'
import { expiredCertificate } from '../../doctor/expired-certificate-for-test.ts'
import { demoWebhookReach, publicWebhookReach, WebhookClient } from '../../gateways/webhook-client.ts'
import { newMember } from '../../testing/factories.ts'
import { longTest } from '../../testing/long-test.ts'
import { createTestApp, testSecrets } from '../../testing/test-app.ts'
import {
  changeEndpoint,
  createEndpoint,
  listDeliveries,
  listEndpoints,
  resealEndpoints,
  resend,
  rotateSecret,
  sendTest,
} from './endpoints.service.ts'
import { selectEventsAfter } from './events.read.ts'
import { raiseEventEpoch } from './record-events.repository.ts'
import { recordEvents } from './record-events.service.ts'
import { endpointContext, listenTo, newReceiver, newSender, type Received } from './webhooks-for-test.ts'

const app = await createTestApp({}, { ownDatabase: true })
const { db } = app.database
// The library refuses what was signed long ago.
app.clock.set(new Date())

/** A test's endpoints are the only ones that anything is due for. */
afterEach(() => db.deleteFrom('webhookEndpoints').execute())

async function scene(url: string, partner: Partner = app.newPartner()) {
  const ctx = endpointContext(app, partner)
  const { endpoint, secret } = await createEndpoint(ctx, { url })
  const member = await newMember(app, partner)
  const happen = (count = 1) =>
    Promise.all(
      Array.from({ length: count }, () =>
        db.transaction().execute(async trx => {
          recordEvents({ ...ctx, db: trx }, [{ type: 'member.updated', id: member.id, memberId: member.id }])
        }),
      ),
    )
  const deliveries = () => listDeliveries(ctx, endpoint.id, { limit: 200 })
  const state = async () => (await listEndpoints(ctx)).find(({ id }) => id === endpoint.id)!
  return { ctx, partner, endpoint, secret, member, happen, deliveries, state }
}

describe('what is sent', () => {
  test('an event -> its envelope, signed as the public library verifies, once', async () => {
    const receiver = await newReceiver((_, response) => response.end('thank you'))
    const { happen, secret, member, partner, deliveries } = await scene(receiver.url)
    await happen()
    const sender = newSender(app)
    await sender.sendDue()
    await sender.sendDue()
    const [{ body, headers, event }] = receiver.received as [(typeof receiver.received)[0]]
    expect(receiver.received).toHaveLength(1)
    expect(event).toMatchObject({
      type: 'member.updated',
      program: partner.slug,
      sequence: 1,
      data: { id: member.id },
    })
    expect(headers['webhook-id']).toBe(event.id)
    const signed = headers as Record<string, string>
    expect(new Webhook(secret).verify(body, signed)).toEqual(event)
    expect(() => new Webhook(secret).verify(`${body} `, signed)).toThrow('No matching signature')
    expect(await deliveries()).toMatchObject([
      { state: 'delivered', attempts: 1, code: 'delivered', status: 200, answer: 'thank you', request: body },
    ])
  })

  test('another secret -> both sign for a day, then the new one alone', async () => {
    const receiver = await newReceiver()
    const { ctx, endpoint, secret: before, happen } = await scene(receiver.url)
    const { secret: after } = await rotateSecret(ctx, endpoint.id)
    const sender = newSender(app)
    await happen()
    await sender.sendDue()
    app.clock.advance(days(1) + 1)
    await happen()
    await sender.sendDue()
    const signers = receiver.received.map(one => [before, after].filter(secret => isSignedWith(secret, one)))
    expect(signers).toEqual([[before, after], [after]])
  })

  test('APP_SECRET is replaced: a start seals again, and signatures stay the same', async () => {
    const receiver = await newReceiver()
    const { secret, happen } = await scene(receiver.url)
    await resealEndpoints(db, ['the-next-secret-of-tests', testSecrets.app])
    await happen()
    await newSender(app, { appSecrets: ['the-next-secret-of-tests'] }).sendDue()
    expect(receiver.received.map(one => isSignedWith(secret, one))).toEqual([true])
  })

  test('types and scopes of an endpoint -> only those, and only what they read', async () => {
    const [all, some] = [await newReceiver(), await newReceiver()]
    const { ctx, happen, member } = await scene(all.url)
    const narrow = { ...ctx, actor: { ...ctx.actor, scopes: ['webhooks:manage' as const] } }
    await createEndpoint(narrow, { url: some.url, types: ['member.updated'] })
    await happen()
    await db
      .transaction()
      .execute(async trx =>
        recordEvents({ ...ctx, db: trx }, [{ type: 'member.closed', id: member.id, memberId: member.id }]),
      )
    await newSender(app).sendDue()
    expect(all.received.map(({ event }) => event.type).toSorted()).toEqual([
      'member.closed',
      'member.updated',
    ])
    expect(some.received.map(({ event }) => event.data)).toEqual([{ id: member.id, externalId: null }])
  })

  test('a test event -> its own endpoint alone, at once, also where it is turned off', async () => {
    const [receiver, other] = [await newReceiver((_, r) => r.writeHead(418).end('no')), await newReceiver()]
    const { ctx, endpoint } = await scene(receiver.url)
    await createEndpoint(ctx, { url: other.url })
    await changeEndpoint(ctx, endpoint.id, { isActive: false })
    const webhooks = new WebhookClient(demoWebhookReach)
    const { delivery } = await sendTest({ ...ctx, partners: app.partners, webhooks }, endpoint.id)
    expect(delivery).toMatchObject({
      eventType: 'endpoint.test',
      code: 'http_status',
      status: 418,
      answer: 'no',
    })
    await newSender(app).sendDue()
    expect([receiver.received.length, other.received.length]).toEqual([1, 0])
  })
})

/** At any time. */
function isSignedWith(secret: string, { body, headers, event }: Received): boolean {
  const at = new Date(Number(headers['webhook-timestamp']) * 1_000)
  return String(headers['webhook-signature'])
    .split(' ')
    .includes(new Webhook(secret).sign(event.id, at, body))
}

describe('what does not arrive', () => {
  test('tried again after 5 s, 5 min, 30 min, 2, 5, 10, 24 and 48 h; then disabled, staff mailed, others told', async () => {
    const [receiver, other] = [
      await newReceiver((_, r) => r.writeHead(500).end('broken')),
      await newReceiver(),
    ]
    const { ctx, happen, deliveries, state } = await scene(receiver.url)
    await createEndpoint(ctx, { url: other.url, types: ['endpoint.disabled'] })
    await happen()
    const sender = newSender(app)
    const waits = [5_000, ...[5, 30, 120, 300, 600, 1_440, 2_880].map(minutes)]
    for (const [attempt, wait] of waits.entries()) {
      await sender.sendDue()
      expect(receiver.received).toHaveLength(attempt + 1)
      app.clock.advance(wait - 1)
      await sender.sendDue()
      expect(receiver.received).toHaveLength(attempt + 1)
      app.clock.advance(wait / 10 + 1)
    }
    await sender.sendDue()
    expect(new Set(receiver.received.map(({ event }) => event.id)).size).toBe(1)
    expect(await state()).toMatchObject({ state: 'disabled', disabledReason: 'http_status', waiting: 1 })
    expect(await deliveries()).toMatchObject([
      { attempts: 9, code: 'http_status', status: 500, answer: 'broken' },
    ])
    expect(other.received.map(({ event }) => event.type)).toEqual(['endpoint.disabled'])
    const entries = await db
      .selectFrom('auditLog')
      .select('actor')
      .where('action', '=', 'webhook.disable')
      .execute()
    expect(entries).toEqual([{ actor: 'webhooks' }])
  })

  test('sealed with an APP_SECRET that is gone -> waits like a failed one; with a new secret it arrives', async () => {
    const receiver = await newReceiver()
    const { ctx, endpoint, happen, deliveries } = await scene(receiver.url)
    await db
      .updateTable('webhookEndpoints')
      .set({ secret: 'v1.of.another' })
      .where('id', '=', endpoint.id)
      .execute()
    await happen()
    const sender = newSender(app)
    await sender.sendDue()
    await sender.sendDue()
    expect(await deliveries()).toMatchObject([{ attempts: 1, code: 'secret_unreadable', state: 'waiting' }])
    await rotateSecret(ctx, endpoint.id)
    app.clock.advance(minutes(1))
    await sender.sendDue()
    expect(await deliveries()).toMatchObject([{ attempts: 2, code: 'delivered' }])
    expect(receiver.received).toHaveLength(1)
  })

  test('410 -> disabled at once; turned on again, it gets what it missed, each event once', async () => {
    let isGone = true
    const receiver = await newReceiver((_, response) => response.writeHead(isGone ? 410 : 204).end())
    const { ctx, endpoint, happen, state } = await scene(receiver.url)
    await happen()
    const sender = newSender(app)
    await sender.sendDue()
    expect(await state()).toMatchObject({ state: 'disabled', disabledReason: 'gone' })
    app.clock.advance(minutes(1))
    await happen(3)
    await sender.sendDue()
    expect(receiver.received).toHaveLength(1)
    isGone = false
    await changeEndpoint(ctx, endpoint.id, { isActive: true })
    await sender.sendDue()
    const told = receiver.received.slice(1).map(({ event }) => `${event.type} ${event.sequence}`)
    expect(told.toSorted()).toEqual([
      'endpoint.disabled null',
      ...[1, 2, 3, 4].map(sequence => `member.updated ${sequence}`),
    ])
    expect(await state()).toMatchObject({ state: 'active', waiting: 0 })
  })

  test('sent again from a time, or one delivery: with the same ids', async () => {
    const receiver = await newReceiver()
    const { ctx, endpoint, happen, deliveries } = await scene(receiver.url)
    await happen()
    app.clock.advance(minutes(1))
    const from = app.clock.now().toISOString()
    await happen(2)
    const sender = newSender(app)
    await sender.sendDue()
    expect(await resend(ctx, endpoint.id, { from })).toEqual({ queued: 2 })
    await sender.sendDue()
    const [oldest] = (await deliveries()).toReversed()
    expect(await resend(ctx, endpoint.id, { deliveryId: oldest!.id })).toEqual({ queued: 1 })
    await sender.sendDue()
    const times = Map.groupBy(receiver.received, ({ event }) => event.id)
    expect([...times.values()].map(({ length }) => length)).toEqual([2, 2, 2])
  })

  test('an endpoint that does not answer -> one beside it waits for nothing', async () => {
    const { promise: released, resolve: release } = Promise.withResolvers<void>()
    const silent = await newReceiver((_, response) => void released.then(() => response.end()))
    const fast = await newReceiver()
    const { ctx, happen } = await scene(silent.url)
    await createEndpoint(ctx, { url: fast.url })
    const sender = newSender(app, { pollMs: 100, timeoutMs: 60_000 })
    sender.start()
    await happen(40)
    await expect.poll(() => fast.received.length).toBe(40)
    await happen()
    await expect.poll(() => fast.received.length).toBe(41)
    expect(silent.received.length).toBeGreaterThan(0)
    release()
    await sender.stop()
  })

  test('a process that was killed after it took them -> another sends them when the lease ends', async () => {
    const receiver = await newReceiver()
    const { happen } = await scene(receiver.url)
    await happen(5)
    const now = app.clock.now()
    await db
      .updateTable('webhookDeliveries')
      .set({ nextAttemptAt: new Date(now.getTime() + 30_000) })
      .execute()
    const sender = newSender(app)
    await sender.sendDue()
    expect(receiver.received).toEqual([])
    app.clock.advance(30_001)
    await sender.sendDue()
    expect(receiver.received).toHaveLength(5)
  })
})

describe('bad servers: the delivery says what was wrong, and the process goes on', () => {
  const outcomeAt = async (url: string, options: Parameters<typeof newSender>[1] = {}) => {
    const { happen, deliveries } = await scene(url)
    await happen()
    await newSender(app, options).sendDue()
    const [{ code, status, answer }] = (await deliveries()) as [Awaited<ReturnType<typeof deliveries>>[0]]
    return { code, status, length: answer?.length ?? null }
  }

  test('never answers -> timeout', async () => {
    const { url } = await newReceiver(() => {})
    expect(await outcomeAt(url, { timeoutMs: 300 })).toMatchObject({ code: 'timeout', status: null })
  })

  test('a body without end -> delivered, and 4 KB of it kept', async () => {
    const { url } = await newReceiver((_, response) => {
      const part = Buffer.alloc(65_536, 'x')
      const more = () => {
        while (!response.destroyed && response.write(part));
      }
      response.on('drain', more)
      more()
    })
    expect(await outcomeAt(url)).toEqual({ code: 'delivered', status: 200, length: 4_096 })
  })

  test('a redirect is not followed', async () => {
    const target = await newReceiver()
    const { url } = await newReceiver((_, response) =>
      response.writeHead(301, { location: target.url }).end(),
    )
    expect(await outcomeAt(url)).toMatchObject({ code: 'redirect', status: 301 })
    expect(target.received).toEqual([])
  })

  test('nothing listens, no such name, no HTTP, hangs up', async () => {
    const garbage = await listenTo(createTcpServer(socket => socket.end('hello\r\n\r\n')) as never)
    const silent = await listenTo(createTcpServer(socket => socket.destroy()) as never)
    const outcomes = []
    for (const url of [
      'http://127.0.0.1:1/',
      'http://nowhere.invalid/',
      `http://127.0.0.1:${garbage}/`,
      `http://127.0.0.1:${silent}/`,
    ])
      outcomes.push((await outcomeAt(url)).code)
    expect(outcomes).toEqual(['connection_refused', 'name_not_found', 'invalid_answer', 'connection_lost'])
  })

  test('http, private, metadata and names that lead there, where the internet alone is allowed -> refused twice', async () => {
    const { url } = await newReceiver()
    const { port } = new URL(url)
    const refused = [
      'http://example.com/',
      'https://127.0.0.1/',
      'https://10.0.0.8/',
      'https://169.254.169.254/',
      'https://[::1]/',
      'https://[fe80::1]/',
      'https://[::ffff:10.0.0.8]/',
      'https://localhost/',
    ]
    const ctx = endpointContext(app, app.newPartner(), publicWebhookReach)
    for (const address of refused)
      await expect(createEndpoint(ctx, { url: address })).rejects.toMatchObject({ code: 'validation_failed' })
    // As after an endpoint was stored, whose name leads elsewhere at the second look-up.
    const reach = { ...publicWebhookReach, allowsHttp: true }
    for (const address of [`http://localhost:${port}/`, `http://127.0.0.1:${port}/`])
      expect((await outcomeAt(address, { reach })).code).toBe('private_address')
    expect((await outcomeAt(url, { reach: publicWebhookReach })).code).toBe('not_https')
  })

  test('an expired certificate -> certificate', async () => {
    const port = await listenTo(createHttpsServer(expiredCertificate))
    expect((await outcomeAt(`https://127.0.0.1:${port}/`)).code).toBe('certificate')
  })
})

test(
  'a database that was restored counts its transactions anew -> later events still come after',
  longTest,
  async () => {
    const { happen, partner } = await scene((await newReceiver()).url)
    await happen()
    await sql`update api_events set transaction_no = transaction_no + 1000000`.execute(db)
    await raiseEventEpoch(db)
    await happen()
    const rows = () => selectEventsAfter(db, partner.slug, { after: null, types: null, limit: 10 })
    await expect.poll(async () => (await rows()).map(({ sequence }) => sequence)).toEqual([1, 2])
  },
)
