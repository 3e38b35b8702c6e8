import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { asOwner } from '../../testing/databases/owner-database.ts'
import { newMember } from '../../testing/factories.ts'
import { createTestApp } from '../../testing/test-app.ts'
import { postAdjustment } from '../adjustments/adjustments.service.ts'
import { newCardNetwork } from '../card-events/card-network-for-test.ts'
import { balanceOf, type Posting, postEntries, postMany, rewardEntries } from './ledger.service.ts'
import { ledgerProblems } from './ledger-checks.read.ts'
import { problemsWithPlanted } from './ledger-for-test.ts'

const app = await createTestApp()
const { db } = app.database

async function newAccount() {
  const partner = app.newPartner()
  const member = await newMember(app, partner)
  const posting = (units: number, fields: Partial<Posting> = {}): Posting => ({
    partnerId: partner.slug,
    idempotencyKey: randomUUID(),
    kind: 'manual',
    correlationId: 'gift',
    reasonCode: 'goodwill',
    postedAt: app.clock.now(),
    entries: rewardEntries(member.id, units),
    ...fields,
  })
  const row = () =>
    db
      .selectFrom('memberBalances')
      .select(['units', 'inFlightUnits', 'version', 'changedAt'])
      .where('partnerId', '=', partner.slug)
      .where('memberId', '=', member.id)
      .executeTakeFirst()
  return { partner, member, posting, row, balance: () => balanceOf(db, partner.slug, member.id) }
}

describe('a posting', () => {
  test('moves value between accounts', async () => {
    const { posting, balance } = await newAccount()
    expect(await postEntries(db, posting(100))).toEqual({ posted: true })
    expect(await postEntries(db, posting(-30))).toEqual({ posted: true })
    expect(await balance()).toBe(70)
    expect(await ledgerProblems(db)).toEqual([])
  })

  test('under a key that was used before with the same input has no effect', async () => {
    const { posting, balance } = await newAccount()
    const once = posting(100)
    await postEntries(db, once)
    expect(await postEntries(db, { ...once, postedAt: new Date(0) })).toEqual({ posted: false })
    expect(await balance()).toBe(100)
  })

  test.each<[string, (posting: Posting) => Posting]>([
    ['another amount', posting => ({ ...posting, entries: rewardEntries('another-member', 1) })],
    ['another reason', posting => ({ ...posting, reasonCode: 'other' })],
    ['another subject', posting => ({ ...posting, correlationId: 'other' })],
  ])('under a key that was used before with %s is an error', async (_, change) => {
    const { posting, balance } = await newAccount()
    const once = posting(100)
    await postEntries(db, once)
    await expect(postEntries(db, change(once))).rejects.toMatchObject({ code: 'idempotency_conflict' })
    expect(await balance()).toBe(100)
  })

  test('a hundred times at once is posted once', async () => {
    const { posting, balance } = await newAccount()
    const once = posting(100)
    const results = await Promise.all(Array.from({ length: 100 }, () => postEntries(db, once)))
    expect(results.filter(({ posted }) => posted)).toHaveLength(1)
    expect(await balance()).toBe(100)
  })

  test('of two inputs that race for one key, one is posted and the other is an error', async () => {
    const { posting, balance } = await newAccount()
    const first = posting(100)
    const racers = Array.from({ length: 20 }, (_, n) =>
      postEntries(db, n % 2 ? first : { ...first, entries: posting(7).entries }).then(
        () => 'fine',
        error => error.code,
      ),
    )
    const outcomes = await Promise.all(racers)
    expect(outcomes.filter(outcome => outcome === 'fine')).toHaveLength(10)
    expect(outcomes.filter(outcome => outcome === 'idempotency_conflict')).toHaveLength(10)
    expect([100, 7]).toContain(await balance())
  })

  test('the same key of another partner is another key', async () => {
    const [one, other] = [await newAccount(), await newAccount()]
    const posting = one.posting(100)
    await postEntries(db, posting)
    await postEntries(db, other.posting(50, { idempotencyKey: posting.idempotencyKey }))
    expect([await one.balance(), await other.balance()]).toEqual([100, 50])
  })
})

