import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { createTestApp } from '../../testing/test-app.ts'
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
    await changeMemberNumber(partner.ctx, partner.memberId, '402815638')
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
