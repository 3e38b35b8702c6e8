import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { afterEach, expect, test } from 'vitest'
import { oneSignalPushSender } from './onesignal-push-sender.ts'
import { PushGone } from './push-sender.ts'

let server: Server | undefined
afterEach(() => {
  server?.closeAllConnections()
  server?.close()
})

const subscriptionId = '1dd608f2-c6a1-11e3-851d-000c2940e62c'
const push = {
  id: '6f3ec1b2-0d2c-4c2f-9a37-1d1d5b2f0001',
  partnerId: 'skyward',
  subscriptionId,
  title: 'You earned 127 points',
  body: 'Your visit at Casa Lumen counts.',
  url: 'https://skyward.example/account/recent_activity',
}
const accepted = { status: 200, body: '{"id":"m1"}' }

/** A server that answers as OneSignal does; null: not at all. */
async function oneSignal(answer: { status: number; body: string } | null, waitMs = 10_000) {
  const calls: { path?: string | undefined; headers: IncomingHttpHeaders; body: unknown }[] = []
  server = createServer(async (request, response) => {
    calls.push({ path: request.url, headers: request.headers, body: await json(request) })
    if (answer) response.writeHead(answer.status, { location: 'http://127.0.0.1:1/' }).end(answer.body)
  })
  await new Promise<void>(resolve => server!.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const apps = new Map([['skyward', { appId: 'app-1', apiKey: 'key-1' }]])
  return { calls, sender: oneSignalPushSender({ url, apps }, waitMs) }
}

test('push -> one message to this device of the partner’s app, which a repeated call does not double', async () => {
  const { calls, sender } = await oneSignal(accepted)
  await sender.send(push)
  const [{ path, headers, body }] = calls as [(typeof calls)[0]]
  expect([calls.length, path, headers.authorization]).toEqual([1, '/notifications', 'Key key-1'])
  expect(body).toEqual({
    app_id: 'app-1',
    target_channel: 'push',
    include_subscription_ids: [subscriptionId],
    headings: { en: 'You earned 127 points' },
    contents: { en: 'Your visit at Casa Lumen counts.' },
    data: { targetUrl: 'https://skyward.example/account/recent_activity' },
    ttl: 86_400,
    idempotency_key: push.id,
  })
})

test.each([
  ['not allowed on the device', '{"id":"","errors":["All included players are not subscribed"]}'],
  ['unknown device', `{"id":"m1","errors":{"invalid_player_ids":["${subscriptionId}"]}}`],
])('%s -> gone', async (_, body) => {
  const { sender } = await oneSignal({ status: 200, body })
  await expect(sender.send(push)).rejects.toThrow(PushGone)
})

test.each([
  ['refused', { status: 400, body: '{"errors":["app_id not found"]}' }],
  ['busy', { status: 429, body: '{}' }],
  ['redirect', { status: 302, body: '' }],
  ['no JSON', { status: 200, body: '<html>' }],
  ['no answer', null],
])('%s -> fails, to be tried again', async (_, answer) => {
  const { sender } = await oneSignal(answer, answer ? 10_000 : 300)
  const error = await sender.send(push).catch((thrown: unknown) => thrown)
  expect(error).toBeInstanceOf(Error)
  expect(error).not.toBeInstanceOf(PushGone)
})

test('a partner without an app -> not offered, nothing is sent', async () => {
  const { calls, sender } = await oneSignal(accepted)
  expect([sender.sendsFor('skyward'), sender.sendsFor('harbor')]).toEqual([true, false])
  await expect(sender.send({ ...push, partnerId: 'harbor' })).rejects.toThrow('ONESIGNAL_APP_IDS')
  expect(calls).toEqual([])
})
