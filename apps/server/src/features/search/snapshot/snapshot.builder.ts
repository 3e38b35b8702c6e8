import { setTimeout as sleep } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import type { Db } from '../../../db/open-database.ts'
import { type Batch, selectBatch } from '../search-rows.read.ts'
import type { Segment } from './segment.snapshot.ts'
import type { MerchantTexts } from './texts.snapshot.ts'

export interface BuiltSnapshot {
  readonly partners: readonly (readonly [partnerId: string, segment: Segment])[]
  readonly texts: MerchantTexts
}

/** Small enough that neither this thread nor, where there is but one connection, anybody else waits long. */
const batchSize = 500

/**
 * Reads all of `merchant_search` and has a thread of its own make columns of it: for a million restaurants that takes
 * many seconds, of which this thread spends milliseconds at a time.
 */
export async function buildSnapshot(db: Db, signal: AbortSignal): Promise<BuiltSnapshot> {
  const worker = new Worker(new URL('./snapshot.worker.ts', import.meta.url))
  try {
    const built = new Promise<BuiltSnapshot>((resolve, reject) => {
      worker.once('message', resolve)
      worker.once('error', reject)
      worker.once('exit', code => reject(new Error(`the search's thread ended with code ${code}`)))
    })
    built.catch(() => {})
    let last: Batch['last'] = null
    do {
      signal.throwIfAborted()
      const batch: Batch = await selectBatch(db, last, batchSize)
      last = batch.count < batchSize ? null : batch.last
      worker.postMessage(batch.rows)
      await sleep(0)
    } while (last)
    worker.postMessage(null)
    return await Promise.race([built, aborted(signal)])
  } finally {
    await worker.terminate()
  }
}

function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) =>
    signal.addEventListener('abort', () => reject(signal.reason), { once: true }),
  )
}
