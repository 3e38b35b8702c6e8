import { randomUUID } from 'node:crypto'
import type { Partner } from '@dineward/core/partner/partner.ts'
import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { consoleClient } from '../../testing/access/console-for-test.ts'
import { newLinkedCard, newMember } from '../../testing/factories.ts'
import { createTestApp } from '../../testing/test-app.ts'
import { signedInClient } from '../../testing/test-client.ts'
import { type CardNetwork, cardNetworkOf, newCardNetwork } from '../card-events/card-network-for-test.ts'
import { batchSizes, processInbox } from '../card-events/inbox.service.ts'
import { eraseMember } from '../leaving/erasure.service.ts'
import { ledgerProblems } from '../ledger/ledger-checks.read.ts'
import { lockMembersOfCards } from '../rewards/load/snapshot-members.read.ts'
import { processEvents } from '../rewards/process-events.service.ts'
import { selectRefusedReferrals } from './referrals.read.ts'
import { settleReferrals } from './reward-referrer.service.ts'

const app = await createTestApp()
const { db } = app.database
beforeEach(() => app.clock.set('2026-03-10T18:00:00Z'))

const referral = { referrerUnits: 500, friendUnits: 200, yearlyLimit: 5 }
const clearing = 'transaction.clearing'
const newReferrer = (settings: object = { referral }) => newCardNetwork(app, { settings: { ...settings } })

async function newFriend(
  referrer: CardNetwork,
  member: Parameters<typeof newMember>[2] = {},
  card: Parameters<typeof newLinkedCard>[2] = {},
): Promise<CardNetwork> {
  const { partner, memberId, merchant } = referrer
  const joinedAt = new Date('2026-01-01T00:00:00Z')
  const friend = await newMember(app, partner, { referrer: memberId, joinedAt, ...member })
  const linked = await newLinkedCard(app, friend, card)
  return cardNetworkOf(app, partner, { memberId: friend.id, cardId: linked.id, merchant })
}

const referralOf = ({ memberId }: CardNetwork) =>
  db.selectFrom('referrals').selectAll().where('memberId', '=', memberId).executeTakeFirst()

const settle = (partner: Partner) =>
  settleReferrals({ db, clock: app.clock, partners: { ...app.partners, all: () => [partner] } })

async function countsOf({ partner, memberId }: CardNetwork) {
  const client = await signedInClient(app, partner, memberId)
  return (await client.get('/api/Member/Referral')).json()
}

async function yearToDate({ partner, memberId }: CardNetwork) {
  const client = await signedInClient(app, partner, memberId)
  return (await client.get('/api/Member')).json().diningProgress.ytdMilesOrDollars
}

/** A dine of $42.50 earns 127 points. */
const base = 127

test('referral: the first dine turns out to be part of one that earns nothing -> taken back', async () => {
  const referrer = await newReferrer()
  const friend = await newFriend(referrer)
  const authCode = '4711'
  await friend.deliver(clearing, { authCode, amount: 0.1, datetime: '2026-03-08T12:00:00' })
  await friend.deliver(clearing, { authCode, amount: 1, datetime: '2026-03-09T12:00:00' })
  expect(await friend.balance()).toBe(3 + 200)
  await db
    .updateTable('merchantParticipations')
    .set({ benefitDays: ['Mon'] })
    .where('merchantId', '=', friend.merchant.id)
    .execute()
  await friend.deliver('transaction.auth', { authCode, amount: 1, datetime: '2026-03-08T12:00:00' })
  expect([await friend.balance(), await referrer.balance()]).toEqual([0, 0])
})

test('referral: a refund of a dine from before the partner rewarded referrals -> begins none', async () => {
  const [referrer, id] = [await newReferrer({ referral: null }), randomUUID()]
  const friend = await newFriend(referrer)
  await friend.deliver(clearing, { id })
  app.partners.applyOverrides(friend.partner.slug, { settings: { hostNames: [], referral }, theme: null })
  await friend.deliver('transaction.refund', { amount: -1, originalTransactionId: id })
  expect([await friend.balance(), await referrer.balance()]).toEqual([124, 0])
})

