import { expect, test } from 'vitest'
import { consoleClient } from '../../testing/access/console-for-test.ts'
import { newApiClient } from '../../testing/api-client-for-test.ts'
import { longTest } from '../../testing/long-test.ts'
import { createTestApp } from '../../testing/test-app.ts'
import { approveAs } from '../approvals/approvals-for-test.ts'
import { newCardNetwork } from '../card-events/card-network-for-test.ts'

const app = await createTestApp()
const { db } = app.database

async function scene(options: Parameters<typeof newCardNetwork>[1] = {}, key: object = {}) {
  const network = await newCardNetwork(app, options)
  const client = await newApiClient(app, network.partner, key)
  const rewards = `/v1/members/${network.memberId}/rewards`
  const give = (fields: object, headers: Record<string, string> = {}) =>
    client.call('POST', rewards, { reason: 'Payroll campaign', externalId: 'camp-1', ...fields }, headers)
  return { network, client, rewards, give }
}

const auditOf = (subject: string) =>
  db
    .selectFrom('auditLog')
    .select(['action', 'actorKind', 'actor'])
    .where('subject', '=', subject)
    .orderBy('id')
    .execute()

test('a corporate reward -> in balance, entries and list, paid by the partner', async () => {
  const { network, client, rewards, give } = await scene()
  const given = await give({ units: 500 })
  const { reward } = given.json()
  expect([given.statusCode, reward]).toEqual([
    201,
    {
      id: expect.any(String),
      memberId: network.memberId,
      kind: 'corporate',
      amount: { units: 500, currency: 'Point' },
      reason: 'Payroll campaign',
      externalId: 'camp-1',
      dineId: null,
      postedAt: app.clock.now().toISOString(),
      reversedAt: null,
    },
  ])
  expect((await client.call('GET', rewards)).json().items).toEqual([reward])
  expect((await client.call('GET', `/v1/members/${network.memberId}/balance`)).json()).toMatchObject({
    units: 500,
    inFlight: 0,
  })
  expect((await client.call('GET', `/v1/members/${network.memberId}/entries`)).json().items).toMatchObject([
    { kind: 'adjustment', amount: { units: 500 }, text: 'Payroll campaign' },
  ])
  expect(await auditOf(network.memberId)).toEqual([
    { action: 'adjustment.posted', actorKind: 'partner', actor: `CRM (${client.keyId})` },
  ])
  const again = await give({ units: 500 })
  expect([again.statusCode, again.json()]).toMatchObject([
    409,
    { code: 'external_id_in_use', fieldErrors: [{ field: 'externalId' }] },
  ])
})

test('what is not a reward of this program -> refused with the field', async () => {
  const { give } = await scene()
  for (const [fields, field] of [
    [{ cents: 500 }, 'units'],
    [{ units: 0 }, 'units'],
    [{ units: 1.5 }, 'units'],
    [{ units: 5, cents: 5 }, 'cents'],
    [{ units: 5, dineId: 'none' }, 'dineId'],
    [{ units: 5, externalId: '' }, 'externalId'],
    [{ units: 2_000_000 }, 'units'],
  ] as const) {
    const answer = await give(fields)
    expect([fields, answer.statusCode, answer.json().code]).toEqual([fields, 400, 'validation_failed'])
    expect(answer.json().fieldErrors.map((error: { field: string }) => error.field)).toContain(field)
  }
})

test('above the limit of the key -> it waits, once, and a person other than its maker approves it', async () => {
  const { network, client, give } = await scene({}, { dailyRewards: 700 })
  expect((await give({ units: 500 })).statusCode).toBe(201)
  const waiting = await give({ units: 300, externalId: 'camp-2' })
  const { approval } = waiting.json()
  expect([waiting.statusCode, approval]).toMatchObject([202, { action: 'apiReward', state: 'waiting' }])
  expect((await give({ units: 300, externalId: 'camp-2' })).json()).toEqual({ approval })
  const other = await give({ units: 301, externalId: 'camp-2' })
  expect([other.statusCode, other.json().code]).toEqual([409, 'external_id_in_use'])
  expect(await network.balance()).toBe(500)

  const finance = await consoleClient(app, 'finance', network.partner.slug)
  const seen = (await finance.get(`/api/Console/Approvals/${approval.id}`)).json()
  expect(seen.approval).toMatchObject({
    title: 'Give 300 points',
    askedBy: `CRM (${client.keyId})`,
    mayDecide: true,
  })
  const approved = await approveAs(finance, approval.id)
  expect([approved.statusCode, approved.json().answer.reward]).toMatchObject([200, { externalId: 'camp-2' }])
  expect(await network.balance()).toBe(800)
})

test('of a key that was revoked -> what waits is not approved any more', async () => {
  const { network, client, give } = await scene({}, { dailyRewards: 0 })
  const { approval } = (await give({ units: 1 })).json()
  await db.updateTable('apiKeys').set({ revokedAt: app.clock.now() }).where('id', '=', client.keyId).execute()
  const finance = await consoleClient(app, 'finance', network.partner.slug)
  const answer = await finance.send('POST', `/api/Console/Approvals/${approval.id}/Approve`, { digest: 'x' })
  expect([answer.statusCode, answer.json().code]).toEqual([403, 'forbidden'])
  expect(await network.balance()).toBe(0)
})

