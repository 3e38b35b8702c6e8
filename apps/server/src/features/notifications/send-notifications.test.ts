import { randomUUID } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { days, minutes } from '@dineward/core/shared/clock.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { AppPushSender } from '../../gateways/messages/app-push-sender.ts'
import { folderPushSender } from '../../gateways/messages/folder-push-sender.ts'
import { PushGone } from '../../gateways/messages/push-sender.ts'
import { webPushSender } from '../../gateways/messages/web-push-sender.ts'
import { type newPushBrowser, startPushService } from '../../testing/push-service.ts'
import { createTestApp, testSecrets } from '../../testing/test-app.ts'
import { signedInClient } from '../../testing/test-client.ts'
import { type CardNetwork, newCardNetwork } from '../card-events/card-network-for-test.ts'
import { eraseMember } from '../leaving/erasure.service.ts'
import { announceEarnedRewards } from '../reward-mails/reward-mails.service.ts'
import { notifiedIds, notificationsPath as path, subscribe } from './push-subscriptions-for-test.ts'
import { sendDueNotifications } from './send-notifications.service.ts'

const app = await createTestApp()
const { db } = app.database
let service: Awaited<ReturnType<typeof startPushService>>

beforeAll(async () => {
  service = await startPushService()
})
afterAll(() => service.close())
beforeEach(async () => {
  app.clock.set('2026-03-10T18:00:00Z')
  service.status = 201
  service.received.length = 0
  await db.deleteFrom('pushSubscriptions').execute()
})

