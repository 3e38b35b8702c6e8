import { setTimeout as sleep } from 'node:timers/promises'
import DataLoader from 'dataloader'
import { isConnectionError } from '../../db/connection-error.ts'
import type { Db } from '../../db/open-database.ts'
import { insertEvents, type NewEvent } from './inbox.repository.ts'

/** A statement that takes longer does not keep those behind it waiting. */
const longestWaitMs = 50
const mostAtOnce = 100

const loadersOf = new WeakMap<Db, DataLoader<NewEvent, true>>()

/**
 * Store an event once (`dedupeKey`). Events that arrive while others are being stored follow as one statement: their
 * commits are most of what a webhook costs.
 */
export async function storeEvent(db: Db, event: NewEvent): Promise<void> {
  const loader = loadersOf.get(db) ?? newLoader(db)
  loadersOf.set(db, loader)
  await loader.load(event)
}

function newLoader(db: Db): DataLoader<NewEvent, true> {
  let underWay: Promise<unknown> = Promise.resolve()
  return new DataLoader<NewEvent, true>(
    events => {
      const stored = storeAll(db, events)
      underWay = stored
      return stored
    },
    {
      cache: false,
      maxBatchSize: mostAtOnce,
      batchScheduleFn: store => void Promise.race([underWay, sleep(longestWaitMs)]).then(store),
    },
  )
}

/**
 * In the order of their keys, so that processes that store the same ones do not deadlock. Where the database refuses one,
 * each is stored alone; where it cannot be reached, all fail at once.
 */
async function storeAll(db: Db, events: readonly NewEvent[]): Promise<(true | Error)[]> {
  try {
    await insertEvents(db, events.toSorted(byKey))
    return events.map(() => true)
  } catch (error) {
    if (events.length === 1 || isConnectionError(error)) return events.map(() => error as Error)
    return Promise.all(events.map(async event => (await storeAll(db, [event]))[0]!))
  }
}

const byKey = (one: NewEvent, other: NewEvent) => (one.dedupeKey < other.dedupeKey ? -1 : 1)