describe('a batch of postings', () => {
  test('is posted whole, and again without effect', async () => {
    const { posting, balance } = await newAccount()
    const batch = Array.from({ length: 500 }, (_, n) => posting(n + 1))
    expect(await postMany(db, batch)).toHaveLength(500)
    expect(await postMany(db, batch)).toHaveLength(0)
    expect(await balance()).toBe((500 * 501) / 2)
    expect(await ledgerProblems(db)).toEqual([])
  })

  test('posts nothing when one of its keys was used for something else', async () => {
    const { posting, balance } = await newAccount()
    const used = posting(1)
    await postEntries(db, used)
    const batch = [posting(10), { ...used, reasonCode: 'other' }, posting(20)]
    await expect(postMany(db, batch)).rejects.toMatchObject({ code: 'idempotency_conflict' })
    expect(await balance()).toBe(1)
  })

  test('posts nothing when it contradicts itself', async () => {
    const { posting, balance } = await newAccount()
    const one = posting(10)
    await expect(postMany(db, [one, { ...one, reasonCode: 'other' }])).rejects.toMatchObject({
      code: 'idempotency_conflict',
    })
    expect(await balance()).toBe(0)
  })

  test('of nothing is nothing', async () => {
    expect(await postMany(db, [])).toEqual([])
  })

  test('takes one statement', async () => {
    const { posting } = await newAccount()
    const statements: string[] = []
    const counting = db.withPlugin({
      transformQuery: ({ node }) => {
        statements.push(node.kind)
        return node
      },
      transformResult: async ({ result }) => result,
    })
    await postMany(
      counting,
      Array.from({ length: 100 }, () => posting(1)),
    )
    expect(statements).toHaveLength(1)
  })
})

describe('the balance of a member', () => {
  test('is a row, which each posting changes and none that was posted before', async () => {
    const { posting, row } = await newAccount()
    expect(await row()).toBeUndefined()
    const late = posting(-30, { postedAt: new Date('2025-01-01') })
    await postEntries(db, posting(100))
    await postEntries(db, late)
    await postEntries(db, late)
    const changedAt = app.clock.now()
    expect(await row()).toEqual({ units: 70, inFlightUnits: 0, version: 2, changedAt })
    expect(await ledgerProblems(db)).toEqual([])
  })

  test('is right after fifty postings at once, in batches and alone', async () => {
    const { posting, row } = await newAccount()
    await Promise.all(
      Array.from({ length: 50 }, (_, n) =>
        n % 2 ? postEntries(db, posting(n)) : postMany(db, [posting(n + 1), posting(-1)]),
      ),
    )
    expect(await row()).toMatchObject({ units: 1_225, version: 50 })
    expect(await ledgerProblems(db)).toEqual([])
  })

  test('batches of the same members in another order, at once -> none waits for the other for good', async () => {
    const partner = app.newPartner()
    const members = await Promise.all(Array.from({ length: 20 }, () => newMember(app, partner)))
    const batch = (order: readonly { readonly id: string }[]) =>
      order.map(
        ({ id }): Posting => ({
          partnerId: partner.slug,
          idempotencyKey: randomUUID(),
          kind: 'manual',
          correlationId: 'gift',
          reasonCode: 'goodwill',
          postedAt: app.clock.now(),
          entries: rewardEntries(id, 1),
        }),
      )
    await Promise.all(
      Array.from({ length: 20 }, (_, n) => postMany(db, batch(n % 2 ? members : members.toReversed()))),
    )
    for (const { id } of members) expect(await balanceOf(db, partner.slug, id)).toBe(20)
  })

  test('is what it was where the posting is rolled back', async () => {
    const { posting, row } = await newAccount()
    await postEntries(db, posting(100))
    const before = await row()
    const undone = db.transaction().execute(async trx => {
      await postEntries(trx, posting(50))
      throw new Error('undone')
    })
    await expect(undone).rejects.toThrow('undone')
    expect(await row()).toEqual(before)
  })

  test('is of its partner’s member only', async () => {
    const [account, other] = [await newAccount(), await newAccount()]
    await postEntries(db, account.posting(100))
    expect(await other.balance()).toBe(0)
    expect(await balanceOf(db, other.partner.slug, account.member.id)).toBe(0)
  })
})

