import { days } from '@dineward/core/shared/clock.ts'
import { beforeEach, describe, expect, test } from 'vitest'
import { consoleClient, newConsoleStaff, signedInToConsole } from '../../testing/access/console-for-test.ts'
import { createTestApp } from '../../testing/test-app.ts'
import { type TestClient, tokenHeader } from '../../testing/test-client.ts'
import { newCardNetwork } from '../card-events/card-network-for-test.ts'
import { approveAs, askForAdjustment } from './approvals-for-test.ts'

const app = await createTestApp()
const { db } = app.database
const path = '/api/Console/Approvals'
beforeEach(() => app.clock.set('2026-03-10T18:00:00Z'))

async function newScene() {
  const network = await newCardNetwork(app)
  const { slug } = network.partner
  const as = (role: string) => consoleClient(app, role, slug)
  const give = async (client: TestClient, units: number, headers?: Record<string, string>) => {
    const body = { memberId: network.memberId, units, reason: 'A lost dine' }
    return client.send('POST', '/api/Console/Adjustments', body, headers)
  }
  const audited = async () =>
    (
      await db
        .selectFrom('auditLog')
        .select(['action', 'actor'])
        .where('partnerId', '=', slug)
        .where('action', 'like', 'a%')
        .orderBy('id')
        .execute()
    ).map(({ action }) => action)
  return { network, slug, as, give, audited }
}

describe('adjustments', () => {
  test('edge case 19: at the limit -> posted; above it -> waits, its author cannot approve it, another can, once', async () => {
    const { network, as, give, audited } = await newScene()
    const support = await as('support')
    expect((await give(support, 5_000)).statusCode).toBe(201)
    const admin = await as('admin')
    const asked = await give(admin, 5_001)
    expect([asked.statusCode, asked.json().code]).toEqual([202, 'approval_needed'])
    expect(asked.json().message).toContain(
      'Give 5,001 points: 5,001 points is above what one person may do alone.',
    )
    const id = asked.json().approvalId
    expect((await approveAs(admin, id)).statusCode).toBe(403)
    expect((await support.get(`${path}/${id}`)).statusCode).toBe(404)
    expect(await network.balance()).toBe(5_000)

    const [finance, other] = [await as('finance'), await as('finance')]
    const { approval } = (await finance.get(`${path}/${id}`)).json()
    expect(approval).toMatchObject({
      state: 'waiting',
      mayDecide: true,
      memberId: network.memberId,
      lines: [
        { label: 'Balance of the member', before: '5,000 points', after: '10,001 points' },
        { label: 'Paid by', before: null, after: 'the program' },
      ],
    })
    const both = await Promise.all([finance, other].map(client => approveAs(client, id)))
    expect(both.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409])
    expect(await network.balance()).toBe(10_001)
    expect((await approveAs(finance, id)).json().code).toBe('approval_decided')
    expect(await audited()).toEqual([
      'adjustment.posted',
      'approval.ask',
      'adjustment.posted',
      'approval.approve',
    ])
  })

  test('in parts, and by two colleagues for one member -> counted together for a day', async () => {
    const { network, as, give } = await newScene()
    const support = await as('support')
    expect((await give(support, 3_000)).statusCode).toBe(201)
    expect((await give(support, -2_001)).statusCode).toBe(202)
    expect((await give(await as('support'), 2_001)).statusCode).toBe(202)
    app.clock.advance(days(1) + 1)
    expect((await give(await as('support'), -2_001)).statusCode).toBe(201)
    expect(await network.balance()).toBe(999)
  })

  test('ten at once at the limit -> one is posted', async () => {
    const { network, as, give } = await newScene()
    const support = await as('support')
    const headers = await tokenHeader(support)
    const keyed = (n: number) => give(support, 5_000, { ...headers, 'idempotency-key': `key-${n}` })
    const statuses = (await Promise.all(Array.from({ length: 10 }, (_, n) => keyed(n)))).map(
      one => one.statusCode,
    )
    expect(statuses.toSorted()).toEqual([201, ...Array(9).fill(202)])
    expect(await network.balance()).toBe(5_000)
  })

  test('by servers whose clocks are a day apart -> counted together, and approved once', async () => {
    const { network, as, give } = await newScene()
    const late = await as('support')
    expect((await give(late, 5_000)).statusCode).toBe(201)
    app.clock.set('2026-03-09T18:00:00Z')
    const { approvalId } = (await give(late, 100)).json()
    app.clock.set('2026-03-10T18:00:00Z')
    const finance = await as('finance')
    app.clock.set('2026-03-09T18:00:00Z')
    expect((await approveAs(finance, approvalId)).statusCode).toBe(200)
    app.clock.set('2026-03-10T18:00:00Z')
    expect((await approveAs(finance, approvalId)).json().code).toBe('approval_decided')
    expect(await network.balance()).toBe(5_100)
  })

  test('refused by the service -> not counted against the limit', async () => {
    const { network, as, give } = await newScene()
    const support = await as('support')
    const body = { memberId: network.memberId, units: 5_000, reason: 'x', transactionId: 'unknown' }
    expect((await support.send('POST', '/api/Console/Adjustments', body)).statusCode).toBe(400)
    expect((await give(support, 5_000)).statusCode).toBe(201)
  })

  test('asked for once more, with and without the key -> one request; the key after the approval -> posted once', async () => {
    const { network, as, give } = await newScene()
    const support = await as('support')
    const key = { ...(await tokenHeader(support)), 'idempotency-key': 'once' }
    const ids = []
    for (const headers of [key, key]) ids.push((await give(support, 6_000, headers)).json().approvalId)
    expect(new Set(ids).size).toBe(1)
    await approveAs(await as('finance'), ids[0])
    expect((await give(support, 6_000, key)).statusCode).toBe(201)
    expect(await network.balance()).toBe(6_000)
  })
})

