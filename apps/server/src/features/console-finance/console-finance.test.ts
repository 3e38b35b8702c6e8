import { days } from '@dineward/core/shared/clock.ts'
import { beforeEach, describe, expect, test } from 'vitest'
import { consoleClient, reauthenticate } from '../../testing/access/console-for-test.ts'
import { newMember } from '../../testing/factories.ts'
import { createTestApp } from '../../testing/test-app.ts'
import type { TestClient } from '../../testing/test-client.ts'
import { askForAdjustment } from '../approvals/approvals-for-test.ts'
import { newCardNetwork } from '../card-events/card-network-for-test.ts'
import { balanceOf } from '../ledger/ledger.service.ts'
import { newPayoutOf } from '../payouts/payouts-for-test.ts'
import { newSettlement } from '../settlement/partner-for-test.ts'

const app = await createTestApp()
let finance: TestClient
beforeEach(async () => {
  app.clock.set('2026-03-10T18:00:00Z')
  finance = await consoleClient(app, 'finance')
})

const newPayee = async () => {
  const partner = app.newPartner({ like: 'harbor' })
  const { id } = await newMember(app, partner)
  return { partner, memberId: id }
}
const get = async (path: string) => (await finance.get(`/api/Console/Finance/${path}`)).json()
const post = async (path: string, body: unknown) => {
  const response = await finance.send('POST', `/api/Console/Finance/${path}`, body)
  return { status: response.statusCode, ...response.json() }
}
const auditOf = (partnerId: string) =>
  app.database.db
    .selectFrom('auditLog')
    .select(['action', 'subject', 'actorKind', 'before', 'after', 'reason'])
    .where('partnerId', '=', partnerId)
    .where('actorKind', '=', 'staff')
    .orderBy('id')
    .execute()

describe('liability', () => {
  test('now and at the end of a month -> what members have, and it adds up', async () => {
    const payee = await newPayee()
    const { slug } = payee.partner
    await newPayoutOf(app, payee)
    const [now] = (await get(`Liability?partner=${slug}`)).items
    expect(now).toMatchObject({ partner: slug, owedToMembers: 0, inFlight: 2_500, outstanding: 2_500 })
    expect(now.addsUp).toBe(true)
    const [before] = (await get(`Liability?partner=${slug}&month=2026-02`)).items
    expect(before).toMatchObject({ outstanding: 0, until: '2026-03-01T05:00:00.000Z' })
    expect((await finance.get('/api/Console/Finance/Liability?month=2026-13')).statusCode).toBe(400)
  })
})

describe('payouts', () => {
  test('one in error is returned -> in the balance again, audited with the note', async () => {
    const payee = await newPayee()
    const { slug } = payee.partner
    const id = await newPayoutOf(app, payee, 'error')
    const seen = { partner: slug, status: 'error', reason: 'refused', note: 'The provider lost it.' }
    expect(await post(`Payouts/${id}/Return`, seen)).toMatchObject({
      status: 200,
      payout: { id, status: 'rejected', reason: 'refused', nextAttemptAt: null },
    })
    expect(await balanceOf(app.database.db, slug, payee.memberId)).toBe(2_500)
    expect(await auditOf(slug)).toEqual([
      {
        action: 'payout.return',
        subject: payee.memberId,
        actorKind: 'staff',
        before: { status: 'error' },
        after: { payout: id, reason: 'refused' },
        reason: 'The provider lost it.',
      },
    ])
    // This is the second of two people.
    expect(await post(`Payouts/${id}/Return`, seen)).toMatchObject({ status: 409, code: 'changed_meanwhile' })
    expect(await balanceOf(app.database.db, slug, payee.memberId)).toBe(2_500)
  })

  test('seen as completed, and in error meanwhile -> nothing is returned', async () => {
    const payee = await newPayee()
    const { slug } = payee.partner
    const id = await newPayoutOf(app, payee, 'error')
    const seen = { partner: slug, status: 'completed', reason: 'refused', note: 'The bank called.' }
    expect(await post(`Payouts/${id}/Return`, seen)).toMatchObject({
      status: 409,
      detail: 'The payout is error.',
    })
    expect(await balanceOf(app.database.db, slug, payee.memberId)).toBe(0)
    expect(await auditOf(slug)).toEqual([])
    expect(await post(`Payouts/${id}/Return`, { ...seen, note: ' ' })).toMatchObject({ status: 400 })
  })

  test('asked about again -> the provider has it once; a decided one is refused', async () => {
    const payee = await newPayee()
    const { slug } = payee.partner
    const id = await newPayoutOf(app, payee)
    for (const _ of [1, 2]) {
      const asked = await post(`Payouts/${id}/Retry`, { partner: slug })
      expect(asked).toMatchObject({ status: 200, payout: { status: 'pending_received' } })
    }
    app.clock.advance(10 * 60_000)
    await reauthenticate(finance)
    const paid = await post(`Payouts/${id}/Retry`, { partner: slug })
    expect(paid.payout).toMatchObject({ status: 'completed' })
    expect(await post(`Payouts/${id}/Retry`, { partner: slug })).toMatchObject({ status: 409 })
    expect((await auditOf(slug)).map(({ action }) => action)).toEqual(Array(3).fill('payout.retry'))
    expect(await get(`Payouts?partner=${slug}&status=completed`)).toMatchObject({
      items: [{ id }],
      totals: [{ status: 'completed', count: 1, cents: 2_500 }],
    })
  })

  test('pages follow one another; no page names the target', async () => {
    const first = await newPayee()
    const older = await newPayoutOf(app, first)
    app.clock.advance(60_000)
    const member = await newMember(app, first.partner)
    const newer = await newPayoutOf(app, { partner: first.partner, memberId: member.id })
    const page = await finance.get(`/api/Console/Finance/Payouts?partner=${first.partner.slug}`)
    expect(page.json().items.map(({ id }: { id: string }) => id)).toEqual([newer, older])
    expect(page.body).not.toContain(member.email!)
    const next = await get(`Payouts?partner=${first.partner.slug}&after=${newer}`)
    expect(next.items.map(({ id }: { id: string }) => id)).toEqual([older])
  })
})

