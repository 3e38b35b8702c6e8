import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { newLinkedCard, newMerchant } from '../../testing/factories.ts'
import { longTest } from '../../testing/long-test.ts'
import { createTestApp } from '../../testing/test-app.ts'
import { tokenHeader } from '../../testing/test-client.ts'
import type { CardNetwork, Fields } from '../card-events/card-network-for-test.ts'
import { insertEvents } from '../card-events/inbox.repository.ts'
import { kardOf } from '../card-events/kard-for-test.ts'
import type { ReadEvent } from '../card-events/networks/define-network.rules.ts'
import { networks } from '../card-events/networks/networks.rules.ts'
import { factsOf } from '../card-events/receive-event.service.ts'
import { advance, type ClaimScene, dinedOn, type NetworkForTest, newClaimScene } from './claims-for-test.ts'

// The clock stands at 2026-03-10 in New York.
const app = await createTestApp()
const { db } = app.database
beforeEach(() => app.clock.set('2026-03-10T18:00:00Z'))
const evening = `${dinedOn}T19:30:00`
const states = (state: string, answer: RegExp) => ({ state, answer: expect.stringMatching(answer) })

const forgetRequest = ({ network }: ClaimScene) =>
  db
    .updateTable('claims')
    .set({ state: 'received', requestId: null })
    .where('memberId', '=', network.memberId)
    .execute()

function parkEvent(provider: keyof typeof networks, body: string) {
  const read = networks[provider].read(body, 'transaction.clearing') as ReadEvent
  return insertEvents(db, [
    {
      provider,
      body,
      event: read.event,
      dedupeKey: randomUUID(),
      ...factsOf(read.transaction),
      status: 'parked',
      reasonCode: 'processing_failed',
      receivedAt: new Date('2026-02-22T00:00:00Z'),
    },
  ])
}

describe('a report that matches', () => {
  test.each<[string, (network: CardNetwork) => Promise<unknown>, object]>([
    [
      'a dine that earned',
      network => network.deliver('transaction.clearing', { datetime: evening }),
      {
        ...states('approved', /\$42\.50 with your card ending in 4242\. It earned 127 points/),
        nextBy: null,
      },
    ],
    [
      'a dine after midnight, with the tip',
      network => network.deliver('transaction.clearing', { amount: 50, datetime: '2026-02-21T00:40:00' }),
      states('approved', /\$50\.00/),
    ],
    [
      'a dine that is not cleared',
      network => network.deliver('transaction.auth', { datetime: evening }),
      { ...states('waiting_for_network', /not collected/), nextBy: '2026-04-10' },
    ],
    [
      'a refunded dine',
      async network => {
        await network.deliver('transaction.clearing', { id: `a-${network.cardId}`, datetime: evening })
        const back = {
          id: `r-${network.cardId}`,
          originalTransactionId: `a-${network.cardId}`,
          amount: -42.5,
        }
        await network.deliver('transaction.refund', { ...back, datetime: evening })
      },
      { ...states('checking', /nothing was paid in the end/), nextBy: '2026-03-15' },
    ],
    [
      'a dine in another currency',
      network => network.deliver('transaction.clearing', { datetime: evening, currency: 'CAD' }),
      states('declined', /only dollar bills earn/),
    ],
    [
      'an event that was parked',
      network => parkEvent('fidel', JSON.stringify(network.body({ datetime: evening }))),
      states('checking', /could not be used/),
    ],
    [
      'an event of Kard that was parked',
      network => {
        const authorizationDate = `${evening}-05:00`
        const body = kardOf(app, network).body('APPROVED', { authorizationDate })
        return parkEvent('kard', body)
      },
      states('checking', /could not be used/),
    ],
  ])('%s -> the answer says so', longTest, async (_case, arrange, answer) => {
    const scene = await newClaimScene(app)
    await arrange(scene.network)
    const response = await scene.report()
    expect(response.statusCode).toBe(201)
    expect(response.json().claim).toMatchObject({ dinedOn, amount: 42.5, ...answer })
    expect(await scene.listed()).toEqual([response.json().claim])
  })

  test('an event at another restaurant, or of a declined payment -> matches nothing', async () => {
    const { network, report } = await newClaimScene(app)
    const location = { metadata: { id: (await newMerchant(app, network.partner)).id } }
    const declined = kardOf(app, network).body('DECLINED', { transactionDate: `${evening}-05:00` })
    const elsewhere = JSON.stringify(network.body({ datetime: evening, location }))
    await parkEvent('fidel', elsewhere)
    await parkEvent('kard', declined)
    expect((await report()).json().claim.state).toBe('waiting_for_network')
  })

  test('a card that was linked a day later -> declined, with its number and date', async () => {
    const linkedAt = new Date('2026-02-21T16:00:00Z')
    const [unseen, seen] = [
      await newClaimScene(app, { card: { linkedAt } }),
      await newClaimScene(app, { card: { linkedAt } }),
    ]
    await seen.network.deliver('transaction.clearing', { datetime: evening })
    const unnamed = await newClaimScene(app, { card: { linkedAt } })
    for (const [{ report }, cardId] of [
      [unseen, unseen.network.cardId],
      [seen, seen.network.cardId],
      [unnamed, ''],
    ] as const)
      expect((await report({ cardId })).json().claim).toMatchObject({
        state: 'declined',
        answer: expect.stringMatching(/ending in 4242 was linked on February 21, 2026, after this visit/),
      })
  })

  test('a card that was removed the day before -> declined; linked again since -> asked', async () => {
    const scene = await newClaimScene(app, { card: { removedAt: new Date('2026-02-19T16:00:00Z') } })
    const { cardId, memberId, partner } = scene.network
    expect((await scene.report({ cardId })).json().claim.answer).toMatch(/removed on February 19, 2026/)
    const { cardToken } = await db
      .selectFrom('linkedCards')
      .select('cardToken')
      .where('id', '=', cardId)
      .executeTakeFirstOrThrow()
    const owner = { id: memberId, partnerId: partner.slug }
    await newLinkedCard(app, owner, { cardToken, linkedAt: new Date('2026-02-20T12:00:00Z') })
    expect((await scene.report({ cardId })).json().claim.state).toBe('waiting_for_network')
  })

  test('nothing, without any of several cards on that day -> declined', async () => {
    const scene = await newClaimScene(app, { card: { removedAt: new Date('2026-01-01T00:00:00Z') } })
    const owner = { id: scene.network.memberId, partnerId: scene.network.partner.slug }
    await newLinkedCard(app, owner, { linkedAt: new Date('2026-03-01T00:00:00Z') })
    expect((await scene.report()).json().claim).toMatchObject({
      ...states('declined', /None of your cards/),
    })
  })
})