describe('who decides', () => {
  test.each([
    [
      'another mailbox of the same person',
      (email: string) => email.replace('@', '+2@'),
      (_: string) => 'Other Name',
    ],
    ['the same name', () => 'second.account@dineward.example', (name: string) => name.toUpperCase()],
  ])('%s -> refused', async (_, emailOf, nameOf) => {
    const { network, slug, as, give } = await newScene()
    const asker = await newConsoleStaff(app, 'support', slug)
    const { approvalId } = (await give(await signedInToConsole(app, asker.id), 6_000)).json()
    const second = await newConsoleStaff(app, 'finance', slug)
    const { email, name } = await db
      .selectFrom('staff')
      .select(['email', 'name'])
      .where('id', '=', asker.id)
      .executeTakeFirstOrThrow()
    const unique = emailOf(email).replace('second', `second${second.id.slice(0, 8)}`)
    await db
      .updateTable('staff')
      .set({ email: unique, name: nameOf(name) })
      .where('id', '=', second.id)
      .execute()
    const answer = await approveAs(await signedInToConsole(app, second.id), approvalId)
    expect([answer.statusCode, answer.json().message]).toEqual([403, expect.stringContaining('one person')])
    expect((await approveAs(await as('finance'), approvalId)).statusCode).toBe(200)
    expect(await network.balance()).toBe(6_000)
  })

  test('who asked, with another role by now -> still refused', async () => {
    const { slug, give } = await newScene()
    const asker = await newConsoleStaff(app, 'support', slug)
    const client = await signedInToConsole(app, asker.id)
    const { approvalId } = (await give(client, 6_000)).json()
    await db.updateTable('staffRoles').set({ role: 'finance' }).where('staffId', '=', asker.id).execute()
    expect((await approveAs(client, approvalId)).statusCode).toBe(403)
  })

  test('who asked lost the permission, or left -> nothing is posted', async () => {
    const { network, slug, as, give } = await newScene()
    const asker = await newConsoleStaff(app, 'support', slug)
    const { approvalId } = (await give(await signedInToConsole(app, asker.id), 6_000)).json()
    const finance = await as('finance')
    const shown = (await finance.get(`${path}/${approvalId}`)).json().approval
    await db.updateTable('staff').set({ deactivatedAt: app.clock.now() }).where('id', '=', asker.id).execute()
    const answer = await finance.send('POST', `${path}/${approvalId}/Approve`, { digest: shown.digest })
    expect([answer.statusCode, answer.json().message]).toEqual([
      403,
      'Who asked for it may not do it any more.',
    ])
    const { warnings } = (await finance.get(`${path}/${approvalId}`)).json().approval
    expect(warnings).toEqual(['It cannot be done any more: Who asked for it may not do it any more.'])
    expect(await network.balance()).toBe(0)
  })

  test('an approver who loses the role between opening and pressing, or of another program -> refused', async () => {
    const { network, slug } = await newScene()
    const id = await askForAdjustment(app, network)
    const approver = await newConsoleStaff(app, 'finance', slug)
    const client = await signedInToConsole(app, approver.id)
    const { digest } = (await client.get(`${path}/${id}`)).json().approval
    await db.updateTable('staffRoles').set({ role: 'viewer' }).where('staffId', '=', approver.id).execute()
    expect((await client.send('POST', `${path}/${id}/Approve`, { digest })).statusCode).toBe(404)
    const stranger = await consoleClient(app, 'admin', app.newPartner().slug)
    expect((await stranger.get(`${path}/${id}`)).statusCode).toBe(404)
    expect((await stranger.get(path)).json().items).toEqual([])
    expect(await network.balance()).toBe(0)
  })
})

