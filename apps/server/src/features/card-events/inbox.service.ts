import type { Actor } from '../../context.ts'
import { BudgetTaken, repeatingWhenTaken } from '../budgets/budgets.service.ts'
import type { RewardServices } from '../rewards/load/resolve-events.service.ts'
import { phaseOf, processEvents } from '../rewards/process-events.service.ts'
import { writeAudited } from '../staff/audit.service.ts'
import { claimEvents, failEvent, requeueEvent } from './inbox.repository.ts'

export interface InboxRun {
  /** An event is done when it is processed, parked or refused. */
  readonly done: number
  readonly failed: number
}

/** The wait doubles with each failed attempt, up to an hour. */
const firstRetryMs = 1_000
const longestRetryMs = 3_600_000
/** After this many failed attempts an event is parked with its error, until an operator retries it. */
const maxAttempts = 10

/** This many events share a transaction (decision 043). */
export const batchSizes = { server: 16, embedded: 4 } as const

/** The oldest are processed first. A failed event changes nothing and blocks no other. */
export async function processInbox(
  services: RewardServices,
  batchSize: number = batchSizes.embedded,
): Promise<InboxRun> {
  let [done, failed] = [0, 0]
  for (;;) {
    const batch = await processBatch(services, batchSize)
    done += batch.done
    // What one event broke for the others of its batch is processed again, each in its own transaction.
    for (let left = batch.left; left > 0; left--) {
      const outcome = await processNext(services)
      if (outcome === 'none') break
      if (outcome === 'done') done++
      else failed++
    }
    if (batch.done + batch.left === 0) return { done, failed }
  }
}

/** @returns false when there is no such event. */
export async function retryEvent(
  services: RewardServices & { readonly actor?: Actor },
  id: number,
): Promise<boolean> {
  const isRequeued = await writeAudited(
    services,
    db => requeueEvent(db, id),
    requeued => (requeued ? [{ action: 'event.retry', subject: `card event ${id}`, partnerId: null }] : []),
  )
  if (!isRequeued) return false
  await processInbox(services)
  return true
}

/** @returns how many were done, or are left after one failed. */
async function processBatch(
  services: RewardServices,
  batchSize: number,
): Promise<{ done: number; left: number }> {
  let claimed = 0
  try {
    return await services.db.transaction().execute(async trx => {
      const events = await claimEvents(trx, services.clock.now(), batchSize)
      claimed = events.length
      await processEvents({ ...services, db: trx }, events)
      return { done: claimed, left: 0 }
    })
  } catch (error) {
    if (claimed === 0) throw error
    if (error instanceof BudgetTaken) return { done: 0, left: claimed }
    services.log?.warn(
      { err: error, events: claimed },
      'batch of card events failed: each is processed alone',
    )
    return { done: 0, left: claimed }
  }
}

/** @throws when the database is unavailable: the failure cannot be recorded. */
async function processNext(services: RewardServices): Promise<'done' | 'none' | 'failed'> {
  let claimed: { id: number; attempts: number } | undefined
  try {
    return await repeatingWhenTaken(() =>
      services.db.transaction().execute(async trx => {
        const [event] = await claimEvents(trx, services.clock.now(), 1)
        if (!event) return 'none'
        claimed = event
        await processEvents({ ...services, db: trx }, [event])
        return 'done'
      }),
    )
  } catch (error) {
    if (!claimed) throw error
    const attempt = claimed.attempts + 1
    const wait = Math.min(firstRetryMs * 2 ** (attempt - 1), longestRetryMs)
    const isLast = attempt >= maxAttempts
    await failEvent(services.db, claimed.id, {
      attempts: attempt,
      lastError: `${phaseOf(error) ?? 'begin'}: ${error instanceof Error ? error.message : error}`.slice(
        0,
        500,
      ),
      ...(isLast
        ? { status: 'parked', reasonCode: 'processing_failed', retryAt: null }
        : { retryAt: new Date(services.clock.now().getTime() + wait) }),
    })
    const next = isLast ? 'parked, retry it with `npm run inbox -- retry ID`' : 'will be retried'
    services.log?.error({ err: error, eventId: claimed.id, attempt }, `card event failed: ${next}`)
    return 'failed'
  }
}
