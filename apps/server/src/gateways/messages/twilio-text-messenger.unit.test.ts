import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterEach, expect, test } from 'vitest'
import { TextRefused } from './text-messenger.ts'
import { twilioTextMessenger } from './twilio-text-messenger.ts'

let server: Server | undefined
afterEach(() => {
  server?.closeAllConnections()
  server?.close()
})

const message = { id: 't1', from: '+12125550100', to: '+12125550123', body: 'Plain & simple: 5 % 🍜' }
const accountSid = 'AC00000000000000000000000000000001'

/** A server that answers as Twilio does; null: not at all. */
async function twilio(answer: { status: number; body: string; location?: string } | null) {
  const calls: { request: IncomingMessage; form: URLSearchParams }[] = []
  server = createServer(async (request, response) => {
    calls.push({ request, form: new URLSearchParams(await text(request)) })
    if (!answer) return
    const { status, body, location } = answer
    response
      .writeHead(status, { 'content-type': 'application/json', ...(location ? { location } : {}) })
      .end(body)
  })
  await new Promise<void>(resolve => server!.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    calls,
    messenger: twilioTextMessenger({ url, accountSid, authTokens: ['secret', 'the-one-before'] }, 300),
  }
}

const created = { status: 201, body: '{"sid":"SM1","status":"queued"}' }

test('text -> one Message resource, with the account’s credentials', async () => {
  const { calls, messenger } = await twilio(created)
  await messenger.send(message)
  expect(calls).toHaveLength(1)
  const { request, form } = calls[0]!
  expect([request.method, request.url]).toEqual(['POST', `/2010-04-01/Accounts/${accountSid}/Messages.json`])
  expect(request.headers.authorization).toBe(`Basic ${btoa(`${accountSid}:secret`)}`)
  expect(Object.fromEntries(form)).toEqual({ From: message.from, To: message.to, Body: message.body })
})

test('messaging service -> named as one', async () => {
  const { calls, messenger } = await twilio(created)
  const from = `MG${'0'.repeat(32)}`
  await messenger.send({ ...message, from })
  expect([calls[0]?.form.get('MessagingServiceSid'), calls[0]?.form.get('From')]).toEqual([from, null])
})

test.each([
  [
    'opted out',
    400,
    '{"code":21610,"message":"Attempt to send to unsubscribed recipient"}',
    { optedOut: true },
  ],
  ['no such number', 400, '{"code":21211,"message":"Invalid To"}', { optedOut: false }],
  ['too many requests', 429, '{"code":20429,"message":"Too Many Requests"}', null],
  ['wrong credentials', 401, '{"code":20003,"message":"Authenticate"}', null],
  ['garbage', 500, '<html>', null],
  ['null', 400, 'null', null],
])('%s -> refused for good: %#', async (_case, status, body, refusal) => {
  const { messenger } = await twilio({ status, body })
  const failure = await messenger.send(message).catch((error: unknown) => error)
  expect(failure).toBeInstanceOf(Error)
  expect(failure instanceof TextRefused ? { optedOut: failure.optedOut } : null).toEqual(refusal)
})

test('no answer, another address, no server -> fails, to be retried', async () => {
  await expect((await twilio(null)).messenger.send(message)).rejects.toThrow(/./)
  const moved = await twilio({ status: 307, body: '', location: 'http://127.0.0.1:1/' })
  await expect(moved.messenger.send(message)).rejects.toThrow(/./)
  const absent = twilioTextMessenger({
    url: 'http://127.0.0.1:1',
    accountSid,
    authTokens: ['secret', 'the-one-before'],
  })
  await expect(absent.send(message)).rejects.not.toBeInstanceOf(TextRefused)
})