test("account §2 Referral link: the friend's first dine rewards both, once, and its refund takes both back", async () => {
  const referrer = await newReferrer()
  const friend = await newFriend(referrer)
  expect(await countsOf(referrer)).toEqual({
    link: `${app.partners.siteOf(referrer.partner)}/join?utm_source=accountcenter&utm_medium=website&referrer=${referrer.memberId}`,
    invited: 1,
    rewarded: 0,
    isUsedUp: false,
  })
  const id = randomUUID()
  await friend.deliver('transaction.auth', { id })
  expect(await friend.balance()).toBe(0)
  await friend.deliver(clearing, { id })
  await friend.deliver(clearing, { id })
  expect([await friend.balance(), await referrer.balance()]).toEqual([base + 200, 500])
  expect([await yearToDate(friend), await yearToDate(referrer)]).toEqual([base + 200, 500])
  expect(await countsOf(referrer)).toMatchObject({ invited: 1, rewarded: 1 })
  expect(await referrer.activity()).toMatchObject([
    { transactionType: 'Manual', benefitAmount: 500, components: [{ source: 'B', kind: 'referral' }] },
  ])
  app.clock.advance(60_000)
  await friend.deliver('transaction.refund', { originalTransactionId: id, amount: -42.5 })
  expect([await friend.balance(), await referrer.balance()]).toEqual([0, 0])
  expect(await referrer.activity()).toMatchObject([
    { benefitAmount: -500, components: [{ source: 'J', kind: 'referral' }] },
    { benefitAmount: 500 },
  ])
  await friend.deliver(clearing)
  await friend.deliver(clearing)
  expect([await friend.balance(), await referrer.balance()]).toEqual([2 * base + 200, 500])
})

test('referral: the referrer was erased before the refund -> nothing is taken from nobody', async () => {
  const referrer = await newReferrer()
  const friend = await newFriend(referrer)
  const id = randomUUID()
  await friend.deliver(clearing, { id })
  await eraseMember(app.context(referrer.partner), referrer.memberId)
  await friend.deliver('transaction.refund', { originalTransactionId: id, amount: -42.5 })
  expect([await friend.balance(), await referrer.balance()]).toEqual([0, 0])
  expect(await referralOf(friend)).toMatchObject({ referrerRefusal: 'referrer_closed' })
  expect(await ledgerProblems(app.database.preparedDb)).toEqual([])
})

test('referral: the first of two dines is refunded -> the other one keeps the rewards', async () => {
  const referrer = await newReferrer()
  const friend = await newFriend(referrer)
  const id = randomUUID()
  await friend.deliver(clearing, { id, datetime: '2026-03-01T12:00:00' })
  await friend.deliver(clearing, { datetime: '2026-03-05T12:00:00' })
  await friend.deliver('transaction.refund', { originalTransactionId: id, amount: -42.5 })
  expect([await friend.balance(), await referrer.balance()]).toEqual([base + 200, 500])
})

