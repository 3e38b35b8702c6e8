import { importJWK, jwtVerify } from 'jose'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { newPushBrowser, startPushService } from '../../testing/push-service.ts'
import { publicReach } from '../outgoing-calls.ts'
import { PushGone } from './push-sender.ts'
import { webPushSender } from './web-push-sender.ts'

const privateKey = Buffer.alloc(32, 7).toString('base64url')
const subject = 'https://dining.example.com'
const browser = newPushBrowser()
let service: Awaited<ReturnType<typeof startPushService>>

beforeAll(async () => {
  service = await startPushService()
})
afterAll(() => service.close())
beforeEach(() => {
  service.status = 201
  service.received.length = 0
})

const sender = (limits = {}) =>
  webPushSender(
    { privateKey, subject },
    { timeoutMs: 10_000, reach: { isAllowed: () => true, anyPort: true }, ...limits },
  )
const push = (changes = {}) => ({
  id: '1',
  endpoint: `${service.origin}/send/abc`,
  keys: browser.keys,
  payload: '{"title":"Grüße"}',
  ...changes,
})

test('accepted -> only the browser can read it, and the push service knows who sends it', async () => {
  await sender().send(push())
  const [{ path, headers, body }] = service.received as [(typeof service.received)[0]]
  expect([path, headers.ttl, headers['content-encoding']]).toEqual(['/send/abc', '86400', 'aes128gcm'])
  expect(body.includes('title')).toBe(false)
  expect(browser.decrypt(body)).toBe('{"title":"Grüße"}')
  const [, token = '', key = ''] = /^vapid t=(\S+), k=(\S+)$/.exec(headers.authorization ?? '') ?? []
  expect(key).toBe(sender().publicKey)
  const point = Buffer.from(key, 'base64url')
  const [x, y] = [point.subarray(1, 33).toString('base64url'), point.subarray(33).toString('base64url')]
  const jwk = await importJWK({ kty: 'EC', crv: 'P-256', x, y }, 'ES256')
  const { payload } = await jwtVerify(token, jwk, { audience: service.origin })
  expect(payload.sub).toBe(subject)
})

test.each([404, 410])('%i -> the subscription is gone', async status => {
  service.status = status
  await expect(sender().send(push())).rejects.toThrow(PushGone)
})

test.each([302, 400, 429, 500])('%i -> fails, to be tried again', async status => {
  service.status = status
  const error = await sender()
    .send(push())
    .catch((thrown: unknown) => thrown)
  expect(error).toBeInstanceOf(Error)
  expect(error).not.toBeInstanceOf(PushGone)
})

test('keys that are no point of the curve -> gone, no request', async () => {
  const p256dh = Buffer.concat([Buffer.from([4]), Buffer.alloc(64, 1)]).toString('base64url')
  await expect(sender().send(push({ keys: { ...browser.keys, p256dh } }))).rejects.toThrow(PushGone)
  expect(service.received).toEqual([])
})

test.each(['http://127.0.0.1:{port}/', 'http://localhost:{port}/'])(
  'private address %s -> gone, no request',
  async address => {
    const endpoint = address.replace('{port}', new URL(service.origin).port)
    const reach = { ...publicReach, anyPort: true }
    await expect(sender({ reach }).send(push({ endpoint }))).rejects.toThrow(PushGone)
    expect(service.received).toEqual([])
  },
)
