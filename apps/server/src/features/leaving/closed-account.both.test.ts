import { randomUUID } from 'node:crypto'
import { days } from '@dineward/core/shared/clock.ts'
import { beforeEach, expect, test } from 'vitest'
import { newLinkedCard, newMember } from '../../testing/factories.ts'
import { frameCard } from '../../testing/frame-card.ts'
import { createTestApp } from '../../testing/test-app.ts'
import { signedInClient } from '../../testing/test-client.ts'
import { postAdjustment } from '../adjustments/adjustments.service.ts'
import { type CardNetwork, cardNetworkOf, newCardNetwork } from '../card-events/card-network-for-test.ts'
import { eraseMember } from './erasure.service.ts'

const app = await createTestApp()
beforeEach(() => app.clock.set('2026-03-10T18:00:00Z'))

const clientOf = ({ partner, memberId }: CardNetwork) => signedInClient(app, partner, memberId)
const closeAccount = async (network: CardNetwork) =>
  (await clientOf(network)).send('DELETE', `/api/Member/Cards?id=${network.cardId}`)

test('edge case 20: account closed with a pending dine -> its clearing earns, a dine while closed does not', async () => {
  const [network, id] = [await newCardNetwork(app), randomUUID()]
  await network.deliver('transaction.auth', { id })
  expect((await closeAccount(network)).json()).toMatchObject({ accountClosed: true })
  app.clock.advance(days(1))
  await network.deliver('transaction.clearing', { id })
  await network.deliver('transaction.clearing', { datetime: '2026-03-11T12:00:00' })
  expect(await network.balance()).toBe(127)
  expect(await network.activity()).toMatchObject([
    { awardStatus: 'Forfeit', reason: { code: expect.stringMatching(/card_removed|account_closed/) } },
    { awardStatus: 'Awarded', benefitAmount: 127 },
  ])
})

test('edge case 20: re-enrolled -> what was earned before is there, and dines earn again', async () => {
  const network = await newCardNetwork(app)
  await network.deliver('transaction.clearing')
  await closeAccount(network)
  app.clock.advance(days(1))
  const creditCards = [frameCard(network.partner, '4111111111111111')]
  const answer = await (await clientOf(network)).send('POST', '/api/Member/Reenroll', { creditCards })
  const { memberCard } = answer.json().cardRegistration[0]
  const again = cardNetworkOf(app, network.partner, { ...network, cardId: memberCard.id })
  app.clock.advance(days(1))
  await again.deliver('transaction.clearing', { datetime: '2026-03-12T12:00:00' })
  expect(await again.balance()).toBe(2 * 127)
  expect(await again.activity()).toHaveLength(2)
})

test('edge case 20: erased with an adjustment and a referral -> nothing is left, and later refunds take nothing', async () => {
  const referral = { referrerUnits: 500, friendUnits: 200, yearlyLimit: 5 }
  const network = await newCardNetwork(app, { settings: { referral } })
  const { partner, memberId, merchant } = network
  const joinedAt = new Date('2026-01-01T00:00:00Z')
  const friend = await newMember(app, partner, { referrer: memberId, joinedAt })
  const { id: cardId } = await newLinkedCard(app, friend)
  const invited = cardNetworkOf(app, partner, { memberId: friend.id, cardId, merchant })
  const ctx = { ...app.context(partner), actor: { kind: 'system', name: 'ada' } as const }
  const adjustment = { memberId, units: 100, reason: 'For the wait, Ada Moreau' }
  await postAdjustment(ctx, adjustment)
  const id = randomUUID()
  await invited.deliver('transaction.clearing', { id })
  expect(await network.balance()).toBe(600)
  await eraseMember(ctx, memberId)
  await invited.deliver('transaction.refund', { originalTransactionId: id, amount: -42.5 })
  expect([await network.balance(), await invited.balance()]).toEqual([0, 0])
  await expect(postAdjustment(ctx, adjustment)).rejects.toMatchObject({ code: 'not_found' })
  const { reason } = await app.database.db
    .selectFrom('adjustments')
    .select('reason')
    .where('memberId', '=', memberId)
    .executeTakeFirstOrThrow()
  expect(reason).toBe('')
})
