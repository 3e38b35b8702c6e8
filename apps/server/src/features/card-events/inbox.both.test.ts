import { randomUUID } from 'node:crypto'
import { localTimeAt } from '@dineward/core/shared/local-date.ts'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Db } from '../../db/open-database.ts'
import { newLinkedCard, newMember } from '../../testing/factories.ts'
import { longTest } from '../../testing/long-test.ts'
import { sampleSize, takesAll } from '../../testing/sample-size.ts'
import { createTestApp } from '../../testing/test-app.ts'
import { ledgerProblems } from '../ledger/ledger-checks.read.ts'
import { ledgerProblemsOf } from '../ledger/ledger-for-test.ts'
import {
  type CardNetwork,
  cardNetworkOf,
  type EventName,
  type Fields,
  newCardNetwork,
} from './card-network-for-test.ts'
import { processInbox, retryEvent } from './inbox.service.ts'
import { readQueueState } from './queue-state.read.ts'

const app = await createTestApp()
const { db } = app.database
const services = { db, clock: app.clock, partners: app.partners }
const clearing = 'transaction.clearing'

// What other files have left in the worker's inbox would be counted here.
await db.updateTable('cardEvents').set({ status: 'refused' }).where('status', '=', 'received').execute()

const eventOf = (transactionId: string) =>
  db.selectFrom('cardEvents').selectAll().where('transactionId', '=', transactionId).executeTakeFirstOrThrow()

/** The same database, on which one statement fails, the nth, or all from then on. */
function failingAt(nth: number, last = nth): { db: Db; statements(): number } {
  let count = 0
  const failing = db.withPlugin({
    transformQuery: ({ node }) => {
      if (++count >= nth && count <= last) throw new Error('killed')
      return node
    },
    transformResult: async ({ result }) => result,
  })
  return { db: failing, statements: () => count }
}

describe('an event that cannot be worked on', () => {
  test('changes nothing, waits longer each time, and holds up no other', async () => {
    const [broken, fine] = [await newCardNetwork(app), await newCardNetwork(app)]
    const [id, logged, warned] = [randomUUID(), [] as unknown[], [] as unknown[]]
    const others = new Map([[fine.partner.slug, fine.partner]])
    const missing = { ...app.partners, bySlug: (slug: string) => others.get(slug) ?? null }
    const log = {
      error: (fields: unknown) => logged.push(fields),
      warn: (fields: unknown) => warned.push(fields),
    }
    await broken.send(clearing, { id })
    await fine.send(clearing)
    expect(await processInbox({ ...services, partners: missing, log })).toEqual({ done: 1, failed: 1 })
    expect(await fine.balance()).toBe(127)
    expect(await eventOf(id)).toMatchObject({ status: 'received', attempts: 1 })
    expect(logged).toMatchObject([{ attempt: 1, err: expect.any(Error) }])
    expect(warned).toMatchObject([{ events: 2, err: expect.any(Error) }])

    expect(await processInbox({ ...services, partners: missing })).toEqual({ done: 0, failed: 0 })
    app.clock.advance(1_000)
    expect(await processInbox({ ...services, partners: missing })).toEqual({ done: 0, failed: 1 })
    app.clock.advance(1_999)
    expect(await processInbox(services)).toEqual({ done: 0, failed: 0 })
    app.clock.advance(1)
    expect(await processInbox(services)).toEqual({ done: 1, failed: 0 })
    expect(await broken.balance()).toBe(127)
  })
})

describe('an event that fails ten times', () => {
  test('is parked with its error and counted; a retry processes it', async () => {
    const [network, id] = [await newCardNetwork(app), randomUUID()]
    const missing = { ...app.partners, bySlug: () => null }
    const before = await readQueueState(db, app.clock.now())
    await network.send(clearing, { id })
    for (let attempt = 1; attempt <= 10; attempt++) {
      expect(await eventOf(id)).toMatchObject({ status: 'received', attempts: attempt - 1 })
      expect(await processInbox({ ...services, partners: missing })).toEqual({ done: 0, failed: 1 })
      app.clock.advance(3_600_000)
    }
    const parked = await eventOf(id)
    expect(parked).toMatchObject({
      status: 'parked',
      reasonCode: 'processing_failed',
      attempts: 10,
      lastError: expect.stringMatching(/^load: card .* which is not loaded$/),
    })
    expect(await processInbox(services)).toEqual({ done: 0, failed: 0 })
    const after = await readQueueState(db, app.clock.now())
    expect(after.parkedEvents).toBe(before.parkedEvents + 1)

    expect(await retryEvent(services, parked.id)).toBe(true)
    expect(await eventOf(id)).toMatchObject({ status: 'processed', attempts: 0 })
    expect(await network.balance()).toBe(127)
    expect(await retryEvent(services, parked.id)).toBe(false)
  })
})

