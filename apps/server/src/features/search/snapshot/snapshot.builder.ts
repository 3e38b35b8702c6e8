import { setTimeout as sleep } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import type { Db } from '../../../db/open-database.ts'
import { type Batch, selectBatch } from '../search-rows.read.ts'
import type { Segment } from './segment.snapshot.ts'
import type { MerchantTexts } from './summaries.snapshot.ts'

export interface BuiltSnapshot {
  readonly partners: readonly (readonly [partnerId: string, segment: Segment])[]
  readonly texts: MerchantTexts
}

/** Small: other queries on the single connection wait for milliseconds only. */
const batchSize = 500

/** A worker builds the columns, which takes seconds for a million restaurants. */
export async function buildSnapshot(db: Db, signal: AbortSignal): Promise<BuiltSnapshot> {
  // Node's watch mode tells workers by a variable to send messages of its own.
  const worker = new Worker(new URL('./snapshot.worker.ts', import.meta.url), { env: {} })
  try {
    const built = new Promise<BuiltSnapshot>((resolve, reject) => {
      worker.once('message', resolve)
      worker.once('error', reject)
      worker.once('exit', code => reject(new Error(`search snapshot worker exited with code ${code}`)))
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