describe('a report that matches nothing', () => {
  test('asked of the network, and found -> a manual dine that earned, once', async () => {
    const scene = await newClaimScene(app)
    const { claim } = (await scene.report()).json()
    expect(claim).toMatchObject({ state: 'waiting_for_network', nextBy: '2026-03-17' })
    expect(await advance(app, scene)).toBe(0)
    await Promise.all([
      advance(app, scene, { status: 'successful' }),
      advance(app, scene, { status: 'successful' }),
    ])
    await advance(app, scene, { status: 'successful' })
    const found = (await scene.listed())[0]!
    expect(found).toMatchObject({ state: 'approved', transactionId: `claim-${claim.id}`, nextBy: null })
    expect(found.answer).toMatch(/earned 127 points/)
    expect(await scene.network.balance()).toBe(127)
    expect(await scene.network.activity()).toMatchObject([{ transactionType: 'Manual', benefitAmount: 127 }])

    const id = randomUUID()
    await scene.network.deliver('transaction.clearing', { id, datetime: evening })
    expect(await scene.listed()).toMatchObject([{ state: 'approved', transactionId: id }])
    expect(await scene.network.balance()).toBe(127)
  })

  test('reported by the network meanwhile -> that dine answers it (edge case 21)', async () => {
    const scene = await newClaimScene(app)
    await scene.report()
    await scene.network.deliver('transaction.clearing', { datetime: evening })
    await advance(app, scene, { status: 'successful' })
    expect(await scene.listed()).toMatchObject([{ state: 'approved' }])
    expect(await scene.network.activity()).toMatchObject([{ transactionType: 'Settle' }])
    expect(await scene.network.balance()).toBe(127)
  })

  test.each<[string, object, RegExp]>([
    ['the restaurant had left', { leftOn: '2026-02-01' }, /left the program by the day you dined/],
    ['the day earns nothing', { benefitDays: ['Mon'] }, /does not earn on that day of the week/],
  ])('%s -> declined at once with the reason', async (_case, terms, reason) => {
    const { report, network } = await newClaimScene(app, { terms })
    expect((await report()).json().claim).toMatchObject(states('declined', reason))
    expect(await network.activity()).toEqual([])
  })

  test('approved, but the month’s visits are used -> declined with the reason', async () => {
    const scene = await newClaimScene(app, { terms: { maxVisitsPerMonth: 1 } })
    await scene.network.deliver('transaction.clearing', { datetime: '2026-02-10T19:30:00', amount: 90 })
    await scene.report()
    await advance(app, scene, { status: 'successful' })
    expect(await scene.listed()).toMatchObject([states('declined', /used all earning visits/)])
  })

  test.each<[string, NetworkForTest, number]>([
    ['says no', { status: 'failed' }, 0],
    ['does not answer in time', {}, 8],
  ])('the network %s -> a person, by a date that moves on', async (_case, cardNetwork, later) => {
    const scene = await newClaimScene(app)
    await scene.report()
    app.clock.advance(later * 86_400_000)
    await advance(app, scene, cardNetwork)
    expect(await scene.listed()).toMatchObject([
      { state: 'checking', nextBy: later ? '2026-03-23' : '2026-03-15' },
    ])
    app.clock.advance(6 * 86_400_000)
    await advance(app, scene, cardNetwork)
    expect((await scene.listed())[0]?.nextBy).toBe(later ? '2026-03-29' : '2026-03-21')
  })

  test('the network is away -> asked by the next run', async () => {
    const scene = await newClaimScene(app)
    await scene.report()
    await forgetRequest(scene)
    await advance(app, scene, { request: () => Promise.reject(new Error('ECONNREFUSED')) })
    expect(await scene.listed()).toMatchObject([{ state: 'received' }])
    await advance(app, scene)
    expect(await scene.listed()).toMatchObject([{ state: 'waiting_for_network' }])
    await forgetRequest(scene)
    await advance(app, scene, null)
    expect(await scene.listed()).toMatchObject([{ state: 'checking' }])
  })

  test('the payment it waits for is never collected -> the network is asked', async () => {
    const scene = await newClaimScene(app)
    await scene.network.deliver('transaction.auth', { datetime: evening })
    await scene.report()
    await db
      .updateTable('dines')
      .set({ status: 'Forfeit', rewardUnits: 0, reasonCode: 'authorization_expired' })
      .where('memberId', '=', scene.network.memberId)
      .execute()
    await advance(app, scene)
    expect(await scene.listed()).toMatchObject([{ state: 'waiting_for_network', nextBy: '2026-03-17' }])
    await advance(app, scene, { status: 'successful' })
    expect(await scene.network.balance()).toBe(127)
    expect(await scene.network.activity()).toHaveLength(1)
  })
})

