import { expect, test } from 'vitest'
import { consoleClient } from '../../testing/access/console-for-test.ts'
import { createTestApp } from '../../testing/test-app.ts'
import { type TestClient, tokenHeader } from '../../testing/test-client.ts'
import { newCardNetwork } from '../card-events/card-network-for-test.ts'

const app = await createTestApp()
const path = '/api/Console/Adjustments'

async function newScene() {
  const network = await newCardNetwork(app)
  const as = (role: string) => consoleClient(app, role, network.partner.slug)
  const post = async (client: TestClient, units: number, headers?: Record<string, string>) => {
    const body = { memberId: network.memberId, units, reason: 'A lost dine' }
    return client.send('POST', path, body, headers)
  }
  return { network, as, post }
}

test('posted within the limit -> listed; reversed once -> listed with who and why', async () => {
  const { network, as, post } = await newScene()
  const support = await as('support')
  const { id } = (await post(support, 500)).json().adjustment
  const reverse = (reason: string) => support.send('POST', `${path}/${id}/Reverse`, { reason })
  expect((await reverse(' ')).statusCode).toBe(400)
  expect((await reverse('Posted by mistake')).statusCode).toBe(200)
  expect((await reverse('Once more')).json().code).toBe('adjustment_reversed')
  expect(await network.balance()).toBe(0)
  const { items } = (await (await as('viewer')).get(path)).json()
  expect(items).toMatchObject([
    { id, units: 500, memberName: 'Ada Moreau', reason: 'A lost dine', reversalReason: 'Posted by mistake' },
  ])
  expect(
    (await (await as('content')).send('POST', `${path}/${id}/Reverse`, { reason: 'x' })).statusCode,
  ).toBe(403)
})

test('a double click -> posted once; the key again for something else -> refused', async () => {
  const { network, as, post } = await newScene()
  const support = await as('support')
  const key = { 'idempotency-key': 'a-key', ...(await tokenHeader(support)) }
  const both = await Promise.all([post(support, 500, key), post(support, 500, key)])
  expect(both.map(({ statusCode }) => statusCode)).toEqual([201, 201])
  expect(new Set(both.map(one => one.json().adjustment.id)).size).toBe(1)
  expect(await network.balance()).toBe(500)
  const other = await post(support, 600, key)
  expect([other.statusCode, other.json().code]).toEqual([400, 'idempotency_conflict'])
  expect((await post(await as('support'), 600)).statusCode).toBe(201)
  expect(await network.balance()).toBe(1_100)
})

test('zero, parts of a unit, too much, no reason, an unknown dine or member -> refused', async () => {
  const { network, as } = await newScene()
  const support = await as('support')
  const valid = { memberId: network.memberId, units: 100, reason: 'A lost dine' }
  for (const [wrong, status] of [
    [{ units: 0 }, 400],
    [{ units: 1.5 }, 400],
    [{ units: 100_000_001 }, 400],
    [{ units: '100' }, 400],
    [{ reason: ' ' }, 400],
    [{ reason: 'x'.repeat(201) }, 400],
    [{ transactionId: 'unknown' }, 400],
    [{ memberId: 'unknown' }, 404],
    [{ memberId: '\0' }, 404],
  ] as const)
    expect([wrong, (await support.send('POST', path, { ...valid, ...wrong })).statusCode]).toEqual([
      wrong,
      status,
    ])
  expect(await network.balance()).toBe(0)
})
