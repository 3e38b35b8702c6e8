import { randomUUID } from 'node:crypto'
import { promisedBonus } from '@dineward/core/bonuses/member-bonus.rules.ts'
import type { ApiEvent } from '@dineward/core/events/events.contract.ts'
import { minutes } from '@dineward/core/shared/clock.ts'
import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import { tryInTransaction } from '../../db/in-transaction.ts'
import { newApiClient } from '../../testing/api-client-for-test.ts'
import { newMember, newMerchant } from '../../testing/factories.ts'
import { longTest } from '../../testing/long-test.ts'
import { createTestApp } from '../../testing/test-app.ts'
import { signedInClient } from '../../testing/test-client.ts'
import { insertEnrollment } from '../bonuses/bonuses.repository.ts'
import { newCardNetwork } from '../card-events/card-network-for-test.ts'
import { eraseMember } from '../leaving/erasure.service.ts'
import { markMemberClosed } from '../members/members.service.ts'
import { recordEvents } from './record-events.service.ts'
import { tellOfTime } from './tell-of-time.service.ts'

// Its tests wait until transactions of other tests have ended.
vi.setConfig({ testTimeout: longTest.timeout })

const app = await createTestApp()

/** Transactions of other tests are open beside this one: what is written now is listed when they have ended. */
const untilListed = () =>
  expect
    .poll(async () => {
      const { rows } = await sql<{ isListed: boolean }>`
          select ended_transactions() > coalesce(max(transaction_no), 0) as "isListed" from api_events`.execute(
        app.database.db,
      )
      return rows[0]!.isListed
    })
    .toBe(true)

async function eventsOf(
  client: Awaited<ReturnType<typeof newApiClient>>,
  query = '',
  { waits = true }: { waits?: boolean } = {},
) {
  if (waits) await untilListed()
  const answer = await client.call('GET', `/v1/events${query}`)
  expect(answer.statusCode).toBe(200)
  return answer.json() as { items: ApiEvent[]; nextCursor: string }
}

test('a dine from authorization to refund: its events in order, each with the dine and the balance of then', async () => {
  const network = await newCardNetwork(app, { settings: { recordsEvents: true } })
  const client = await newApiClient(app, network.partner)
  const id = randomUUID()
  await network.deliver('transaction.auth', { id })
  await network.deliver('transaction.clearing', { id })
  await network.deliver('transaction.refund', { originalTransactionId: id, amount: -42.5 })
  const { items } = await eventsOf(client)
  const told = items.map(({ type, sequence, data, balance }) => [
    type,
    sequence,
    (data as { status: string }).status,
    (balance as { units: number }).units,
  ])
  expect(told).toEqual([
    ['dine.pending', 1, 'Pending', 0],
    ['dine.awarded', 2, 'Awarded', await awarded(items)],
    ['dine.forfeited', 3, 'Forfeit', 0],
  ])
  const [dine] = items.map(({ data }) => (data as { id: string }).id)
  expect((await eventsOf(client, '?types=dine.awarded')).items).toMatchObject([
    {
      program: network.partner.slug,
      data: { id: dine, memberId: network.memberId },
      previous: { status: 'Pending' },
    },
  ])
})

const awarded = async (items: ApiEvent[]) => (items[1]!.data as { reward: { units: number } }).reward.units

test('a change that is rolled back, and one of a program that records none -> no event', async () => {
  const partner = app.newPartner({ settings: { recordsEvents: true } })
  const member = await newMember(app, partner)
  const client = await newApiClient(app, partner)
  const context = app.context(partner)
  await expect(
    app.database.db.transaction().execute(async db => {
      await markMemberClosed({ ...context, db }, member.id)
      throw new Error('changed my mind')
    }),
  ).rejects.toThrow('changed my mind')
  const quiet = app.newPartner({ settings: { recordsEvents: false } })
  const other = await newMember(app, quiet)
  await app.database.db.transaction().execute(db => markMemberClosed({ ...app.context(quiet), db }, other.id))
  expect((await eventsOf(client)).items).toEqual([])
  expect((await eventsOf(await newApiClient(app, quiet))).items).toEqual([])
})

test('read by cursor while a transaction is open that began before: nothing is missed when it commits', async () => {
  const partner = app.newPartner({ settings: { recordsEvents: true } })
  const client = await newApiClient(app, partner)
  const [first, second] = [await newMember(app, partner), await newMember(app, partner)]
  const context = app.context(partner)
  const close = (id: string) =>
    app.database.db.transaction().execute(db => markMemberClosed({ ...context, db }, id))
  if (app.database.embedded) await close(first.id)
  else {
    let sawWhileOpen: { items: unknown[]; nextCursor: string } | undefined
    await app.database.db.transaction().execute(async db => {
      await markMemberClosed({ ...context, db }, first.id)
      await close(second.id)
      sawWhileOpen = await eventsOf(client, '', { waits: false })
    })
    expect(sawWhileOpen!.items).toEqual([])
    const { items, nextCursor } = await eventsOf(client, `?cursor=${sawWhileOpen!.nextCursor}&limit=1`)
    const rest = await eventsOf(client, `?cursor=${nextCursor}`)
    expect([...items, ...rest.items].map(({ data }) => (data as { id: string }).id)).toEqual(
      expect.arrayContaining([first.id, second.id]),
    )
  }
  const { nextCursor } = await eventsOf(client)
  expect((await eventsOf(client, `?cursor=${nextCursor}`)).items).toEqual([])
})