test(
  '100 copies at once of one call with one key -> one reward, 100 equal answers; another body is refused',
  longTest,
  async () => {
    const { network, give } = await scene()
    const headers = { 'idempotency-key': 'payroll-2026-03' }
    const answers = await Promise.all(Array.from({ length: 100 }, () => give({ units: 50 }, headers)))
    expect(new Set(answers.map(({ statusCode, body }) => `${statusCode} ${body}`)).size).toBe(1)
    expect(answers[0]!.statusCode).toBe(201)
    expect(await network.balance()).toBe(50)
    const other = await give({ units: 51 }, headers)
    expect([other.statusCode, other.json().code]).toEqual([409, 'idempotency_mismatch'])
    const waiting = { 'idempotency-key': 'payroll-2026-04' }
    const [first, second] = [
      await give({ units: 20_000, externalId: 'camp-9' }, waiting),
      await give({ units: 20_000, externalId: 'camp-9' }, waiting),
    ]
    expect([first.statusCode, second.statusCode, second.body]).toEqual([202, 202, first.body])
  },
)

test('dines: listed by change, filtered, read; those of another program are not', async () => {
  const [{ network, client }, other] = [await scene(), await scene()]
  await network.deliver('transaction.clearing', { id: `dine-${network.memberId}` })
  await other.network.deliver('transaction.clearing', { id: `dine-${other.network.memberId}` })
  const { items, nextCursor } = (await client.call('GET', '/v1/dines')).json()
  expect([items.length, nextCursor, items[0]]).toMatchObject([
    1,
    null,
    { status: 'Awarded', memberId: network.memberId },
  ])
  const [dine] = items
  expect((await client.call('GET', `/v1/dines/${dine.id}`)).json()).toEqual({ dine })
  for (const [query, count] of [
    [`memberId=${network.memberId}`, 1],
    [`merchantId=${network.merchant.id}&status=Awarded`, 1],
    ['status=Pending', 0],
    [`updatedSince=${dine.updatedAt}`, 1],
    [`updatedSince=${new Date(Date.parse(dine.updatedAt) + 1).toISOString()}`, 0],
  ] as const)
    expect([query, (await client.call('GET', `/v1/dines?${query}`)).json().items.length]).toEqual([
      query,
      count,
    ])
  const elsewhere = await other.client.call('GET', `/v1/dines/${dine.id}`)
  expect([elsewhere.statusCode, elsewhere.json().code]).toEqual([404, 'not_found'])
})

test('a test dine with tip and refund -> the events of the network, and a dine by its rules', async () => {
  const { network, client } = await scene()
  const play = (fields: object) =>
    client.call('POST', '/v1/test/dines', {
      memberId: network.memberId,
      merchantId: network.merchant.id,
      amount: 42.5,
      ...fields,
    })
  const played = await play({ tip: 8, refund: 10.5 })
  expect([played.statusCode, played.json().events]).toEqual([
    201,
    ['transaction.auth', 'transaction.clearing', 'transaction.clearing', 'transaction.refund'],
  ])
  await network.processAll()
  const { items } = (await client.call('GET', '/v1/dines')).json()
  expect(items).toMatchObject([
    { transactionId: played.json().transactionId, amount: { cents: 4_000 }, reward: { units: 120 } },
  ])
  for (const [fields, status, code] of [
    [{ merchantId: 'none' }, 404, 'merchant_not_found'],
    [{ memberId: 'none' }, 404, 'not_found'],
    [{ amount: 42.505 }, 400, 'validation_failed'],
    [{ amount: 0 }, 400, 'validation_failed'],
  ] as const) {
    const answer = await play(fields)
    expect([fields, answer.statusCode, answer.json().code]).toEqual([fields, status, code])
  }
})

test('bonuses: listed, a member registered once, a closed one refused', async () => {
  const bonus = {
    code: 'SPRING3',
    description: 'Dine twice for {reward}.',
    reward: { kind: 'fixed', units: 300 },
    dines: 2,
    to: '2026-04-30',
  }
  const { network, client } = await scene({ settings: { bonuses: [bonus] } })
  expect((await client.call('GET', '/v1/bonuses')).json().items).toMatchObject([
    { code: 'SPRING3', description: 'Dine twice for 300 points.', isUsedUp: false, to: '2026-04-30' },
  ])
  const path = `/v1/members/${network.memberId}/bonuses`
  const first = await client.call('POST', path, { code: 'SPRING3' })
  const memberBonus = {
    memberId: network.memberId,
    code: 'SPRING3',
    status: 'enrolled',
    enrolledAt: app.clock.now().toISOString(),
    qualifiedAt: null,
    expiresAt: null,
    lastDay: '2026-04-30',
  }
  expect([first.statusCode, first.json()]).toEqual([201, { memberBonus }])
  expect((await client.call('POST', path, { code: 'SPRING3' })).json()).toEqual({ memberBonus })
  expect((await client.call('GET', path)).json().items).toEqual([memberBonus])
  expect(await auditOf(network.memberId)).toMatchObject([{ action: 'bonus.enrolled', actorKind: 'partner' }])
  expect((await client.call('POST', path, { code: 'NONE' })).statusCode).toBe(404)
})
