import { randomUUID } from 'node:crypto'
import { type EventType, eventTypeNames } from '@dineward/core/events/event-types.ts'
import type { Partner } from '@dineward/core/partner/partner.ts'
import { beforeEach, expect, test } from 'vitest'
import { newMember } from '../../testing/factories.ts'
import { frameCard } from '../../testing/frame-card.ts'
import { longTest } from '../../testing/long-test.ts'
import { prospect } from '../../testing/prospect.ts'
import { book, newBookableMerchant } from '../../testing/restaurant-book.ts'
import { createTestApp } from '../../testing/test-app.ts'
import { newClient, signedInClient } from '../../testing/test-client.ts'
import { postAdjustment, reverseAdjustment } from '../adjustments/adjustments.service.ts'
import { newCardNetwork } from '../card-events/card-network-for-test.ts'
import { newClaimScene } from '../claims/claims-for-test.ts'
import { eraseMember } from '../leaving/erasure.service.ts'
import { changeEmailOptIn } from '../members/members.service.ts'
import { payoutsForTest } from '../payouts/payouts-for-test.ts'
import { returnPayout } from '../payouts/settle-payout.service.ts'
import { newBooking } from '../rewards/components-for-test.ts'
import { newSettlement } from '../settlement/partner-for-test.ts'

/* Each type of event, and the story of a member that records it. */

const app = await createTestApp()
const { db } = app.database
beforeEach(() => app.clock.set('2026-03-10T18:00:00Z'))

const clearing = 'transaction.clearing'
const staff = { kind: 'system', name: 'ada' } as const

interface Story {
  readonly name: string
  readonly records: readonly EventType[]
  /** It answers whose program it was in. */
  readonly live: () => Promise<Partner>
}

const stories: readonly Story[] = [
  {
    name: 'someone joins on the site, opts in to mail and is erased',
    records: ['member.enrolled', 'member.updated', 'tier.changed', 'member.erased'],
    async live() {
      const partner = app.newPartner({ settings: { showEmailOptIn: true } })
      const answer = await newClient(app, partner, '10.7.0.1').send(
        'POST',
        '/api/Members/Prospects',
        prospect(),
      )
      expect(answer.statusCode).toBeLessThan(300)
      const { id } = await db
        .selectFrom('members')
        .select('id')
        .where('partnerId', '=', partner.slug)
        .executeTakeFirstOrThrow()
      const ctx = { ...app.context(partner), actor: staff }
      const { emailOptIn } = await db
        .selectFrom('members')
        .select('emailOptIn')
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
      await db.transaction().execute(trx => changeEmailOptIn({ ...ctx, db: trx }, id, !emailOptIn))
      await eraseMember(ctx, id)
      return partner
    },
  },
  {
    name: 'a member links, names and removes cards, and comes back with another',
    records: ['card.linked', 'card.changed', 'card.removed', 'member.closed', 'member.reopened'],
    async live() {
      const { partner, memberId, cardId } = await newCardNetwork(app)
      const client = await signedInClient(app, partner, memberId)
      expect((await client.send('PUT', `/api/Member/Cards?id=${cardId}`, { name: 'Work' })).statusCode).toBe(
        200,
      )
      expect((await client.send('DELETE', `/api/Member/Cards?id=${cardId}`)).statusCode).toBe(200)
      const again = await signedInClient(app, partner, memberId)
      const card = frameCard(partner, '4100000000009999')
      const answer = await again.send('POST', '/api/Member/Reenroll', { creditCards: [card] })
      expect(answer.statusCode).toBeLessThan(300)
      return partner
    },
  },
  {
    name: 'a dine is authorized, cleared, told to the partner, confirmed, and refunded',
    records: [
      'dine.pending',
      'dine.awarded',
      'dine.changed',
      'dine.paid',
      'accrual.sent',
      'accrual.answered',
    ],
    async live() {
      const partner = await newSettlement(app)
      const id = randomUUID()
      await partner.deliver('transaction.auth', { id })
      await partner.deliver(clearing, { id })
      await partner.send()
      await partner.answer()
      await partner.receive()
      return partner.partner
    },
  },
  {
    name: 'a dine is refunded, and another written a review of',
    records: ['dine.forfeited', 'review.posted'],
    async live() {
      const network = await newCardNetwork(app)
      const [refunded, reviewed] = [randomUUID(), randomUUID()]
      await network.deliver(clearing, { id: refunded })
      await network.deliver('transaction.refund', { originalTransactionId: refunded, amount: -42.5 })
      await network.deliver(clearing, { id: reviewed })
      const client = await signedInClient(app, network.partner, network.memberId)
      const review = {
        transactionId: reviewed,
        rating: 5,
        text: 'The best carbonara in town, and a lovely waiter.',
      }
      expect((await client.send('POST', '/api/Member/Reviews', review)).statusCode).toBeLessThan(300)
      return network.partner
    },
  },
  {
    name: 'staff give rewards, take one back, and the partner confirms the other',
    records: ['reward.posted', 'reward.reversed', 'balance.changed'],
    async live() {
      const partner = await newSettlement(app)
      const { memberId } = partner
      const ctx = { ...partner.ctx, actor: staff }
      const { id } = await postAdjustment(ctx, { memberId, units: 100, reason: 'A thank-you' })
      await reverseAdjustment(ctx, { id, reason: 'A mistake' })
      await postAdjustment(ctx, { memberId, units: 200, reason: 'Welcome back' })
      await partner.send()
      await partner.answer()
      await partner.receive()
      return partner.partner
    },
  },
  {
    name: 'a member registers for a bonus and earns it',
    records: ['bonus.enrolled', 'bonus.qualified'],
    async live() {
      const bonus = { code: 'EACH', description: 'x', reward: { kind: 'fixed', units: 100 } }
      const network = await newCardNetwork(app, { settings: { bonuses: [bonus] } })
      const client = await signedInClient(app, network.partner, network.memberId)
      expect((await client.send('POST', '/api/Member/Bonus/EACH', {})).statusCode).toBeLessThan(300)
      await network.deliver(clearing, { datetime: '2026-03-10T19:30:00' })
      return network.partner
    },
  },
  {
    name: 'a balance is paid out, and comes back',
    records: ['payout.sent', 'payout.completed', 'payout.returned', 'dine.paid'],
    async live() {
      const { newEarner, run, runFor, payoutsOf, servicesOf } = payoutsForTest(app)
      const network = await newEarner(2_050)
      await run(network)
      await runFor(network, 5)
      const [payout] = await payoutsOf(network)
      const ctx = { ...servicesOf(network), partner: network.partner, origin: 'http://x' }
      await db.transaction().execute(trx => returnPayout({ ...ctx, db: trx }, payout!.id, 'card_closed'))
      return network.partner
    },
  },
  {
    name: 'a member reports a dine that earned already',
    records: ['claim.opened', 'claim.answered'],
    async live() {
      const { network, report } = await newClaimScene(app)
      await network.deliver(clearing, { datetime: '2026-02-20T19:30:00' })
      expect((await report()).statusCode).toBeLessThan(300)
      return network.partner
    },
  },
  {
    name: 'a table is booked, changed and given back',
    records: ['reservation.booked', 'reservation.changed', 'reservation.canceled'],
    async live() {
      const partner = app.newPartner()
      const merchant = await newBookableMerchant(app, partner, { seats: [2] })
      const client = await signedInClient(app, partner, (await newMember(app, partner)).id)
      const path = '/api/Member/Reservations'
      const wish = { merchantId: merchant.id, slotId: '20260312T2300Z', partySize: 2 }
      const { reservation } = (await book(client, wish)).json()
      const other = { slotId: '20260313T0000Z', partySize: 2 }
      expect((await client.send('PUT', `${path}/${reservation.id}`, other)).statusCode).toBe(200)
      expect((await client.send('DELETE', `${path}/${reservation.id}`)).statusCode).toBe(200)
      return partner
    },
  },
]