test('a key that does not read members -> no name, no email; one without events:read -> refused', async () => {
  const partner = app.newPartner({ settings: { recordsEvents: true } })
  const member = await newMember(app, partner, { firstName: 'Ada', email: 'ada@example.com' })
  const browser = await signedInClient(app, partner, member.id)
  expect((await browser.send('PUT', '/api/Member', { firstName: 'Augusta' })).statusCode).toBe(200)
  const narrow = await newApiClient(app, partner, { scopes: ['events:read'] })
  const { items } = await eventsOf(narrow)
  expect(items).toMatchObject([{ type: 'member.updated', data: { id: member.id }, sequence: 1 }])
  expect(JSON.stringify(items)).not.toMatch(/Augusta|Ada|ada@|units/)
  const all = await eventsOf(await newApiClient(app, partner))
  expect(all.items).toMatchObject([{ data: { firstName: 'Augusta' } }])
})

test('a member is erased -> their events tell nothing of them, and that they were erased', async () => {
  const partner = app.newPartner({ settings: { recordsEvents: true } })
  const member = await newMember(app, partner, { firstName: 'Ada', email: 'ada@example.com' })
  const context = app.context(partner)
  const actor = { kind: 'system', name: 'test' } as const
  const note = (name: string) =>
    app.database.db.transaction().execute(async db => {
      await db.updateTable('members').set({ firstName: name }).where('id', '=', member.id).execute()
      recordEvents({ ...context, db }, [{ type: 'member.updated', id: member.id, memberId: member.id }])
    })
  await note('Augusta')
  await note('Adele')
  await eraseMember({ ...context, actor }, member.id)
  const { items } = await eventsOf(await newApiClient(app, partner))
  expect(items.map(({ type, sequence }) => [type, sequence])).toEqual([
    ['member.updated', 1],
    ['member.updated', 2],
    ['member.erased', 3],
  ])
  expect(items[2]).toMatchObject({ data: { id: member.id, status: 'erased', firstName: '' } })
  expect(JSON.stringify(items)).not.toMatch(/Augusta|Adele|ada@/)
})

test('two members in one transaction, many in parallel -> each has numbers without gaps', async () => {
  const partner = app.newPartner({ settings: { recordsEvents: true } })
  const members = [await newMember(app, partner), await newMember(app, partner)]
  const context = app.context(partner)
  const touch = (ids: readonly string[]) =>
    app.database.db.transaction().execute(async db => {
      recordEvents(
        { ...context, db },
        ids.map(id => ({ type: 'member.updated', id, memberId: id })),
      )
    })
  const ids = members.map(({ id }) => id)
  await Promise.all(Array.from({ length: 6 }, (_, n) => touch(n % 2 ? ids : ids.toReversed())))
  app.clock.advance(minutes(1))
  const { items } = await eventsOf(await newApiClient(app, partner))
  for (const id of ids) {
    const own = items.filter(({ data }) => (data as { id: string }).id === id)
    // The list goes by transaction, and these waited for each other.
    expect(own.map(({ sequence }) => sequence!).toSorted((a, b) => a - b)).toEqual([1, 2, 3, 4, 5, 6])
  }
})

const endedBonus = {
  code: 'SPRING1',
  description: 'One dine earns {reward}.',
  reward: { kind: 'fixed', units: 100 },
  to: '2026-03-08',
}

test('restaurants that join, change and leave, and a bonus that ends -> told once, by the job', async () => {
  const partner = app.newPartner({ settings: { recordsEvents: true, bonuses: [endedBonus] } })
  const services = {
    db: app.database.db,
    clock: app.clock,
    partners: { ...app.partners, all: () => [partner] },
  }
  const client = await newApiClient(app, partner)
  await newMerchant(app, partner)
  expect(await tellOfTime(services)).toBe(1)
  expect((await eventsOf(client)).items).toEqual([])
  const joined = await newMerchant(app, partner)
  const member = await newMember(app, partner)
  await insertEnrollment(app.database.db, {
    partnerId: partner.slug,
    memberId: member.id,
    definition: promisedBonus(partner, partner.settings.bonuses[0]!),
    description: 'One dine more',
    enrolledAt: app.clock.now(),
    now: app.clock.now(),
  })
  await tellOfTime(services)
  await app.database.db
    .updateTable('merchantParticipations')
    .set({ leftOn: '2026-03-01' })
    .where('merchantId', '=', joined.id)
    .execute()
  await tellOfTime(services)
  await tellOfTime(services)
  const { items } = await eventsOf(client)
  expect(items.map(({ type, data }) => [type, (data as { status: string }).status])).toEqual([
    ['restaurant.joined', 'open'],
    ['bonus.expired', 'expired'],
    ['restaurant.left', 'left'],
  ])
})

test('what was tried and taken back in a transaction -> is not told; what it did besides is', async () => {
  const partner = app.newPartner({ settings: { recordsEvents: true } })
  const [tried, kept] = [await newMember(app, partner), await newMember(app, partner)]
  const context = app.context(partner)
  await app.database.db.transaction().execute(async db => {
    await markMemberClosed({ ...context, db }, kept.id)
    await tryInTransaction(db, trx => markMemberClosed({ ...context, db: trx }, tried.id))
  })
  const { items } = await eventsOf(await newApiClient(app, partner))
  expect(items.map(({ data }) => data.id)).toEqual([kept.id])
})