describe('referral: never for oneself', () => {
  const cardToken = randomUUID()
  test.each([
    ['same_card', {}, { cardToken }],
    ['same_email', { email: 'ada+points@refer.example' }, {}],
    ['same_phone', { phoneNumber: '2125550142' }, {}],
    ['same_address', { address1: '12, Bleecker st.', address2: 'Apt 3', zipCode: '10001' }, {}],
    ['referrer_unknown', { referrer: 'someone-else' }, {}],
    ['referrer_unknown', { joinedAt: new Date('2024-01-01T00:00:00Z') }, {}],
  ])('%s -> neither is rewarded, and the reason is kept', async (refusal, member, card) => {
    const { partner, merchant } = await newReferrer()
    const own = await newMember(app, partner, {
      email: 'Ada@refer.example',
      phoneNumber: '2125550142',
      address1: '12 Bleecker St',
      address2: 'Apt 3',
      zipCode: '10001',
    })
    const { id: cardId } = await newLinkedCard(app, own, { cardToken, removedAt: new Date('2025-06-01') })
    const referrer = cardNetworkOf(app, partner, { memberId: own.id, cardId, merchant })
    const friend = await newFriend(referrer, member, card)
    await friend.deliver(clearing)
    expect(await referralOf(friend)).toMatchObject({ refusal, rewardId: null, referrerRewardId: null })
    expect(await selectRefusedReferrals(db, partner.slug)).toMatchObject([{ refusal }])
    expect([await friend.balance(), await referrer.balance()]).toEqual([base, 0])
  })
})

test('referral: past the yearly limit, or closed -> the friend is rewarded, the referrer is not', async () => {
  const referrer = await newReferrer({ referral: { ...referral, yearlyLimit: 1 } })
  const [first, second, third] = [
    await newFriend(referrer),
    await newFriend(referrer),
    await newFriend(referrer),
  ]
  await first.deliver(clearing)
  await second.deliver(clearing)
  expect(await referralOf(second)).toMatchObject({ referrerRefusal: 'yearly_limit', refusal: null })
  expect([await second.balance(), await referrer.balance()]).toEqual([base + 200, 500])
  const closed = { memberType: 'ClosedAccountMember', closedAt: app.clock.now() } as const
  await db.updateTable('members').set(closed).where('id', '=', referrer.memberId).execute()
  await third.deliver(clearing)
  expect(await referralOf(third)).toMatchObject({ referrerRefusal: 'referrer_closed' })
  expect([await third.balance(), await referrer.balance()]).toEqual([base + 200, 500])
})

test('referral: the referrer is busy -> the friend is not held up, and the job rewards the referrer once', async () => {
  const referrer = await newReferrer()
  const friend = await newFriend(referrer)
  await friend.send(clearing)
  await db.transaction().execute(async trx => {
    await trx.selectFrom('members').select('id').where('id', '=', referrer.memberId).forUpdate().execute()
    if (app.database.embedded) return
    await friend.processAll()
    expect([await friend.balance(), await referrer.balance()]).toEqual([base + 200, 0])
  })
  await friend.processAll()
  await settle(referrer.partner)
  expect(await settle(referrer.partner)).toBe(0)
  expect(await referrer.balance()).toBe(500)
  expect(await ledgerProblems(db)).toEqual([])
})

test('referral: two batches hold the inviting members of each other’s friends -> neither waits, each is rewarded once', async () => {
  if (app.database.embedded) return
  const [one, other] = [await newReferrer(), await newReferrer()]
  const [friendOfOne, friendOfOther] = [await newFriend(one), await newFriend(other)]
  const batches = [
    [friendOfOne, other],
    [friendOfOther, one],
  ] as const
  const processed = batches.map(() => Promise.withResolvers<void>())
  const locked = batches.map(() => Promise.withResolvers<void>())
  await Promise.all(
    batches.map((members, n) =>
      db.transaction().execute(async trx => {
        await lockMembersOfCards(
          trx,
          members.map(({ partner, cardId }) => ({ partnerId: partner.slug, id: cardId })),
        )
        locked[n]!.resolve()
        await Promise.all(locked.map(({ promise }) => promise))
        const [friend] = members
        await friend.send(clearing)
        const event = await trx
          .selectFrom('cardEvents')
          .selectAll()
          .where(sql<boolean>`body like ${`%${friend.cardId}%`}`)
          .executeTakeFirstOrThrow()
        await processEvents({ db: trx, clock: app.clock, partners: app.partners }, [event])
        processed[n]!.resolve()
        await Promise.all(processed.map(({ promise }) => promise))
      }),
    ),
  )
  expect([await one.balance(), await other.balance()]).toEqual([0, 0])
  await settle(one.partner)
  await settle(other.partner)
  expect([await one.balance(), await other.balance()]).toEqual([500, 500])
  expect([await friendOfOne.balance(), await friendOfOther.balance()]).toEqual([base + 200, base + 200])
  expect(await ledgerProblems(db)).toEqual([])
})

