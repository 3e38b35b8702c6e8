import { setTimeout as sleep } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import type { Db } from '../../../db/open-database.ts'
import { type Batch, selectBatch } from '../search-rows.read.ts'
import { type BuiltSnapshot, SnapshotColumns } from './snapshot-columns.builder.ts'

/** It is small: other queries on the single connection wait for milliseconds only. */
const batchSize = 1_000

/** A worker builds the columns, which takes seconds for a million restaurants; one batch is faster built here. */
export async function buildSnapshot(db: Db, signal: AbortSignal): Promise<BuiltSnapshot> {
  const first = await selectBatch(db, null, batchSize)
  if (first.count === batchSize) return buildInWorker(db, signal, first)
  const columns = new SnapshotColumns()
  columns.add(first.rows)
  return columns.finish()
}

async function buildInWorker(db: Db, signal: AbortSignal, first: Batch): Promise<BuiltSnapshot> {
  // Node's watch mode tells workers by a variable to send messages of its own.
  const worker = new Worker(new URL('./snapshot.worker.ts', import.meta.url), { env: {} })
  try {
    const built = new Promise<BuiltSnapshot>((resolve, reject) => {
      worker.once('message', resolve)
      worker.once('error', reject)
      worker.once('exit', code => reject(new Error(`search snapshot worker exited with code ${code}`)))
    })
    built.catch(() => {})
    for (let batch = first; ; ) {
      signal.throwIfAborted()
      // The database reads the next one while this one is passed on.
      const next = batch.count < batchSize ? null : selectBatch(db, batch.last, batchSize)
      worker.postMessage(batch.rows)
      if (!next) break
      batch = await next
      await sleep(0)
    }
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
