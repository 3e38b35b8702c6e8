import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { afterEach, expect, test } from 'vitest'
import type { PayoutOrder } from './payout-provider.ts'
import { tremendousPayoutProvider } from './tremendous-payout-provider.ts'

const order: PayoutOrder = {
  externalId: 'payout-1',
  amountCents: 2_014,
  delivery: 'Email',
  processor: 'Tremendous',
  target: 'ada@example.com',
  recipient: { name: 'Ada Moreau', email: 'ada@example.com' },
  programName: 'Cellwave Eats',
}
const stops: (() => void)[] = []
afterEach(() => {
  for (const stop of stops.splice(0)) stop()
})

interface Behavior {
  status?: number
  delivery?: string
  orderStatus?: string
  /** The order is stored, but no answer is sent. */
  silent?: boolean
}

/** A server that keeps orders by external id as Tremendous does. */
async function tremendous(behavior: Behavior = {}) {
  const orders = new Map<string, unknown>()
  const calls: string[] = []
  const server = createServer(async (request, response) => {
    calls.push(`${request.method} ${request.url} ${request.headers.authorization}`)
    const reply = (status: number, body: unknown) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    const { status = 200, delivery = 'PENDING', orderStatus = 'EXECUTED', silent } = behavior
    const answer = (external_id: string) => ({
      order: {
        id: 'ORDER1',
        external_id,
        status: orderStatus,
        rewards: [{ delivery: { method: 'EMAIL', status: delivery } }],
      },
    })
    if (status !== 200) return reply(status, { errors: { message: 'no' } })
    if (request.method === 'GET') {
      const externalId = request.url!.split('/').at(-1)!
      return orders.has(externalId) ? reply(200, answer(externalId)) : reply(404, { errors: {} })
    }
    const body = (await json(request)) as { external_id: string }
    if (!orders.has(body.external_id)) orders.set(body.external_id, body)
    if (!silent) reply(201, answer(body.external_id))
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  stops.push(() => {
    server.closeAllConnections()
    server.close()
  })
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const settings = { url, apiKey: 'TEST_key', campaignId: 'CAMPAIGN', fundingSourceId: 'balance' }
  return { orders, calls, provider: tremendousPayoutProvider(settings, 300) }
}

test('send -> one order of one reward by email; sent again -> the same order', async () => {
  const { orders, calls, provider } = await tremendous()
  expect(await provider.send(order)).toEqual({ state: 'received' })
  expect(await provider.send(order)).toEqual({ state: 'received' })
  expect([...orders.values()]).toEqual([
    {
      external_id: 'payout-1',
      payment: { funding_source_id: 'balance' },
      reward: {
        campaign_id: 'CAMPAIGN',
        value: { denomination: 20.14, currency_code: 'USD' },
        delivery: { method: 'EMAIL', meta: { sender_name: 'Cellwave Eats' } },
        recipient: { name: 'Ada Moreau', email: 'ada@example.com' },
      },
    },
  ])
  expect(calls[0]).toBe('POST /orders Bearer TEST_key')
})

test('accepted without an answer -> throws, and is found by its external id', async () => {
  const behavior: Behavior = { silent: true }
  const { provider } = await tremendous(behavior)
  expect(await provider.find(order.externalId)).toBeNull()
  await expect(provider.send(order)).rejects.toThrow(/timeout|aborted/i)
  behavior.delivery = 'SUCCEEDED'
  expect(await provider.find(order.externalId)).toEqual({ state: 'paid' })
})

test.each<[string, Behavior, unknown]>([
  ['delivered', { delivery: 'SUCCEEDED' }, { state: 'paid' }],
  ['scheduled', { delivery: 'SCHEDULED' }, { state: 'received' }],
  ['waits for approval', { orderStatus: 'PENDING APPROVAL' }, { state: 'received' }],
  ['not deliverable', { delivery: 'FAILED' }, { state: 'refused', reason: 'email_undeliverable' }],
  ['canceled', { orderStatus: 'CANCELED' }, { state: 'refused', reason: 'refused' }],
  ['the order is wrong', { status: 422 }, { state: 'refused', reason: 'refused' }],
  ['a wrong key', { status: 401 }, null],
  ['no funds', { status: 402 }, null],
  ['too many requests', { status: 429 }, null],
  ['down', { status: 500 }, null],
])('%s -> %#', async (_case, behavior, expected) => {
  const { provider } = await tremendous(behavior)
  const answer = provider.send(order)
  if (expected) expect(await answer).toEqual(expected)
  else await expect(answer).rejects.toThrow(`Tremendous answered ${behavior.status}`)
})