describe('a request', () => {
  test('whose effect has changed -> not done until it is seen again', async () => {
    const { network, as, give } = await newScene()
    const id = await askForAdjustment(app, network)
    const finance = await as('finance')
    const { digest } = (await finance.get(`${path}/${id}`)).json().approval
    await give(await as('support'), 100)
    const answer = await finance.send('POST', `${path}/${id}/Approve`, { digest })
    expect([answer.statusCode, answer.json().code]).toEqual([409, 'approval_changed'])
    expect(await network.balance()).toBe(100)
    expect((await approveAs(finance, id)).statusCode).toBe(200)
    expect(await network.balance()).toBe(6_100)
  })

  test('after seven days -> expired, and can be asked for again', async () => {
    const { network, as, give } = await newScene()
    const support = await as('support')
    const { approvalId } = (await give(support, 6_000)).json()
    app.clock.advance(days(7))
    const [finance, again] = [await as('finance'), await as('support')]
    expect((await approveAs(finance, approvalId)).json().code).toBe('approval_expired')
    expect((await finance.get(path)).json().items).toEqual([])
    const { items } = (await finance.get(`${path}?state=decided`)).json()
    expect(items).toMatchObject([{ id: approvalId, state: 'expired' }])
    expect((await give(again, 6_000)).json().approvalId).not.toBe(approvalId)
    expect(await network.balance()).toBe(0)
  })

  test('refused with a reason, withdrawn by who asked -> nothing is done, and the reason is kept', async () => {
    const { network, slug, as, give } = await newScene()
    const asker = await newConsoleStaff(app, 'support', slug)
    const support = await signedInToConsole(app, asker.id)
    const finance = await as('finance')
    const [first, second] = [
      (await give(support, 6_000)).json().approvalId,
      (await give(support, 7_000)).json().approvalId,
    ]
    const end = (client: TestClient, id: string, verb: string, reason: string) =>
      client.send('POST', `${path}/${id}/${verb}`, { reason })
    expect((await end(finance, first, 'Refuse', ' ')).statusCode).toBe(400)
    expect((await end(finance, first, 'Withdraw', 'x')).statusCode).toBe(403)
    expect((await end(support, first, 'Refuse', 'x')).statusCode).toBe(403)
    expect((await end(finance, first, 'Refuse', 'Given before.')).statusCode).toBe(200)
    expect((await end(support, second, 'Withdraw', 'Typed wrong.')).statusCode).toBe(200)
    expect((await end(support, second, 'Withdraw', 'Typed wrong.')).json().code).toBe('approval_decided')
    const { items } = (await support.get(`${path}?state=decided`)).json()
    const told = items.map(({ state, decisionReason }: Record<string, string>) => [state, decisionReason])
    expect(told.toSorted()).toEqual([
      ['refused', 'Given before.'],
      ['withdrawn', 'Typed wrong.'],
    ])
    expect(await network.balance()).toBe(0)
  })

  test('of something that is gone meanwhile -> failed, with why', async () => {
    const { network, as } = await newScene()
    const id = await askForAdjustment(app, network)
    const finance = await as('finance')
    const { digest } = (await finance.get(`${path}/${id}`)).json().approval
    await db
      .updateTable('members')
      .set({ erasedAt: app.clock.now() })
      .where('id', '=', network.memberId)
      .execute()
    const answer = await finance.send('POST', `${path}/${id}/Approve`, { digest })
    expect(answer.statusCode).toBe(404)
    expect(await network.balance()).toBe(0)
  })
})

describe('the rules themselves', () => {
  const ruleOf = async (client: TestClient, action: string) =>
    (await client.get('/api/Console/ApprovalRules'))
      .json()
      .items.find((one: { action: string }) => one.action === action)
  const change = (client: TestClient, slug: string, rule: object) =>
    client.send('PUT', `/api/Console/ApprovalRules/${slug}/adjustment`, {
      reason: 'We are larger now.',
      ...rule,
    })

  test('changed by two administrators; by one, to less than zero, or from what another saw -> refused', async () => {
    const { slug, as, give, network } = await newScene()
    const [admin, second] = [await as('admin'), await as('admin')]
    const { version, perAction } = await ruleOf(admin, 'adjustment')
    expect(perAction).toBe(5_000)
    const wanted = { perAction: 8_000, perMemberDay: 8_000, perPersonDay: 50_000, version }
    expect((await change(admin, slug, { ...wanted, perAction: -1 })).statusCode).toBe(400)
    expect((await change(await as('finance'), slug, wanted)).statusCode).toBe(403)
    const { approvalId } = (await change(admin, slug, wanted)).json()
    expect((await approveAs(admin, approvalId)).statusCode).toBe(403)
    expect((await approveAs(second, approvalId)).statusCode).toBe(200)
    expect(await ruleOf(admin, 'adjustment')).toMatchObject({ perAction: 8_000, isChanged: true })
    expect((await change(admin, slug, wanted)).json().code).toBe('changed_meanwhile')
    expect((await give(await as('support'), 8_000)).statusCode).toBe(201)
    const { version: present } = await ruleOf(admin, 'adjustment')
    const none = { perAction: 0, perMemberDay: 0, perPersonDay: 0, version: present }
    const asked = (await change(admin, slug, none)).json().approvalId
    expect((await approveAs(second, asked)).statusCode).toBe(200)
    expect((await give(await as('support'), 1)).statusCode).toBe(202)
    expect(await network.balance()).toBe(8_000)
  })
})