describe('accruals', () => {
  test('sent, then rejected -> listed with the answer, and an exception; audited as done by staff', async () => {
    const settlement = await newSettlement(app)
    const { slug } = settlement.partner
    await settlement.deliver('transaction.clearing')
    const { sent } = await post('Accruals/Send', { partner: slug })
    expect(sent).toMatchObject([{ rows: 1, units: 127 }])
    const { fileId } = sent[0]
    expect(await get(`Accruals?partner=${slug}`)).toMatchObject({
      settling: [slug],
      files: [{ fileId, rows: 1, units: 127, waiting: 1, confirmed: 0 }],
      rejected: [],
    })
    const rows = settlement.rowsSent().map(({ id }) => `row,${id},127,rejected,unknown_member_number\n`)
    settlement.putAnswer('a.csv', `answer,1,${fileId}\n${rows.join('')}trailer,1,127\n`)
    const received = await post('Accruals/Receive', { partner: slug })
    expect(received.answers).toEqual([
      { name: 'a.csv', confirmed: 0, rejected: 1, refused: false, failure: null, problems: [] },
    ])
    expect(await get(`Accruals?partner=${slug}`)).toMatchObject({
      files: [{ fileId, waiting: 0, rejected: 1 }],
      rejected: [{ memberId: settlement.memberId, units: 127, code: 'unknown_member_number' }],
    })
    expect((await get(`Exceptions?partner=${slug}`)).items).toMatchObject([
      { kind: 'rejected_accruals', partner: slug, count: 1 },
    ])
    const actions = (await auditOf(slug)).map(({ action }) => action)
    expect(actions).toEqual(['settlement.send', 'settlement.receive'])
  })

  test('who approves sees what a file leaves out: a dine under review, and a reward that waits for refunds', async () => {
    const settings = { rewards: { holdDays: 7 }, velocity: { billTimes: 5, billFrom: 500 } }
    const network = await newCardNetwork(app, { settings })
    const { slug } = network.partner
    const [waiting, reviewed] = [crypto.randomUUID(), crypto.randomUUID()]
    await network.deliver('transaction.clearing', { id: waiting })
    await network.deliver('transaction.clearing', { id: reviewed, amount: 99_999 })
    const never = { perAction: 0, perMemberDay: 0, perPersonDay: -1 }
    await app.database.db
      .insertInto('approvalRules')
      .values({ partnerId: slug, action: 'accruals', ...never })
      .execute()
    const { approvalId } = await post('Accruals/Send', { partner: slug })
    const { approval, held } = (await finance.get(`/api/Console/Approvals/${approvalId}`)).json()
    expect(approval.title).toBe('Send accruals of 0 points')
    const restaurant = network.merchant.name
    const of = { memberId: network.memberId, restaurant }
    expect(held).toEqual({
      count: 2,
      rows: expect.arrayContaining([
        { ...of, transactionId: expect.stringContaining(waiting), reward: '127 points', why: 'refunds' },
        { ...of, transactionId: expect.stringContaining(reviewed), reward: '299,997 points', why: 'review' },
      ]),
    })
  })
})

describe('exceptions', () => {
  test('a payout in error and a request that waits -> counted by program', async () => {
    const payee = await newPayee()
    const { slug } = payee.partner
    await newPayoutOf(app, payee, 'error')
    await askForAdjustment(app, payee)
    const { items } = await get(`Exceptions?partner=${slug}`)
    expect(items).toEqual([
      { kind: 'overdue_payouts', partner: slug, count: 1, oldestAt: '2026-03-10T18:00:00.000Z' },
      { kind: 'waiting_approvals', partner: slug, count: 1, oldestAt: '2026-03-10T18:00:00.000Z' },
    ])
    const other = await consoleClient(app, 'finance', app.newPartner().slug)
    expect((await other.get('/api/Console/Finance/Exceptions')).json()).toEqual({ items: [] })
  })

  test('a refund whose payment does not come -> after 30 days', async () => {
    const network = await newCardNetwork(app)
    const exceptions = async () => {
      const client = await consoleClient(app, 'finance', network.partner.slug)
      return (await client.get('/api/Console/Finance/Exceptions')).json().items
    }
    await network.deliver('transaction.refund', { amount: -10, originalTransactionId: 'elsewhere' })
    expect(await exceptions()).toEqual([])
    app.clock.advance(days(31))
    expect(await exceptions()).toMatchObject([{ kind: 'parked_events', count: 1 }])
  })
})