test.each(stories)('$name -> $records', longTest, async ({ records, live }) => {
  const { slug } = await live()
  const rows = await db
    .selectFrom('apiEvents')
    .select(['type', 'memberId', 'sequence'])
    .where('partnerId', '=', slug)
    .orderBy('position')
    .execute()
  expect([...new Set(rows.map(({ type }) => type))]).toEqual(expect.arrayContaining([...records]))
  for (const [, own] of Map.groupBy(
    rows.filter(({ memberId }) => memberId),
    ({ memberId }) => memberId,
  ))
    expect(own.map(({ sequence }) => sequence)).toEqual(own.map((_, n) => n + 1))
})

const eventsOf = async (partner: Partner, types: readonly EventType[]) =>
  (
    await db
      .selectFrom('apiEvents')
      .select(['type', 'data'])
      .where('partnerId', '=', partner.slug)
      .where('type', 'in', types)
      .orderBy('position')
      .execute()
  ).map(({ data }) => data as Record<string, unknown>)

test('a VIP of another year: the level stays, and the later end is told', async () => {
  const settings = { hasVIP: true, vipQualification: { dinesRequired: 1, dollarsRequired: 0 } }
  const network = await newCardNetwork(app, { settings })
  await network.deliver(clearing, { datetime: '2026-03-09T19:30:00' })
  app.clock.set('2027-03-10T18:00:00Z')
  await network.deliver(clearing, { datetime: '2027-03-09T19:30:00' })
  const told = await eventsOf(network.partner, ['tier.changed'])
  expect(told.map(({ tier }) => tier)).toEqual([
    { level: 3, name: 'VIP', until: '2028-01-01T05:00:00.000Z' },
    { level: 3, name: 'VIP', until: '2029-01-01T05:00:00.000Z' },
  ])
})

test('a dine that earned by its booking alone: told when it is sent to the partner, and when it is paid', async () => {
  const partner = await newSettlement(app, { terms: { benefitDays: ['Mon'] } })
  const owner = { partnerId: partner.partner.slug, memberId: partner.memberId }
  const startsAt = Date.parse('2026-03-10T23:00:00Z')
  const booking = { id: randomUUID(), merchantId: partner.merchant.id, startsAt, bonusUnits: 50 }
  await newBooking(db, owner, booking, 'booked')
  app.clock.set('2026-03-11T18:00:00Z')
  await partner.deliver(clearing, { datetime: '2026-03-10T19:30:00' })
  await partner.send()
  await partner.answer()
  await partner.receive()
  const told = await eventsOf(partner.partner, [
    'dine.forfeited',
    'dine.awarded',
    'dine.changed',
    'dine.paid',
  ])
  expect(told.map(({ status }) => status)).toEqual(['Awarded', 'Deferred', 'Paid'])
})

/** They are told by a job, by endpoints, and where generated lives have dines that merge. */
const elsewhere: readonly EventType[] = [
  'restaurant.joined',
  'restaurant.changed',
  'restaurant.left',
  'bonus.expired',
  'endpoint.disabled',
  'endpoint.test',
  'dine.removed',
]

test('every type has its story', () => {
  const told = new Set([...stories.flatMap(({ records }) => records), ...elsewhere])
  expect(eventTypeNames.filter(type => !told.has(type))).toEqual([])
})