describe('refused by its field', () => {
  test.each<[string, Fields, number, string, RegExp]>([
    ['for yesterday', { dinedOn: '2026-03-09' }, 400, 'dinedOn', /from March 19, 2026 on/],
    ['for next week', { dinedOn: '2026-03-17' }, 400, 'dinedOn', /in the future/],
    ['for last year', { dinedOn: '2025-11-01' }, 400, 'dinedOn', /90 days/],
    ['for no date', { dinedOn: 'soon' }, 400, 'dinedOn', /year, month and day/],
    ['for $0', { amount: 0 }, 400, 'amount', /42\.50/],
    ['for half a cent', { amount: '42.505' }, 400, 'amount', /42\.50/],
    ['for no restaurant', { merchantId: 'a\0b' }, 404, 'merchantId', /restaurant of this program/],
    ['with an unknown card', { cardId: 'other' }, 404, 'cardId', /your own cards/],
    ['with another field', { state: 'approved' }, 400, 'state', /not known/],
    ['with a receipt that is text', { receipt: 'aGVsbG8=' }, 400, 'receipt', /picture or a PDF/],
    ['with a receipt that is no base64', { receipt: '<svg>' }, 400, 'receipt', /base64/],
  ])('%s', async (_case, fields, status, field, message) => {
    const { report, listed } = await newClaimScene(app)
    const response = await report(fields)
    expect(response.statusCode).toBe(status)
    expect(response.json().fieldErrors).toEqual([{ field, message: expect.stringMatching(message) }])
    expect(await listed()).toEqual([])
  })

  test('for a restaurant or a card of another partner', async () => {
    const [{ report }, elsewhere] = [await newClaimScene(app), await newClaimScene(app)]
    expect((await report({ merchantId: elsewhere.network.merchant.id })).json().code).toBe(
      'merchant_not_found',
    )
    expect((await report({ cardId: elsewhere.network.cardId })).json().code).toBe('card_not_found')
  })

  test('twice for a restaurant and a day, also at once', async () => {
    const { report, listed, client } = await newClaimScene(app)
    const token = await tokenHeader(client)
    const answers = await Promise.all([1, 2, 3].map(() => report({}, token)))
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([201, 400, 400])
    expect((await report()).json().code).toBe('claim_already_open')
    expect(await listed()).toHaveLength(1)
  })

  test('twice, answered at once -> one; with another amount -> another', async () => {
    const { network, report, listed } = await newClaimScene(app)
    await network.deliver('transaction.clearing', { datetime: evening })
    expect((await report()).json().claim.state).toBe('approved')
    expect((await report()).json().code).toBe('claim_already_open')
    expect((await report({ amount: 44 })).statusCode).toBe(201)
    expect(await listed()).toHaveLength(2)
  })

  test('more than the month’s limit', async () => {
    const { network, report } = await newClaimScene(app, { settings: { claims: { maxPerMonth: 2 } } })
    const places = await Promise.all([1, 2].map(() => newMerchant(app, network.partner)))
    for (const { id } of places) expect((await report({ merchantId: id })).statusCode).toBe(201)
    expect((await report()).json().code).toBe('claim_limit_reached')
  })
})
