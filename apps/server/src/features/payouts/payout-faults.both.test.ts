import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { consoleClient } from '../../testing/access/console-for-test.ts'
import { newLinkedCard, newMember } from '../../testing/factories.ts'
import { longTest } from '../../testing/long-test.ts'
import { createTestApp } from '../../testing/test-app.ts'
import { signedInClient } from '../../testing/test-client.ts'
import { type CardNetwork, newCardNetwork } from '../card-events/card-network-for-test.ts'
import { postEntries, rewardEntries } from '../ledger/ledger.service.ts'
import { ledgerProblems } from '../ledger/ledger-checks.read.ts'
import { runPayouts } from './payouts.service.ts'
import { payoutsForTest } from './payouts-for-test.ts'

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

describe('a provider that fails', () => {
  test('accepts and does not answer -> asked, not sent again (edge case 18)', async () => {
    const network = await newEarner(2_000)
    await sandbox.behavior.change({ fail: 'timeout' })
    await run(network)
    expect(await payoutsOf(network)).toMatchObject([{ status: 'pending', attempts: 1 }])
    await runFor(network, 5)
    expect(await payoutsOf(network)).toMatchObject([{ status: 'completed' }])
    const [payout] = await payoutsOf(network)
    expect((await sandbox.countSends()).get(payout?.externalId ?? '')).toEqual({ sent: 1, accepted: 1 })
    await inOrder()
  })

  test('accepts and forgets -> not sent again, a person has to look', async () => {
    const network = await newEarner(2_000)
    await run(network)
    expect(await payoutsOf(network)).toMatchObject([{ status: 'pending_received' }])
    const services = servicesOf(network)
    const payouts = { ...sandbox, find: async () => null }
    for (let hour = 0; hour < 12; hour++) {
      app.clock.advance(3_600_000)
      await runPayouts({ ...services, gateways: { ...services.gateways, payouts } })
    }
    expect(await payoutsOf(network)).toMatchObject([{ status: 'error' }])
    const [payout] = await payoutsOf(network)
    expect((await sandbox.countSends()).get(payout?.externalId ?? '')).toEqual({ sent: 1, accepted: 1 })
    expect(await network.balance()).toBe(0)
    await inOrder()
  })

  test('answers 500 for an hour -> in flight, then paid once', async () => {
    const network = await newEarner(2_000)
    const failsUntil = new Date(app.clock.now().getTime() + 3_600_000).toISOString()
    await sandbox.behavior.change({ fail: 'error', failsUntil })
    await run(network)
    await runFor(network, 59)
    expect(await payoutsOf(network)).toMatchObject([{ status: 'pending' }])
    expect(await network.balance()).toBe(0)
    await inOrder()
    await runFor(network, 30)
    expect(await payoutsOf(network)).toMatchObject([{ status: 'completed' }])
    expect(await acceptedOf(network)).toEqual([1])
    await inOrder()
  })

  test('is down, and eight payouts are due -> five are tried in a run, the others in the next', async () => {
    const network = await newEarner(2_000)
    await sandbox.behavior.change({ fail: 'error' })
    const others = Array.from({ length: 7 }, () => newMember(app, network.partner))
    for (const { id } of await Promise.all(others))
      await postEntries(db, {
        partnerId: network.partner.slug,
        idempotencyKey: `gift:${id}`,
        kind: 'manual',
        correlationId: id,
        reasonCode: 'goodwill',
        postedAt: app.clock.now(),
        entries: rewardEntries(id, 2_000),
      })
    expect(await run(network)).toMatchObject({ reserved: 8, waiting: 5 })
    expect(await run(network)).toMatchObject({ reserved: 0, waiting: 3 })
    await inOrder()
  })

  test('for hours -> error, nothing is given back, and paid once it answers', async () => {
    const network = await newEarner(2_000)
    await sandbox.behavior.change({ fail: 'error' })
    for (let hour = 0; hour < 12; hour++) {
      await run(network)
      app.clock.advance(3_600_000)
    }
    expect(await activityOf(network)).toMatchObject({ balance: 0, credits: [{ status: 'Error' }] })
    await inOrder()
    await sandbox.behavior.change({ fail: null })
    await runFor(network, 2)
    app.clock.advance(3_600_000)
    await run(network)
    expect(await payoutsOf(network)).toMatchObject([{ status: 'completed' }])
    expect(await acceptedOf(network)).toEqual([1])
  })
})

test('killed before any statement -> the next runs pay once', longTest, async () => {
  let killed = true
  for (let statement = 1; killed; statement++) {
    const network = await newEarner(2_000)
    let count = 0
    killed = false
    const dying = db.withPlugin({
      transformQuery: ({ node }) => {
        count += 1
        if (count === statement) killed = true
        if (killed) throw new Error('killed')
        return node
      },
      transformResult: async ({ result }) => result,
    })
    await sandbox.behavior.change({ delayMinutes: 0 })
    await runPayouts(servicesOf(network, dying)).catch(() => {})
    await runFor(network, 2)
    expect(await payoutsOf(network), `killed at ${statement}`).toMatchObject([
      { status: 'completed', amountCents: 2_000 },
    ])
    expect(await network.balance()).toBe(0)
    expect(await acceptedOf(network)).toEqual([1])
    expect(await subjectsTo(network)).toHaveLength(1)
    await inOrder()
    if (!killed) expect(statement).toBeGreaterThan(10)
  }
})

