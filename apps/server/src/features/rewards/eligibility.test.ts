import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { newLinkedCard, newMember, newMerchant } from '../../testing/factories.ts'
import { createTestApp } from '../../testing/test-app.ts'
import { type CardNetwork, cardNetworkOf, newCardNetwork } from '../card-events/card-network-for-test.ts'

const app = await createTestApp()
const { db } = app.database
const auth = 'transaction.auth'
const clearing = 'transaction.clearing'

describe('where and with which card (edge case 14)', () => {
  test('an unknown restaurant earns nothing, and says why', async () => {
    const network = await newCardNetwork(app)
    await network.deliver(clearing, {
      location: null,
      identifiers: { MID: 'unknown' },
      brand: { name: 'Elsewhere' },
    })
    expect(await network.activity()).toMatchObject([
      {
        merchantId: null,
        merchantName: 'Elsewhere',
        awardStatus: 'Forfeit',
        activeMerchant: false,
        reason: { code: 'not_participating', text: expect.stringContaining('not part of the program') },
      },
    ])
  })

  test('the restaurant is found by its MID when the network has no id of ours', async () => {
    const network = await newCardNetwork(app)
    await network.deliver(clearing, { location: { metadata: null } })
    expect(await network.activity()).toMatchObject([
      { merchantId: network.merchant.id, awardStatus: 'Awarded' },
    ])
  })

  test('card: unknown -> stored and refused', async () => {
    const network = await newCardNetwork(app)
    const id = randomUUID()
    await network.deliver(clearing, { id, card: { metadata: { id: 'unknown' } } })
    await network.deliver(clearing, { id, card: null, updated: null })
    const events = await db.selectFrom('cardEvents').selectAll().where('transactionId', '=', id).execute()
    expect(events).toMatchObject([
      { status: 'refused', reasonCode: 'card_unknown' },
      { status: 'refused', reasonCode: 'card_unknown' },
    ])
  })

  test.each([
    ['before it was removed', '2026-03-09T23:31:00Z', 127, null],
    ['after it was removed', '2026-03-09T23:29:00Z', 0, 'card_removed'],
  ])('a dine %s', async (_, removedAt, units, reason) => {
    const network = await newCardNetwork(app, { card: { removedAt } })
    await network.deliver(clearing)
    expect(await network.balance()).toBe(units)
    const [dine] = await network.activity()
    expect(dine?.reason ?? null).toEqual(reason && expect.objectContaining({ code: reason }))
  })

  test('a restaurant that another partner has earns nothing here, and nothing there', async () => {
    const [network, other] = [await newCardNetwork(app), await newCardNetwork(app)]
    await network.deliver(clearing, { location: { metadata: { id: other.merchant.id } }, identifiers: null })
    expect(await network.activity()).toMatchObject([
      { reason: { code: 'not_participating' }, merchantId: null },
    ])
    expect([await network.balance(), await other.balance()]).toEqual([0, 0])
    expect(await other.activity()).toEqual([])
  })

  test('a transaction of one member cannot become a dine of another', async () => {
    const network = await newCardNetwork(app)
    const member = await newMember(app, network.partner)
    const card = await newLinkedCard(app, member)
    const stranger = cardNetworkOf(app, network.partner, { ...network, memberId: member.id, cardId: card.id })
    const id = randomUUID()
    await network.deliver(clearing, { id })
    await stranger.deliver(clearing, { id, amount: 99 })
    await stranger.deliver(clearing, { id, updated: 'later' })
    expect([await network.balance(), await stranger.balance()]).toEqual([127, 0])
    expect(await stranger.activity()).toEqual([])
  })
})

describe('at an Acclaimed restaurant', () => {
  const acclaimed = { terms: { campaignCodes: ['acclaimed'] }, settings: { acclaimedEnabled: true } }

  test.each([
    [0, 0, 'acclaimed_locked'],
    [2, 127, null],
    [3, 127, null],
  ])('tier %i earns %i', async (tierLevel, units, reason) => {
    const network = await newCardNetwork(app, { ...acclaimed, member: { tierLevel } })
    await network.deliver(clearing)
    expect(await network.balance()).toBe(units)
    const [dine] = await network.activity()
    expect(dine?.reason ?? null).toEqual(reason && expect.objectContaining({ code: reason }))
  })

  test('of a partner that has none, everyone earns', async () => {
    const network = await newCardNetwork(app, {
      ...acclaimed,
      settings: { acclaimedEnabled: false },
      member: { tierLevel: 0 },
    })
    await network.deliver(clearing)
    expect(await network.balance()).toBe(21)
  })

  test('tier: changed after the authorization -> the first one decides', async () => {
    const [network, id] = [
      await newCardNetwork(app, { ...acclaimed, member: { tierLevel: 0 } }),
      randomUUID(),
    ]
    await network.deliver(auth, { id })
    await db.updateTable('members').set({ tierLevel: 2 }).where('id', '=', network.memberId).execute()
    await network.deliver(clearing, { id })
    expect(await network.balance()).toBe(0)
  })
})