describe('the database itself refuses', () => {
  test.each([
    ['to change a posting', sql`update ledger_postings set reason_code = 'x'`],
    ['to delete entries', sql`delete from ledger_entries`],
    ['to empty the ledger', sql`truncate ledger_entries`],
  ])('%s', async (_, statement) => {
    await expect(statement.execute(await asOwner(app.database))).rejects.toThrow('append-only')
  })

  test('entries that do not sum to zero', async () => {
    const { posting, balance } = await newAccount()
    const lopsided = posting(10, { entries: [{ account: 'member_rewards', memberId: 'm', units: 10 }] })
    await expect(postEntries(db, lopsided)).rejects.toThrow('sum to zero')
    expect(await balance()).toBe(0)
  })
})

describe('ledger check', () => {
  const problemsAfter = async (spoil: (dineId: string) => Promise<unknown>) => {
    const network = await newCardNetwork(app)
    await network.deliver('transaction.clearing')
    const { id } = await db
      .selectFrom('dines')
      .select('id')
      .where('memberId', '=', network.memberId)
      .executeTakeFirstOrThrow()
    const before = await db.selectFrom('dines').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    await spoil(id)
    const problems = await ledgerProblems(db)
    const { rewardUnits, clearedCents, status } = before
    await db.updateTable('dines').set({ rewardUnits, clearedCents, status }).where('id', '=', id).execute()
    return problems.map(problem => problem.split(':')[0])
  }
  const set = (id: string, changes: object) =>
    db.updateTable('dines').set(changes).where('id', '=', id).execute()

  test('dine: reward differs from its posted balance -> found', async () => {
    const found = ['the posted balance of a dine is not its reward']
    expect(await problemsAfter(id => set(id, { rewardUnits: 128 }))).toEqual(found)
    expect(await problemsAfter(id => set(id, { status: 'Forfeit' }))).toEqual(found)
  })

  test('dine: differs from the sum of its amounts -> found', async () => {
    expect(await problemsAfter(id => set(id, { clearedCents: 1 }))).toEqual([
      'a dine is not the sum of its amounts',
    ])
  })

  test('account reward: differs from its posting, or its adjustment from it -> found', async () => {
    const partner = app.newPartner()
    const { id: memberId } = await newMember(app, partner)
    const ctx = { ...app.context(partner), actor: { kind: 'system', name: 'ada' } as const }
    const { id, rewardId } = await postAdjustment(ctx, { memberId, units: 100, reason: 'x' })
    const rewards = db.updateTable('accountRewards').where('id', '=', rewardId)
    const adjustments = db.updateTable('adjustments').where('id', '=', id)
    const problems = async () => (await ledgerProblems(db)).map(problem => problem.split(':')[0])
    await rewards.set({ units: 99 }).execute()
    const found = ['an account reward is not its posting', 'an adjustment is not its reward']
    expect(await problems()).toEqual(found)
    await rewards.set({ units: 100 }).execute()
    await adjustments.set({ reversedBy: 'ada', reversedAt: app.clock.now(), reversalReason: 'x' }).execute()
    expect(await problems()).toEqual(['an adjustment is not its reward'])
    await adjustments.set({ reversedBy: null, reversedAt: null, reversalReason: null }).execute()
    expect(await problems()).toEqual([])
  })

  test.each([
    ['other units', sql`units = units + 1`],
    ['units in flight that no payout has', sql`in_flight_units = 5`],
    ['another time', sql`changed_at = changed_at + interval '1 day'`],
  ])('balance: %s than its entries have -> found', async (_, change) => {
    const { member, partner, posting } = await newAccount()
    await postEntries(db, posting(100))
    const found = await problemsWithPlanted(db, partner.slug, trx =>
      sql`update member_balances set ${change} where partner_id = ${partner.slug}`.execute(trx),
    )
    expect(found).toEqual([`a balance is not the sum of its entries: ${partner.slug} member ${member.id}`])
  })

  test('balance: no row, or one without entries -> found', async () => {
    const { member, partner, posting } = await newAccount()
    await postEntries(db, posting(100))
    const found = await problemsWithPlanted(db, partner.slug, trx =>
      sql`update member_balances set member_id = 'other' where partner_id = ${partner.slug}`.execute(trx),
    )
    const problem = (id: string) => `a balance is not the sum of its entries: ${partner.slug} member ${id}`
    expect(found.toSorted()).toEqual([problem(member.id), problem('other')].toSorted())
  })

  test('no violation -> nothing found', async () => {
    expect(await problemsAfter(async () => {})).toEqual([])
  })
})