test.each([
  [
    'the state of a payout',
    'the posted balance of a statement credit is not its amount',
    sql`
    update statement_credits set status = 'completed', next_attempt_at = null, settled_at = now()`,
  ],
  [
    'its amount',
    'payouts in flight are not the open ones',
    sql`update statement_credits set amount_cents = 1`,
  ],
  [
    'a freed allocation',
    'a payout is not the sum of its allocations',
    sql`update ledger_allocations set freed_at = now()`,
  ],
  [
    'a larger allocation',
    'an allocation takes more than there is',
    sql`update ledger_allocations set units = units + 1`,
  ],
])('ledger check: changes of %s -> found', async (_case, rule, change) => {
  const network = await newEarner(2_000)
  await run(network)
  const problems = db.transaction().execute(async trx => {
    await sql`${change} where member_id = ${network.memberId}`.execute(trx)
    throw new Error((await ledgerProblems(trx)).join('\n'))
  })
  await expect(problems).rejects.toThrow(`${rule}: ${network.partner.slug}`)
})

test('more is posted to a dine that was paid out -> on its way again, with the reason, until it is paid too', async () => {
  app.clock.set('2026-03-10T18:00:00Z')
  await sandbox.behavior.change(usual)
  const network = await newCardNetwork(app, { like: 'harbor', settings: { rewards: { holdDays: 0 } } })
  const id = randomUUID()
  await network.deliver('transaction.clearing', { id, amount: 1_000 })
  await run(network)
  await runFor(network, 5)
  expect((await activityOf(network)).dines).toMatchObject([{ awardStatus: 'Paid' }])
  await network.deliver('transaction.clearing', { id, amount: 2_000, updated: '2026-03-12T03:00:00.000Z' })
  expect((await activityOf(network)).dines).toMatchObject([
    { awardStatus: 'Deferred', paidAt: null, reason: { code: 'rest_to_be_paid' } },
  ])
  await run(network)
  await runFor(network, 5)
  expect((await activityOf(network)).dines).toMatchObject([{ awardStatus: 'Paid', reason: null }])
})

describe('what the member reads of a balance that is not paid', () => {
  const standingOf = async ({ partner, memberId }: CardNetwork) => {
    const client = await signedInClient(app, partner, memberId)
    const { memberBalance, payouts } = (await client.get('/api/Member/TransactionsStatementCredits')).json()
    return { memberBalance, ...payouts }
  }
  const settings = {
    bonuses: [],
    newMemberBonus: null,
    rewards: { earnRates: { '2': { numerator: 3, denominator: 100 } } },
  }
  const none = { inFlight: 0, paid: 0, waiting: 0, hold: null, retryAt: null }

  test.each(['harbor', 'cellwave'])(
    '%s: in flight, paid, and owed after a refund -> the dollars of each',
    async like => {
      const network = await newEarner(2_014, { like, settings, member: { emailConfirmedAt: new Date(0) } })
      expect(await standingOf(network)).toEqual({ memberBalance: 20.14, ...none })
      await run(network)
      expect(await standingOf(network)).toEqual({ ...none, memberBalance: 0, inFlight: 20.14 })
      await runFor(network, 5)
      expect(await standingOf(network)).toEqual({ ...none, memberBalance: 0, paid: 20.14 })
      const [dine] = (await network.activity()) as { sourceTransactionId: string }[]
      await network.deliver('transaction.refund', {
        originalTransactionId: dine!.sourceTransactionId,
        amount: -100,
      })
      expect(await standingOf(network)).toMatchObject({ memberBalance: -3, paid: 20.14 })
    },
  )

  test('a payout came back -> the day on which it is tried again, on the page and in the mail', async () => {
    const network = await newEarner(2_014)
    await sandbox.behavior.change({ refuse: 'card_closed' })
    await run(network)
    await runFor(network, 5)
    const held = await standingOf(network)
    expect(held).toMatchObject({ memberBalance: 20.14, hold: 'returned' })
    const [returned] = await payoutsOf(network)
    expect(Date.parse(held.retryAt) - returned!.settledAt!.getTime()).toBe(7 * 86_400_000)
    const { textBody } = await db
      .selectFrom('outgoingMails')
      .select('textBody')
      .where('cause', '=', `payout-returned:${returned!.id}`)
      .executeTakeFirstOrThrow()
    expect(textBody).toMatch(/We try again on March 17, 2026, or as soon as you link another card/)
    await sandbox.behavior.change(usual)
    await newLinkedCard(
      app,
      { id: network.memberId, partnerId: network.partner.slug },
      { linkedAt: new Date(app.clock.now().getTime() + 1_000) },
    )
    expect(await standingOf(network)).toMatchObject({ hold: null, retryAt: null })
    await run(network)
    expect(await standingOf(network)).toMatchObject({ memberBalance: 0, inFlight: 20.14 })
  })

  test.each([
    ['harbor', 'needs_card_or_email'],
    ['cellwave', 'needs_email'],
  ])(
    '%s: no card that is paid, no confirmed email -> %s, and an exception until it is paid',
    async (like, hold) => {
      const network = await newEarner(2_014, {
        like,
        settings,
        card: { cardType: 'Amex' },
        member: { emailConfirmedAt: null },
      })
      const { slug } = network.partner
      const exceptions = async () => {
        const client = await consoleClient(app, 'finance', slug)
        return (await client.get('/api/Console/Finance/Exceptions')).json().items
      }
      await run(network)
      expect(await standingOf(network)).toEqual({ ...none, memberBalance: 20.14, hold })
      expect(await exceptions()).toMatchObject([{ kind: 'unpayable_balances', partner: slug, count: 1 }])
      await db
        .updateTable('members')
        .set({ emailConfirmedAt: app.clock.now() })
        .where('id', '=', network.memberId)
        .execute()
      expect(await exceptions()).toEqual([])
      await run(network)
      expect(await standingOf(network)).toEqual({ ...none, memberBalance: 0, inFlight: 20.14 })
    },
  )
})