describe('a dine has earned', () => {
  const { pushes: _, ...others } = app.context(app.partners.all()[0]!).gateways
  const pushes = webPushSender(
    { privateKey: testSecrets.vapid, subject: 'https://dining.example.com' },
    { timeoutMs: 10_000, reach: { isAllowed: () => true, anyPort: true } },
  )
  const context = ({ partner }: CardNetwork) => ({
    ...app.context(partner),
    gateways: { ...others, pushes },
    actor: { kind: 'system', name: 'job' } as const,
  })
  const announce = (network: CardNetwork) =>
    announceEarnedRewards(context(network), { ...app.partners, all: () => [network.partner] })
  const send = (network: CardNetwork) => sendDueNotifications(context(network))
  const quiet = { rewardMails: { earned: 'none', bonusEndsDays: 0 } }

  async function notifiedNetwork(options: Parameters<typeof newCardNetwork>[1] = { settings: quiet }) {
    const network = await newCardNetwork(app, options)
    const client = await signedInClient(app, network.partner, network.memberId)
    return { network, client, browser: await subscribe(app, client, { origin: service.origin }) }
  }

  test('one notification to each browser, with restaurant and reward only, whatever is mailed', async () => {
    const { network, client, browser } = await notifiedNetwork()
    const second = await subscribe(app, client, { origin: service.origin })
    await network.deliver('transaction.clearing')
    expect([await announce(network), await announce(network)]).toEqual([2, 0])
    expect([await send(network), await send(network)]).toEqual([
      { sent: 2, failed: 0 },
      { sent: 0, failed: 0 },
    ])
    const texts = [browser, second].map(one => {
      const [own] = service.received.filter(({ body }) => canRead(one, body))
      return JSON.parse(one.decrypt(own!.body))
    })
    const content = {
      title: 'You earned 127 points',
      body: 'Your visit at Casa Lumen counts.',
      tag: expect.any(String),
    }
    expect(texts).toEqual([content, content])
  })

  test('earned before they were turned on, long ago, or nothing -> none', async () => {
    const before = await newCardNetwork(app, { settings: quiet })
    await before.deliver('transaction.clearing')
    app.clock.advance(1_000)
    await subscribe(app, await signedInClient(app, before.partner, before.memberId))
    expect(await announce(before)).toBe(0)
    const { network } = await notifiedNetwork()
    await network.deliver('transaction.clearing', { datetime: '2026-02-20T19:30:00' })
    await network.deliver('transaction.auth')
    expect(await announce(network)).toBe(0)
  })

  test('account closed meanwhile -> none', async () => {
    const { network, client } = await notifiedNetwork()
    await network.deliver('transaction.clearing')
    await client.send('DELETE', `/api/Member/Cards?id=${network.cardId}`)
    expect(await announce(network)).toBe(0)
  })

  test('turned off before it is sent -> not sent', async () => {
    const { network, client, browser } = await notifiedNetwork()
    await network.deliver('transaction.clearing')
    expect(await announce(network)).toBe(1)
    await client.send('DELETE', `${path}?id=${browser.id}`)
    expect(await send(network)).toEqual({ sent: 0, failed: 0 })
    expect(service.received).toEqual([])
  })

  test('the browser has ended it -> deleted, not tried again', async () => {
    const { network, client } = await notifiedNetwork()
    await network.deliver('transaction.clearing')
    await announce(network)
    service.status = 410
    expect(await send(network)).toEqual({ sent: 0, failed: 1 })
    expect(await notifiedIds(client)).toEqual([])
    app.clock.advance(days(1))
    expect(await send(network)).toEqual({ sent: 0, failed: 0 })
    expect(service.received).toHaveLength(1)
  })

  test('in the export; erased with the member, the file of the sandbox as well', async () => {
    const { network, client } = await notifiedNetwork()
    const folder = mkdtempSync(join(tmpdir(), 'dw-pushes-'))
    const sandbox = folderPushSender(folder, testSecrets.vapid)
    const ctx = { ...context(network), gateways: { ...others, pushes: sandbox } }
    await network.deliver('transaction.clearing')
    await announce(network)
    expect(await sendDueNotifications(ctx)).toEqual({ sent: 1, failed: 0 })
    const [file] = readdirSync(folder)
    expect(JSON.parse(readFileSync(join(folder, file!), 'utf8')).payload.title).toBe('You earned 127 points')
    expect((await client.get('/api/Member/Export')).json().sections).toMatchObject({
      notifications: [{ body: expect.stringContaining('127 points') }],
      notifiedBrowsers: [{ endpoint: expect.any(String) }],
    })
    await eraseMember(ctx, network.memberId)
    const left = await db.selectFrom('pushSubscriptions').select('id').execute()
    expect([left, readdirSync(folder)]).toEqual([[], []])
    rmSync(folder, { recursive: true })
  })

  test('the native app -> told as browsers are, with the page that it opens; the device is gone -> deleted', async () => {
    const network = await newCardNetwork(app, { settings: quiet })
    const client = await signedInClient(app, network.partner, network.memberId)
    const subscriptionId = randomUUID()
    expect((await client.send('POST', `${path}/App`, { subscriptionId })).statusCode).toBe(200)
    await network.deliver('transaction.clearing')
    expect([await announce(network), await announce(network)]).toEqual([1, 0])
    const sent: unknown[] = []
    const phones = (send: AppPushSender['send']) => ({
      ...context(network),
      gateways: { ...others, pushes: null, appPushes: { sendsFor: () => true, send } },
    })
    await sendDueNotifications(phones(async push => void sent.push(push)))
    expect(sent).toEqual([
      {
        id: expect.any(String),
        partnerId: network.partner.slug,
        subscriptionId,
        title: 'You earned 127 points',
        body: 'Your visit at Casa Lumen counts.',
        url: expect.stringMatching(/^http.+\/account\/recent_activity$/),
      },
    ])
    await network.deliver('transaction.clearing', { id: 'next', datetime: '2026-03-10T12:00:00' })
    expect(await announce(network)).toBe(1)
    const gone = async () => Promise.reject(new PushGone('not subscribed'))
    expect(await sendDueNotifications(phones(gone))).toEqual({ sent: 0, failed: 1 })
    expect(await notifiedIds(client)).toEqual([])
  })

  test('the push service fails -> tried again later, sent once', async () => {
    const { network } = await notifiedNetwork()
    await network.deliver('transaction.clearing')
    await announce(network)
    service.status = 500
    expect(await send(network)).toEqual({ sent: 0, failed: 1 })
    expect(await send(network)).toEqual({ sent: 0, failed: 0 })
    service.status = 201
    app.clock.advance(minutes(1))
    expect(await send(network)).toEqual({ sent: 1, failed: 0 })
    expect(await send(network)).toEqual({ sent: 0, failed: 0 })
  })
})

function canRead({ decrypt }: ReturnType<typeof newPushBrowser>, body: Buffer): boolean {
  try {
    decrypt(body)
    return true
  } catch {
    return false
  }
}
