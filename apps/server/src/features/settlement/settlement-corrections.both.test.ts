import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { inTransaction } from '../../db/in-transaction.ts'
import { createTestApp } from '../../testing/test-app.ts'
import { signedInClient } from '../../testing/test-client.ts'
import { postAdjustment, reverseAdjustment } from '../adjustments/adjustments.service.ts'
import { changeMemberNumber } from '../members/members.service.ts'
import { newSettlement } from './partner-for-test.ts'

const app = await createTestApp()
const clearing = 'transaction.clearing'

describe('corrections of what the partner did not accept', () => {
  test('rejected, then refunded -> the partner is not told to take what it never gave, until the number changes', async () => {
    const member = { memberNumber: '402815637' }
    const settings = { settlement: { sandbox: { refusals: { '402815637': 'not_eligible' } } } }
    const [partner, id] = [await newSettlement(app, { member, settings }), randomUUID()]
    await partner.deliver(clearing, { id })
    await partner.deliver(clearing, { amount: 20 })
    const exchange = async () => {
      const sent = await partner.send()
      await partner.answer()
      await partner.receive()
      return sent
    }
    expect(await exchange()).toMatchObject([{ rows: 2, units: 187 }])
    await partner.deliver('transaction.refund', { originalTransactionId: id, amount: -10 })
    expect(await exchange()).toEqual([])
    expect([await partner.balance(), await partner.statuses()]).toEqual([157, ['Deferred', 'Deferred']])
    await inTransaction(partner.ctx.db, trx =>
      changeMemberNumber({ ...partner.ctx, db: trx }, partner.memberId, '402815638'),
    )
    expect(await exchange()).toMatchObject([{ rows: 3, units: 157 }])
    expect([await partner.balance(), await partner.statuses()]).toEqual([0, ['Paid', 'Paid']])
  })

  test.each([
    { refund: -10, refusals: {}, later: [-30], left: 0, status: 'Paid' },
    { refund: -42.5, refusals: { '402815637': 'not_eligible' }, later: [], left: 0, status: 'Forfeit' },
  ])(
    'refunded before the answer (%j) -> taken back only once the partner has given it (edge case 24)',
    async ({ refund, refusals, later, left, status }) => {
      const [member, settings] = [{ memberNumber: '402815637' }, { settlement: { sandbox: { refusals } } }]
      const [partner, id] = [await newSettlement(app, { member, settings }), randomUUID()]
      await partner.deliver(clearing, { id })
      await partner.send()
      await partner.deliver(clearing, { amount: refund, originalTransactionId: id })
      expect(await partner.send()).toEqual([])
      await partner.answer()
      await partner.receive()
      await partner.send()
      await partner.answer()
      await partner.receive()
      expect(partner.rowsSent().map(({ units }) => units)).toEqual([127, ...later])
      expect([await partner.balance(), await partner.statuses()]).toEqual([left, [status]])
    },
  )

  test('refunded before an answer that never comes -> the partner is told after 30 days', async () => {
    const [partner, id] = [await newSettlement(app), randomUUID()]
    await partner.deliver(clearing, { id })
    await partner.send()
    await partner.deliver(clearing, { amount: -10, originalTransactionId: id })
    const after = (days: number) => ({
      clock: { now: () => new Date(app.clock.now().getTime() + days * 86_400_000) },
    })
    expect(await partner.send(after(29))).toEqual([])
    expect(await partner.send(after(30))).toMatchObject([{ rows: 1, units: -30 }])
  })

  test('what is taken was rejected, then given back -> the partner is not told to give it', async () => {
    const settings = { settlement: { sandbox: { refusals: { '402815637': 'not_enough' } } } }
    const partner = await newSettlement(app, { member: { memberNumber: '402815637' }, settings })
    const taken = { memberId: partner.memberId, units: -50, reason: 'Given by mistake' }
    const { id } = await postAdjustment(partner.ctx, taken)
    await partner.send()
    await partner.answer()
    await partner.receive()
    await reverseAdjustment(partner.ctx, { id, reason: 'Not by mistake' })
    expect([await partner.send(), await partner.balance()]).toEqual([[], 0])
  })
})

describe('posted after the dine was paid', () => {
  type Settlement = Awaited<ReturnType<typeof newSettlement>>
  const exchange = async (partner: Settlement) => {
    await partner.send()
    await partner.answer()
    await partner.receive()
  }
  const rows = async (partner: Settlement) =>
    (
      (await partner.activity()) as { awardStatus: string; paidAt: string | null; reason: object | null }[]
    ).map(({ awardStatus, paidAt, reason }) => ({ awardStatus, isDated: paidAt !== null, reason }))
  const paid = { awardStatus: 'Paid', isDated: true, reason: null }
  const rest = {
    awardStatus: 'Deferred',
    isDated: false,
    reason: expect.objectContaining({ code: 'rest_to_be_paid' }),
  }

  test('a higher amount -> on its way again, with the reason, until the partner has the rest', async () => {
    const [partner, id] = [await newSettlement(app), randomUUID()]
    await partner.deliver(clearing, { id })
    await exchange(partner)
    expect(await rows(partner)).toEqual([paid])
    await partner.deliver(clearing, { id, amount: 50, updated: '2026-03-12T03:00:00.000Z' })
    expect(await rows(partner)).toEqual([rest])
    await exchange(partner)
    expect([await rows(partner), await partner.balance()]).toEqual([[paid], 0])
  })

  test('a bonus that moves to a paid dine -> the same', async () => {
    const bonus = { code: 'ONE', description: 'x', reward: { kind: 'fixed', units: 500 } }
    const partner = await newSettlement(app, {
      settings: { bonuses: [{ ...bonus, needsRegistration: false }] },
    })
    const [id, updated] = [randomUUID(), '2026-03-11T03:00:00.000Z']
    await partner.deliver(clearing, { id, datetime: '2026-03-09T15:00:00' })
    await partner.deliver(clearing, { amount: 10, datetime: '2026-03-09T18:00:00' })
    await exchange(partner)
    expect(await rows(partner)).toEqual([paid, paid])
    await partner.deliver(clearing, { id, amount: 20, updated, datetime: '2026-03-09T21:00:00' })
    expect((await rows(partner)).map(({ awardStatus }) => awardStatus)).toContain('Deferred')
    await exchange(partner)
    expect(await rows(partner)).toEqual([paid, paid])
  })

  test('a whole refund after it was paid -> not earned, and the file names no day of payment', async () => {
    const [partner, id] = [await newSettlement(app), randomUUID()]
    await partner.deliver(clearing, { id })
    await exchange(partner)
    await partner.deliver('transaction.refund', { originalTransactionId: id, amount: -42.5 })
    expect(await rows(partner)).toMatchObject([{ awardStatus: 'Forfeit', isDated: false }])
    const client = await signedInClient(app, partner.partner, partner.memberId)
    const file = (await client.get('/api/Member/Transactions.csv')).body
    expect(file.trim().split('\r\n').at(-1)).toMatch(/,$/)
  })
})
