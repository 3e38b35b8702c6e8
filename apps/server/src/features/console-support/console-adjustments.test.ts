import { expect, test } from 'vitest'
import { consoleClient, newConsoleStaff, signedInToConsole } from '../../testing/access/console-for-test.ts'
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

test('within the limit -> posted; above it -> waits for another person, who is not its author', async () => {
  const { network, as, post } = await newScene()
  const support = await as('support')
  const small = await post(support, 5_000)
  expect([small.statusCode, small.json().adjustment.state]).toEqual([201, 'posted'])
  expect(await network.balance()).toBe(5_000)

  const admin = await signedInToConsole(app, (await newConsoleStaff(app, 'admin')).id)
  const large = await post(admin, 6_000)
  expect(large.json().adjustment.state).toBe('waiting')
  const { id } = large.json().adjustment
  const own = (await admin.get(path)).json().items.find((one: { id: string }) => one.id === id)
  expect(own).toMatchObject({ isOwn: true, units: 6_000, memberName: 'Ada Moreau' })
  expect((await admin.send('POST', `${path}/${id}/Approve`)).statusCode).toBe(403)
  expect((await support.send('POST', `${path}/${id}/Approve`)).statusCode).toBe(403)
  expect(await network.balance()).toBe(5_000)

  const finance = await as('finance')
  expect((await finance.get(path)).json().items).toMatchObject([{ id, isOwn: false }])
  expect((await finance.send('POST', `${path}/${id}/Approve`)).json().adjustment.state).toBe('posted')
  expect((await finance.send('POST', `${path}/${id}/Approve`)).statusCode).toBe(409)
  expect(await network.balance()).toBe(11_000)
})

test('rejected -> nothing is posted, and the reason is kept', async () => {
  const { network, as, post } = await newScene()
  const { id } = (await post(await as('support'), -6_000)).json().adjustment
  const finance = await as('finance')
  expect((await finance.send('POST', `${path}/${id}/Reject`, { reason: '' })).statusCode).toBe(400)
  const rejected = await finance.send('POST', `${path}/${id}/Reject`, { reason: 'Given before.' })
  expect(rejected.json().adjustment.state).toBe('rejected')
  expect((await finance.get(path)).json().items).toEqual([])
  expect(await network.balance()).toBe(0)
})

test('withdrawn by its author -> nothing is posted; by another person, or once decided -> refused', async () => {
  const { network, as, post } = await newScene()
  const support = await as('support')
  const { id } = (await post(support, 6_000)).json().adjustment
  const withdraw = (client: TestClient, reason = 'Typed wrong') =>
    client.send('POST', `${path}/${id}/Withdraw`, { reason })
  expect((await withdraw(await as('support'))).statusCode).toBe(403)
  expect((await withdraw(await as('finance'))).statusCode).toBe(403)
  expect((await withdraw(support, ' ')).statusCode).toBe(400)
  expect((await withdraw(support)).json().adjustment).toEqual({ id, state: 'withdrawn' })
  expect((await withdraw(support)).json().code).toBe('adjustment_decided')
  expect((await (await as('finance')).send('POST', `${path}/${id}/Approve`)).statusCode).toBe(409)
  const { items } = (await (await as('viewer')).get('/api/Console/Audit')).json()
  expect(items[0]).toMatchObject({ action: 'adjustment.withdrawn', reason: 'Typed wrong' })
  expect(await network.balance()).toBe(0)
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
