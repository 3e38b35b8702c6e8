import { expect, test } from 'vitest'
import { consoleClient } from '../../testing/console-for-test.ts'
import { newReward } from '../../testing/console-support-scene.ts'
import { createTestApp } from '../../testing/test-app.ts'
import { type CardNetwork, newCardNetwork } from '../rewards/card-network-for-test.ts'

const app = await createTestApp()

async function whyOf(
  network: CardNetwork,
  id: string,
  client = consoleClient(app, 'viewer', network.partner.slug),
) {
  const response = await (await client).get(`/api/Console/Transactions/${encodeURIComponent(id)}`)
  expect([response.statusCode, response.body]).toEqual([200, expect.anything()])
  return response.json().transaction
}

test('a dine with a tip, reported twice -> events, decision, postings and history, and no card number', async () => {
  const network = await newCardNetwork(app)
  const id = `why-${network.memberId}`
  await network.deliver('transaction.auth', { id, amount: 36 })
  app.clock.advance(60_000)
  await network.deliver('transaction.clearing', { id })
  await network.deliver('transaction.clearing', { id, updated: '2026-03-10T01:00:00.000Z' })
  const why = await whyOf(network, id)
  expect(why).toMatchObject({
    id,
    kind: 'dine',
    partner: network.partner.slug,
    member: { id: network.memberId, name: 'Ada Moreau' },
    title: network.merchant.name,
    status: 'Awarded',
    units: 127,
    ticketCents: 4_250,
    parts: [{ kind: 'base', units: 127 }],
    events: [
      {
        event: 'transaction.auth',
        status: 'processed',
        report: { kind: 'authorization', amountCents: 3_600 },
      },
      {
        event: 'transaction.clearing',
        status: 'processed',
        report: { kind: 'clearing', amountCents: 4_250 },
      },
      { reason: { code: 'duplicate' } },
    ],
    postings: [
      {
        part: 'base',
        reason: { code: 'dine_cleared', text: 'Dine cleared' },
        entries: [
          { account: 'member_rewards', units: 127 },
          { account: 'program_rewards', units: -127 },
        ],
      },
    ],
    history: [{ status: 'Pending' }, { status: 'Awarded', units: 127 }],
  })
  expect(why.decision).toContainEqual({ label: 'Bill', text: '$42.50 cleared, $36.00 authorized' })
  expect(why.decision).toContainEqual({ label: 'Rate', text: '3 for each dollar, rounded down: 127 points' })
  expect(JSON.stringify(why)).not.toMatch(/lastNumbers|"card"|metadata|4242424242/)
})

test('a dine that earned nothing -> the reason in words', async () => {
  const network = await newCardNetwork(app, { card: { linkedAt: new Date('2026-03-10T00:00:00Z') } })
  const id = `late-${network.memberId}`
  await network.deliver('transaction.clearing', { id })
  expect(await whyOf(network, id)).toMatchObject({
    status: 'Forfeit',
    reason: { code: 'card_not_linked_at_dine', text: expect.stringContaining('linked this card after') },
    units: 0,
    postings: [],
  })
})

test('a refund’s id -> its dine, with both movements posted', async () => {
  const network = await newCardNetwork(app)
  const [id, refund] = [`paid-${network.memberId}`, `refund-${network.memberId}`]
  await network.deliver('transaction.clearing', { id })
  await network.deliver('transaction.refund', { id: refund, amount: -10, originalTransactionId: id })
  const why = await whyOf(network, refund)
  expect(why).toMatchObject({ id, ticketCents: 3_250, reason: { code: 'partly_refunded' } })
  expect(why.postings).toHaveLength(2)
})

test('a reward without a dine -> what it is for; a refund that waits -> the event', async () => {
  const network = await newCardNetwork(app)
  const { partner, memberId } = network
  const reward = await newReward({ test: app, partner, memberId })
  expect(await whyOf(network, reward)).toMatchObject({ kind: 'reward', title: 'A thank-you', units: 100 })
  const id = `early-${memberId}`
  await network.deliver('transaction.refund', { id, amount: -10 })
  expect(await whyOf(network, id)).toMatchObject({
    kind: 'event',
    status: 'parked',
    member: { id: memberId },
    reason: { code: 'refund_waits' },
  })
})

test('unknown, of another program, or no text for a database -> not found', async () => {
  const network = await newCardNetwork(app)
  const id = `own-${network.memberId}`
  await network.deliver('transaction.clearing', { id })
  const elsewhere = await consoleClient(app, 'support', app.newPartner().slug)
  for (const asked of [id, 'unknown', '%00', "' or 1=1"]) {
    const response = await elsewhere.get(`/api/Console/Transactions/${encodeURIComponent(asked)}`)
    expect([asked, response.statusCode]).toEqual([asked, 404])
  }
  expect((await elsewhere.get('/api/Console/Transactions/%00')).statusCode).toBe(404)
})