test('referral: the partner rewards none -> not found, and a dine rewards no one', async () => {
  const referrer = await newReferrer({ referral: null })
  const friend = await newFriend(referrer)
  await friend.deliver(clearing)
  expect(await referralOf(friend)).toBeUndefined()
  expect(await countsOf(referrer)).toMatchObject({ code: 'not_found' })
})

test('ledger check: a referral without its reward -> found', async () => {
  const referrer = await newReferrer()
  const friend = await newFriend(referrer)
  await friend.deliver(clearing)
  const stored = db.updateTable('referrals').where('memberId', '=', friend.memberId)
  const { rewardId } = (await referralOf(friend))!
  await stored.set({ rewardId: null }).execute()
  const problems = await ledgerProblems(db)
  await stored.set({ rewardId }).execute()
  expect(problems.map(problem => problem.split(':')[0])).toEqual([
    'a referral reward is not that of its referral',
  ])
})

describe('a budget with room for two friends', () => {
  const limited = { ...referral, budgetUnits: 1_500 }
  const budgetOf = ({ partner: { slug } }: CardNetwork) =>
    db
      .selectFrom('rewardBudgets')
      .select(['promisedUnits', 'limitUnits', 'refusedUnits'])
      .where('partnerId', '=', slug)
      .where('kind', '=', 'referral')
      .executeTakeFirst()

  test('six at once: two are rewarded, each with the referrer; a refund frees room for the next one', async () => {
    const referrer = await newReferrer({ referral: limited })
    const friends: CardNetwork[] = []
    for (let n = 0; n < 6; n++) friends.push(await newFriend(referrer))
    const ids = friends.map(() => randomUUID())
    await Promise.all(friends.map((friend, n) => friend.send(clearing, { id: ids[n] })))
    const services = { db, clock: app.clock, partners: app.partners }
    await Promise.all([1, 2, 3].map(() => processInbox(services, batchSizes.server)))
    await settle(referrer.partner)
    const rewarded = await inTurn(friends, async friend => (await friend.balance()) === base + 200)
    expect(rewarded.filter(Boolean)).toHaveLength(2)
    expect(await referrer.balance()).toBe(1_000)
    expect(await budgetOf(referrer)).toEqual({ promisedUnits: 1_400, limitUnits: 1_500, refusedUnits: 700 })
    const refusals = await inTurn(friends, async friend => (await referralOf(friend))!.refusal)
    expect(refusals.toSorted()).toEqual([...Array(4).fill('budget_used_up'), null, null])
    expect(await countsOf(referrer)).toMatchObject({ rewarded: 2, isUsedUp: true })
    expect(await ledgerProblems(db)).toEqual([])

    const first = rewarded.indexOf(true)
    await friends[first]!.deliver('transaction.refund', { originalTransactionId: ids[first], amount: -42.5 })
    expect(await budgetOf(referrer)).toMatchObject({ promisedUnits: 700 })
    expect(await countsOf(referrer)).toMatchObject({ isUsedUp: false })
    const next = await newFriend(referrer)
    await next.deliver(clearing)
    expect([await next.balance(), await referrer.balance()]).toEqual([base + 200, 1_000])
    await friends[first]!.deliver(clearing, { datetime: '2026-03-09T19:00:00' })
    expect([await friends[first]!.balance(), await referrer.balance()]).toEqual([base, 1_000])
    expect(await budgetOf(referrer)).toMatchObject({ promisedUnits: 1_400 })
    expect(await ledgerProblems(db)).toEqual([])
  })

  test('the referrer is busy -> the budget keeps the promise, though the program ends referrals meanwhile', async () => {
    const referrer = await newReferrer({ referral: limited })
    const { slug } = referrer.partner
    const [friend, other] = [await newFriend(referrer), await newFriend(referrer)]
    await db.transaction().execute(async trx => {
      await lockMembersOfCards(trx, [{ partnerId: slug, id: referrer.cardId }])
      await friend.deliver(clearing)
      await other.deliver(clearing)
    })
    expect([await referrer.balance(), (await budgetOf(referrer))!.promisedUnits]).toEqual([0, 1_400])
    expect(await ledgerProblems(db)).toEqual([])
    const late = await newFriend(referrer)
    await late.deliver(clearing)
    expect(await late.balance()).toBe(base)
    app.partners.applyOverrides(slug, { settings: { hostNames: [], referral: null }, theme: null })
    await settle(app.partners.bySlug(slug)!)
    expect([await referrer.balance(), (await budgetOf(referrer))!.promisedUnits]).toEqual([1_000, 1_400])
    expect(await ledgerProblems(db)).toEqual([])
  })

  test('past the yearly limit: what the referrer was to get is free again', async () => {
    const referrer = await newReferrer({ referral: { ...limited, yearlyLimit: 1 } })
    const friends = [await newFriend(referrer), await newFriend(referrer)]
    for (const friend of friends) await friend.deliver(clearing)
    expect([await referrer.balance(), (await budgetOf(referrer))!.promisedUnits]).toEqual([500, 900])
    expect(await ledgerProblems(db)).toEqual([])
  })

  test('the console: its figures are from the ledger; a limit below what was promised -> 400 with the number', async () => {
    const referrer = await newReferrer()
    const { slug } = referrer.partner
    const settings = { hostNames: [], referral: limited }
    const stored = { partnerId: slug, settings: JSON.stringify(settings), updatedAt: app.clock.now() }
    await db.insertInto('partnerOverrides').values(stored).execute()
    app.partners.applyOverrides(slug, { settings, theme: null })
    const friend = await newFriend(referrer)
    await friend.deliver(clearing)
    const client = await consoleClient(app, 'admin', slug)
    const path = `/api/Console/Programs/${slug}`
    expect((await client.get(`${path}/Budgets/referral/referral`)).json().budget).toEqual({
      limitUnits: 1_500,
      promisedUnits: 0,
      paidUnits: 700,
      takenBackUnits: 0,
      leftUnits: 800,
      isUsedUp: false,
      members: 2,
      dines: 1,
    })
    const shown = (await client.get(`${path}/Settings`)).json()
    const { version } = shown.settings.find((one: { path: string }) => one.path === 'referral')
    const save = (value: object) =>
      client.send('POST', `${path}/Bonuses`, { path: 'referral', value, version, reason: 'Asked for' })
    const smaller = { ...limited, referrerUnits: 100, friendUnits: 100 }
    const below = await save({ ...smaller, budgetUnits: 699 })
    expect(below.json().fieldErrors, below.body).toEqual([
      {
        field: 'value.budgetUnits',
        message: 'is below 700 points, which members were promised of it already',
      },
    ])
    expect((await save({ ...limited, budgetUnits: 699 })).json().fieldErrors).toEqual([
      { field: 'value.budgetUnits', message: 'does not cover the rewards of a single friend' },
    ])
    expect((await save({ ...smaller, budgetUnits: null })).json().code).toBe('approval_needed')
    expect((await save({ ...smaller, budgetUnits: 700 })).statusCode).toBe(200)
    expect(await budgetOf(referrer)).toEqual({ promisedUnits: 700, limitUnits: 700, refusedUnits: null })
  })
})

async function inTurn<T>(friends: readonly CardNetwork[], ask: (friend: CardNetwork) => Promise<T>) {
  const answers: T[] = []
  for (const friend of friends) answers.push(await ask(friend))
  return answers
}