describe('terms of a dine (edge case 12)', () => {
  test('tier: changed after the authorization -> the first one counts', async () => {
    const [network, id] = [await newCardNetwork(app, { member: { tierLevel: 0 } }), randomUUID()]
    await network.deliver(auth, { id })
    await db.updateTable('members').set({ tierLevel: 3 }).where('id', '=', network.memberId).execute()
    await network.deliver(clearing, { id })
    expect(await network.balance()).toBe(21)
  })

  const setTerms = (network: CardNetwork, terms: object) =>
    db
      .updateTable('merchantParticipations')
      .set(terms)
      .where('partnerId', '=', network.partner.slug)
      .where('merchantId', '=', network.merchant.id)
      .execute()

  test.each([
    ['29 days after the authorization', 29, 127],
    ['31 days after it', 31, 0],
  ])('terms: changed, clearing: %s', async (_, days, units) => {
    const [network, id] = [await newCardNetwork(app), randomUUID()]
    await network.deliver(auth, { id, amount: 36 })
    await setTerms(network, { benefitDays: [] })
    app.clock.advance(days * 86_400_000)
    await network.deliver(clearing, { id })
    expect(await network.balance()).toBe(units)
    app.clock.advance(-days * 86_400_000)
  })

  test('terms: changed on a day after the dine, charge of that day -> those of the dine’s day', async () => {
    const network = await newCardNetwork(app, { terms: { termsFrom: '2026-03-02' } })
    const [id, { partner, merchant }] = [randomUUID(), network]
    const former = {
      validFrom: '2020-01-01',
      joinedOn: '2020-01-01',
      benefitDays: ['Mon'],
      campaignCodes: [],
    }
    await db
      .insertInto('formerParticipations')
      .values({
        ...{ ...former, partnerId: partner.slug, merchantId: merchant.id },
        ...{ cause: 'terms_changed', recordedAt: app.clock.now() },
      })
      .execute()
    await network.deliver(clearing, { id, datetime: '2026-03-01T23:50:00' })
    await network.deliver(auth, { id, datetime: '2026-03-02T06:00:00' })
    expect(await network.activity()).toMatchObject([
      { awardStatus: 'Forfeit', reason: { code: 'excluded_day' } },
    ])
  })

  test('card: linked again after the dine -> the link in force at the dine counts', async () => {
    const network = await newCardNetwork(app, { card: { removedAt: '2026-03-09T23:40:00Z' } })
    const { cardToken } = await db
      .selectFrom('linkedCards')
      .select('cardToken')
      .where('id', '=', network.cardId)
      .executeTakeFirstOrThrow()
    const owner = { id: network.memberId, partnerId: network.partner.slug }
    const relinked = await newLinkedCard(app, owner, { cardToken, linkedAt: '2026-03-09T23:50:00Z' })
    const card = { metadata: { id: relinked.id } }
    await network.deliver(clearing, { card })
    await network.deliver(clearing, { card, datetime: '2026-03-09T19:45:00' })
    expect(await network.activity()).toMatchObject([
      { awardStatus: 'Forfeit', reason: { code: 'card_not_linked_at_dine' } },
      { awardStatus: 'Awarded' },
    ])
  })

  test('decision: stores rule version, rate and amounts', async () => {
    const network = await newCardNetwork(app)
    await network.deliver(clearing)
    const { decision } = await db
      .selectFrom('dines')
      .select('decision')
      .where('memberId', '=', network.memberId)
      .executeTakeFirstOrThrow()
    expect(decision).toMatchObject({
      ruleVersion: 1,
      earningCents: 4_250,
      amounts: { authorizedCents: null, clearedCents: 4_250, refundedCents: 0 },
      facts: { tier: 2, rate: { numerator: 3, denominator: 100 }, rounding: 'down', currency: 'USD' },
    })
  })

  test('a restaurant that takes no part on that weekday, by its own calendar', async () => {
    const network = await newCardNetwork(app, { terms: { benefitDays: ['Tue'] } })
    await network.deliver(clearing, { datetime: '2026-03-09T23:59:00' })
    await network.deliver(clearing, { datetime: '2026-03-10T00:01:00' })
    expect(await network.activity()).toMatchObject([
      { awardStatus: 'Awarded' },
      { awardStatus: 'Forfeit', reason: { code: 'excluded_day' } },
    ])
  })

  test('a MID that moved between authorization and clearing leaves the dine where it was', async () => {
    const [network, id] = [await newCardNetwork(app), randomUUID()]
    const next = await newMerchant(app, network.partner)
    await network.deliver(auth, { id })
    await network.deliver(clearing, {
      id,
      location: { metadata: { id: next.id } },
      identifiers: { MID: next.mid },
    })
    expect(await network.activity()).toMatchObject([{ merchantId: network.merchant.id, benefitAmount: 127 }])
    expect(await network.balance()).toBe(127)
  })
})
