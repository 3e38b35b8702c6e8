import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { createTestApp } from '../../testing/test-app.ts'
import type { NewEvent } from './inbox.repository.ts'
import { storeEvent } from './store-event.service.ts'

const { db, watchQueries } = (await createTestApp()).database

const newEvent = (name: string, values: Partial<NewEvent> = {}): NewEvent => ({
  provider: 'fidel',
  event: 'transaction.auth',
  dedupeKey: `fidel:${name}:${randomUUID()}`,
  body: '{}',
  receivedAt: new Date(),
  status: 'received',
  ...values,
})

async function storedKeys(events: readonly NewEvent[]): Promise<string[]> {
  const keys = events.map(({ dedupeKey }) => dedupeKey)
  const rows = await db.selectFrom('cardEvents').select('dedupeKey').where('dedupeKey', 'in', keys).execute()
  return rows.map(({ dedupeKey }) => dedupeKey)
}

test('200 at once, each twice -> stored once, 100 of them by a statement', async () => {
  const events = Array.from({ length: 200 }, (_, n) => newEvent(`many-${n}`))
  let statements = 0
  // A new connection sends others first.
  watchQueries(text => {
    if (text.includes('card_events')) statements++
    return () => {}
  })
  await Promise.all([...events, ...events].map(event => storeEvent(db, event)))
  expect(statements).toBe(4)
  expect((await storedKeys(events)).toSorted()).toEqual(events.map(({ dedupeKey }) => dedupeKey).toSorted())
})

test('one cannot be stored -> its sender is told; the others are stored', async () => {
  const [first, wrong, last] = [newEvent('first'), newEvent('wrong', { body: '\0' }), newEvent('last')]
  const results = await Promise.allSettled([first, wrong, last].map(event => storeEvent(db, event)))
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
  expect((await storedKeys([first, wrong, last])).toSorted()).toEqual([first.dedupeKey, last.dedupeKey])
})

test('one waits for a lock -> those behind it do not', async () => {
  const [locked, behind] = [newEvent('locked'), newEvent('behind')]
  const unlock = Promise.withResolvers<void>()
  const isLocked = Promise.withResolvers<void>()
  const holder = db.transaction().execute(async trx => {
    await storeEvent(trx, locked)
    isLocked.resolve()
    await unlock.promise
  })
  await isLocked.promise
  let isStored = false
  const waiting = storeEvent(db, locked).then(() => {
    isStored = true
  })
  // Yielding once lets the event above have a statement of its own.
  await new Promise(resolve => setImmediate(resolve))
  await storeEvent(db, behind)
  expect(isStored).toBe(false)
  unlock.resolve()
  await Promise.all([holder, waiting])
  expect(await storedKeys([locked, behind])).toHaveLength(2)
})

test('database away -> every sender is told after one attempt', async () => {
  const events = Array.from({ length: 20 }, (_, n) => newEvent(`away-${n}`))
  let attempts = 0
  const away = db.withPlugin({
    transformQuery() {
      attempts++
      throw Object.assign(new Error('terminating connection'), { code: '57P01' })
    },
    transformResult: async ({ result }) => result,
  })
  const results = await Promise.allSettled(events.map(event => storeEvent(away, event)))
  expect(results.map(({ status }) => status)).toEqual(events.map(() => 'rejected'))
  expect(attempts).toBe(1)
})