describe('an event dated in the future', () => {
  // The clock shows 2026-03-10T18:00:00Z plus what other tests added; the restaurant is in New York.
  const inHours = (hours: number) =>
    localTimeAt('America/New_York', new Date(app.clock.now().getTime() + hours * 3_600_000))

  test.each([
    ['a clearing of 2030', () => '2030-03-09T19:30:00', 42.5],
    ['48 hours and a second ahead', () => inHours(48 + 1 / 3_600), 42.5],
    ['a refund', () => inHours(49), -10],
  ])('%s: parked with a reason, not awarded', longTest, async (_, datetime, amount) => {
    const [network, id] = [await newCardNetwork(app), randomUUID()]
    await network.deliver(clearing, { id, datetime: datetime(), amount })
    expect(await eventOf(id)).toMatchObject({ status: 'parked', reasonCode: 'event_in_future' })
    expect(await network.activity()).toEqual([])
    await network.deliver(clearing)
    expect(await network.balance()).toBe(127)
  })

  test('48 hours ahead: awarded', async () => {
    const network = await newCardNetwork(app)
    await network.deliver(clearing, { datetime: inHours(48) })
    expect(await network.balance()).toBe(127)
  })

  test('retried once its time has come: awarded', async () => {
    const [network, id] = [await newCardNetwork(app), randomUUID()]
    await network.deliver(clearing, { id, datetime: inHours(72) })
    const { id: eventId } = await eventOf(id)
    expect(await retryEvent(services, eventId)).toBe(true)
    expect(await network.balance()).toBe(0)
    app.clock.advance(24 * 3_600_000)
    expect(await retryEvent(services, eventId)).toBe(true)
    expect(await network.balance()).toBe(127)
  })
})

test('killed between any two steps it loses nothing and doubles nothing (edge case 23)', async () => {
  const network = await newCardNetwork(app)
  const id = randomUUID()
  const story: [EventName, Fields][] = [
    ['transaction.refund', { id: `${id}-r`, amount: -10, originalTransactionId: id }],
    ['transaction.auth', { id, amount: 36 }],
    [clearing, { id, amount: 42.5 }],
  ]
  for (const [event, fields] of story) {
    await network.send(event, fields)
    for (let nth = 1; ; nth++) {
      const { db: failing, statements } = failingAt(nth, Number.POSITIVE_INFINITY)
      await processInbox({ ...services, db: failing }).catch(error => {
        if (error.message !== 'killed') throw error
      })
      expect(await ledgerProblemsOf(db, network.partner.slug)).toEqual([])
      if (statements() < nth) break
      app.clock.advance(3_600_000)
      // Ten failed tries would park it.
      await db.updateTable('cardEvents').set({ attempts: 0 }).where('status', '=', 'received').execute()
    }
  }
  expect(await network.balance()).toBe(97)
  expect(await network.activity()).toMatchObject([
    { awardStatus: 'Awarded', benefitAmount: 97, ticketAmount: 32.5 },
  ])
})

test(
  'a statement of several members fails, whichever -> each event is processed once',
  longTest,
  async () => {
    const networks = [await newCardNetwork(app), await newCardNetwork(app)]
    // The embedded database runs the same statements: a third of them.
    const step = app.database.embedded && !takesAll ? 3 : 1
    for (let round = 1; ; round++) {
      const nth = 1 + (round - 1) * step
      for (const network of networks) {
        const id = randomUUID()
        await network.send('transaction.auth', { id, amount: 36 })
        await network.send(clearing, { id, amount: 42.5 })
      }
      const { db: failing, statements } = failingAt(nth)
      // Where nothing could be claimed the run ends.
      const run = await processInbox({ ...services, db: failing }).catch(() => null)
      if (run) expect(run).toEqual({ done: 4, failed: 0 })
      expect(await processInbox(services)).toMatchObject({ failed: 0 })
      expect(await ledgerProblemsOf(db, ...networks.map(({ partner }) => partner.slug))).toEqual([])
      for (const network of networks) expect(await network.balance()).toBe(round * 127)
      if (statements() < nth) break
    }
  },
)

test('one transaction id of two members at once -> one dine, the other event is refused', async () => {
  const [first, id] = [await newCardNetwork(app), randomUUID()]
  const { id: memberId } = await newMember(app, first.partner)
  const { id: cardId } = await newLinkedCard(app, { id: memberId, partnerId: first.partner.slug })
  const second = cardNetworkOf(app, first.partner, { memberId, cardId, merchant: first.merchant })
  await first.send(clearing, { id })
  await second.send(clearing, { id, updated: '2026-03-10T00:00:00.000Z' })
  expect(await processInbox(services)).toEqual({ done: 2, failed: 0 })
  expect([await first.balance(), await second.balance()]).toEqual([127, 0])
  const reasons = await db
    .selectFrom('cardEvents')
    .select('reasonCode')
    .where('transactionId', '=', id)
    .execute()
  expect(reasons.map(({ reasonCode }) => reasonCode).toSorted()).toEqual(
    [null, 'transaction_of_another_card'].toSorted(),
  )
})

