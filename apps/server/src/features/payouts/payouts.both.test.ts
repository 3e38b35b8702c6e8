import { describe, expect, test } from 'vitest'
import { newLinkedCard } from '../../testing/factories.ts'
import { createTestApp } from '../../testing/test-app.ts'
import { signedInClient } from '../../testing/test-client.ts'
import { postAdjustment } from '../adjustments/adjustments.service.ts'
import { eraseMember } from '../leaving/erasure.service.ts'
import { returnSeenPayout } from './payout-operations.service.ts'
import { payoutsForTest } from './payouts-for-test.ts'
import { applyAnswer, returnPayout } from './settle-payout.service.ts'

const app = await createTestApp()
const { db } = app.database
const {
  sandbox,
  usual,
  newEarner,
  servicesOf,
  run,
  runFor,
  payoutsOf,
  subjectsTo,
  activityOf,
  acceptedOf,
  inOrder,
} = payoutsForTest(app)

describe('at the threshold (edge case 18)', () => {
  test.each([
    [1_999, []],
    [2_000, [2_000]],
    [2_001, [2_001]],
  ])('a balance of %i cents -> payouts of %j', async (cents, expected) => {
    const network = await newEarner(cents)
    await run(network)
    expect((await payoutsOf(network)).map(({ amountCents }) => amountCents)).toEqual(expected)
    expect(await network.balance()).toBe(expected.length > 0 ? 0 : cents)
    await inOrder()
  })

  test('reserved, received, completed -> the dine is Paid, one mail, sent once', async () => {
    const network = await newEarner(2_014)
    await run(network)
    expect(await activityOf(network)).toMatchObject({
      balance: 0,
      credits: [
        {
          creditAmountCents: 2_014,
          targetLabel: 'Visa ending in 4242',
          status: 'Pending_received',
          reason: null,
        },
      ],
      dines: [{ awardStatus: 'Awarded', paidAt: null }],
    })
    expect(await subjectsTo(network)).toEqual([])
    await runFor(network, 5)
    expect(await activityOf(network)).toMatchObject({
      balance: 0,
      credits: [{ status: 'Completed', benefitProcessor: 'Visa', targetType: 'Card' }],
      dines: [{ awardStatus: 'Paid', paidAt: '2026-03-10T18:03:00.000Z' }],
    })
    expect(await subjectsTo(network)).toEqual([`$20.14 from ${network.partner.settings.programName}`])
    expect(await acceptedOf(network)).toEqual([1])
    await inOrder()
  })

  // They would take the places of others: a run chooses so many.
  test.each([
    ['no card that takes credits', {}, 'Amex'],
    ['a program that pays by email', { payout: { delivery: 'Email' } }, 'Visa'],
  ] as const)('nowhere to pay to, %s -> not chosen, until there is', async (_case, settings, cardType) => {
    const member = { emailConfirmedAt: null }
    const network = await newEarner(2_500, { settings, member, card: { cardType } })
    expect(await run(network)).toMatchObject({ reserved: 0, skipped: 0 })
    const confirmed = db.updateTable('members').set({ emailConfirmedAt: app.clock.now() })
    await confirmed.where('id', '=', network.memberId).execute()
    expect(await run(network)).toMatchObject({ reserved: 1, skipped: 0 })
    expect(await payoutsOf(network)).toMatchObject([{ benefitProcessor: 'Tremendous' }])
  })

  test('five workers at once -> one payout, sent once', async () => {
    const network = await newEarner(2_500)
    await Promise.all(Array.from({ length: 5 }, () => run(network)))
    await runFor(network, 5)
    expect(await payoutsOf(network)).toMatchObject([{ amountCents: 2_500, status: 'completed' }])
    expect(await acceptedOf(network)).toEqual([1])
    await inOrder()
  })

  test('a refund between the decision and sending -> the whole amount is sent, and the member owes', async () => {
    const network = await newEarner(2_001)
    await sandbox.behavior.change({ fail: 'error' })
    await run(network)
    await network.deliver('transaction.refund', { amount: 100, datetime: '2026-03-10T12:00:00' })
    await sandbox.behavior.change(usual)
    await runFor(network, 10)
    expect(await activityOf(network)).toMatchObject({
      balance: -3,
      credits: [{ status: 'Completed', creditAmountCents: 2_001 }],
      dines: [{ awardStatus: 'Paid' }],
    })
    await inOrder()
  })

  test('a refund while in flight -> the payout goes on, and the member owes', async () => {
    const network = await newEarner(2_100)
    await run(network)
    await network.deliver('transaction.refund', { amount: 100, datetime: '2026-03-10T12:00:00' })
    await runFor(network, 5)
    expect(await activityOf(network)).toMatchObject({ balance: -3, credits: [{ status: 'Completed' }] })
    await network.deliver('transaction.clearing', { amount: 1_000, datetime: '2026-03-10T13:00:00' })
    await run(network)
    expect((await payoutsOf(network)).map(({ amountCents }) => amountCents)).toEqual([2_100, 2_700])
    await inOrder()
  })
})