test('several workers at once finish every event once', async () => {
  const networks = await Promise.all(Array.from({ length: 5 }, () => newCardNetwork(app)))
  for (const network of networks) {
    for (let n = 0; n < 6; n++) await network.send(clearing, { datetime: `2026-03-0${n + 1}T19:00:00` })
    await network.send('transaction.refund', { amount: -10, datetime: '2026-03-07T19:00:00' })
  }
  // The embedded database has one connection for all.
  const inBackground = { ...services, db: app.database.backgroundDb }
  const runs = await Promise.all(Array.from({ length: 4 }, () => processInbox(inBackground)))
  expect(runs.reduce((sum, { done }) => sum + done, 0)).toBe(5 * 7)
  expect(runs.every(({ failed }) => failed === 0)).toBe(true)
  expect(await ledgerProblems(db)).toEqual([])
  for (const network of networks) expect(await network.balance()).toBe(6 * 127 - 30)
})

describe('a day of events', () => {
  const cents = fc.integer({ min: 1, max: 12_000 })
  const visit = fc.record({
    hour: fc.integer({ min: 10, max: 20 }),
    authorized: fc.boolean(),
    clearings: fc.array(fc.record({ cents, own: fc.boolean() }), { maxLength: 3 }),
    refunds: fc.array(fc.record({ cents, named: fc.boolean(), twice: fc.boolean() }), { maxLength: 2 }),
  })

  const report = (event: EventName, fields: Fields): [EventName, Fields] => [event, fields]

  /** The events of the visits have new ids for each order of reporting. */
  function eventsOf(
    visits: (typeof visit extends fc.Arbitrary<infer T> ? T : never)[],
    day: string,
  ): [EventName, Fields][] {
    return visits.flatMap(({ hour, authorized, clearings, refunds }, index): [EventName, Fields][] => {
      const id = `${day}-${index}`
      const at = (minute: number) => `2026-03-09T${hour}:${10 + minute}:0${index}`
      return [
        ...(authorized
          ? [report('transaction.auth', { id, amount: 20, datetime: at(0), authCode: id })]
          : []),
        ...clearings.map(({ cents: amount, own }, n): [EventName, Fields] => [
          clearing,
          {
            id: own ? `${id}-${n}` : id,
            amount: amount / 100,
            datetime: at(0),
            authCode: id,
            updated: `2026-03-10T00:00:0${n}.000Z`,
          },
        ]),
        ...refunds.flatMap(({ cents: amount, named, twice }, n): [EventName, Fields][] => {
          const fields = {
            id: `${id}-r${n}`,
            amount: -amount / 100,
            datetime: at(n + 1),
            ...(named ? { originalTransactionId: id } : {}),
          }
          return [[clearing, fields], ...(twice ? [report('transaction.refund', fields)] : [])]
        }),
      ]
    })
  }

  async function booksOf(network: CardNetwork) {
    const dines = await network.activity()
    const book = dines.map(dine => [dine.date, dine.awardStatus, dine.benefitAmount, dine.ticketAmount])
    return { balance: await network.balance(), book: book.map(String).sort() }
  }

  test('shuffled, repeated, with gaps, and replayed whole, ends as the day in order', longTest, async () => {
    const day = fc.array(visit, { minLength: 1, maxLength: 4 }).chain(visits => {
      const positions = eventsOf(visits, '').map((_, position) => position)
      const some = fc.shuffledSubarray(positions)
      const all = fc.shuffledSubarray(positions, { minLength: positions.length })
      return fc.record({ visits: fc.constant(visits), first: some, again: some, replay: all })
    })
    await fc.assert(
      fc.asyncProperty(day, async ({ visits, first, again, replay }) => {
        const [ordered, shuffled] = [await newCardNetwork(app), await newCardNetwork(app)]
        for (const [event, fields] of eventsOf(visits, randomUUID())) await ordered.send(event, fields)
        await ordered.processAll()
        const events = eventsOf(visits, randomUUID())
        for (const positions of [first, again, replay]) {
          for (const position of positions) await shuffled.send(...events[position]!)
          await shuffled.processAll()
        }
        expect(await booksOf(shuffled)).toEqual(await booksOf(ordered))
      }),
      // The embedded database differs in its one connection, not in what it computes.
      { numRuns: app.database.embedded ? sampleSize(4, 8) : sampleSize(12, 25), seed: 20_260_310 },
    )
  })
})