describe('a payout that comes back (edge case 18)', () => {
  test('refused -> back in the balance with a reason, tried again after a week', async () => {
    const network = await newEarner(2_050)
    await sandbox.behavior.change({ refuse: 'card_closed' })
    await run(network)
    await runFor(network, 5)
    expect(await activityOf(network)).toMatchObject({
      balance: 20.5,
      credits: [
        {
          status: 'Rejected',
          reason: { code: 'card_closed', text: expect.stringContaining('card is closed') },
        },
      ],
      dines: [{ awardStatus: 'Awarded' }],
    })
    const client = await signedInClient(app, network.partner, network.memberId)
    const { body } = await client.get('/api/Member/Transactions.csv')
    const lines: string[] = body.split('\r\n').slice(1, -1)
    expect(lines.map(line => line.match(/(Rejected|Awarded),(-?[\d.]+),USD/)?.slice(1))).toEqual([
      ['Rejected', '0.00'],
      ['Awarded', '20.50'],
    ])
    expect(await subjectsTo(network)).toEqual(['We could not pay you $20.50'])
    await sandbox.behavior.change(usual)
    await runFor(network, 10)
    expect(await payoutsOf(network)).toHaveLength(1)
    app.clock.advance(7 * 86_400_000)
    await run(network)
    await runFor(network, 5)
    expect(await activityOf(network)).toMatchObject({ balance: 0, dines: [{ awardStatus: 'Paid' }] })
    await inOrder()
  })

  test('another card is linked -> tried again at once, to that card', async () => {
    const network = await newEarner(2_050)
    await sandbox.behavior.change({ refuse: 'card_closed', delayMinutes: 0 })
    await run(network)
    await sandbox.behavior.change(usual)
    app.clock.advance(60_000)
    await newLinkedCard(
      app,
      { id: network.memberId, partnerId: network.partner.slug },
      {
        linkedAt: app.clock.now(),
        cardType: 'Mastercard',
        description: 'Mastercard',
        lastFour: '5454',
      },
    )
    await run(network)
    expect(
      (await payoutsOf(network)).map(({ targetLabel, benefitProcessor }) => [targetLabel, benefitProcessor]),
    ).toEqual([
      ['Visa ending in 4242', 'Visa'],
      ['Mastercard ending in 5454', 'MasterCard'],
    ])
    await inOrder()
  })

  test('returned by the bank after it was paid -> in the balance, the dine waits again, mailed, audited', async () => {
    const network = await newEarner(2_050)
    await run(network)
    await runFor(network, 5)
    const [payout] = await payoutsOf(network)
    const staff = { ...app.context(network.partner), actor: { kind: 'system', name: 'ada' } } as const
    const ctx = { ...staff, origin: 'https://dining.example' }
    const seen = { reason: 'card_closed', note: 'The bank wrote so.', status: 'completed' } as const
    await expect(returnSeenPayout(ctx, { ...seen, id: 'unknown' })).rejects.toMatchObject({
      code: 'not_found',
    })
    expect(await returnSeenPayout(ctx, { ...seen, id: payout!.id })).toMatchObject({ status: 'rejected' })
    await expect(returnSeenPayout(ctx, { ...seen, id: payout!.id })).rejects.toMatchObject({
      code: 'changed_meanwhile',
    })
    expect(await activityOf(network)).toMatchObject({
      balance: 20.5,
      credits: [{ status: 'Rejected' }],
      dines: [{ awardStatus: 'Awarded', paidAt: null }],
    })
    const audited = db
      .selectFrom('auditLog')
      .select(['action', 'actor'])
      .where('subject', '=', network.memberId)
    expect(await audited.execute()).toEqual([{ action: 'payout.return', actor: 'ada' }])
    expect(await subjectsTo(network)).toEqual([
      `$20.50 from ${network.partner.settings.programName}`,
      'We could not pay you $20.50',
    ])
    await inOrder()
  })

  test('a reward without a dine -> Paid with the payout that took it, Awarded once that is returned', async () => {
    const network = await newEarner(1_500)
    const staff = { ...app.context(network.partner), actor: { kind: 'system', name: 'ada' } } as const
    const grant = (units: number) =>
      postAdjustment(staff, { memberId: network.memberId, units, reason: 'A thank-you' })
    const rewards = async (query = '') => {
      const { dines } = await activityOf(network, query)
      return dines
        .filter(({ transactionType }) => transactionType === 'Manual')
        .map(
          ({ awardStatus, paidAt, benefitAmount }) => [Number(benefitAmount), awardStatus, paidAt] as const,
        )
        .toSorted(([one], [other]) => one - other)
    }
    await grant(600)
    await grant(-100)
    await run(network)
    const [payout] = await payoutsOf(network)
    expect(await rewards()).toEqual([
      [-1, 'Awarded', null],
      [6, 'Awarded', null],
    ])
    await runFor(network, 5)
    await grant(700)
    expect((await activityOf(network)).dines.at(-1)).toMatchObject({ benefitAmount: 15, awardStatus: 'Paid' })
    expect(await rewards('?status=Paid')).toEqual([[6, 'Paid', '2026-03-10T18:03:00.000Z']])
    expect(await rewards('?status=Awarded')).toEqual([
      [-1, 'Awarded', null],
      [7, 'Awarded', null],
    ])
    const ctx = { ...staff, origin: app.partners.siteOf(network.partner) }
    await db.transaction().execute(trx => returnPayout({ ...ctx, db: trx }, payout!.id, 'card_closed'))
    expect(await rewards('?status=Paid')).toEqual([])
    await inOrder()
  })

  test('of a member who was erased meanwhile -> the program’s', async () => {
    const network = await newEarner(2_050)
    await sandbox.behavior.change({ refuse: 'card_closed' })
    await run(network)
    await eraseMember(app.context(network.partner), network.memberId)
    await runFor(network, 5)
    expect(await payoutsOf(network)).toMatchObject([{ status: 'rejected' }])
    expect(await network.balance()).toBe(0)
    await inOrder()
  })

  test('of a member who was erased before it could be sent -> never sent, the program’s', async () => {
    const network = await newEarner(2_050)
    await sandbox.behavior.change({ fail: 'error' })
    await run(network)
    await eraseMember(app.context(network.partner), network.memberId)
    await sandbox.behavior.change({ fail: null })
    await runFor(network, 5)
    expect(await payoutsOf(network)).toMatchObject([{ status: 'rejected', reasonCode: 'account_erased' }])
    expect(await acceptedOf(network)).toEqual([0])
    await inOrder()
  })

  test('paid, and a refusal comes late from another worker -> stays paid', async () => {
    const network = await newEarner(2_000)
    await runFor(network, 5)
    const [payout] = await payoutsOf(network)
    const ctx = { ...servicesOf(network), partner: network.partner, origin: 'http://localhost' }
    expect(await applyAnswer(ctx, payout!.id, { state: 'refused', reason: 'card_closed' })).toBe(false)
    expect(await payoutsOf(network)).toEqual([payout])
    expect(await network.balance()).toBe(0)
    await inOrder()
  })
})

describe('where it goes', () => {
  const amex = { cardType: 'Amex', description: 'Amex' } as const
  test.each([
    ['a card that takes no credits -> by email', { card: amex }, 'Tremendous'],
    ['no card and an unconfirmed address -> waits', { card: amex, member: { emailConfirmedAt: null } }, null],
    ['by email, where the partner pays so', { settings: { payout: { delivery: 'Email' } } }, 'Tremendous'],
    ['dollars', { like: 'harbor', settings: { currencyType: 'Dollar' } }, 'Visa'],
  ] as const)('%s', async (_case, options, processor) => {
    const network = await newEarner(2_000, options)
    await run(network)
    expect((await payoutsOf(network)).map(payout => payout.benefitProcessor)).toEqual(
      processor ? [processor] : [],
    )
  })
})
