import { days } from '@dineward/core/shared/clock.ts'
import { expirePending } from './dines.repository.ts'
import { claimEvent, failEvent } from './inbox.repository.ts'
import { type RewardServices, workEvent } from './work-event.ts'

export interface InboxRun {
  /** Events finished: worked, parked or refused. */
  readonly done: number
  /** Tries that failed; their events wait for the next one. */
  readonly failed: number
}

/** The wait doubles with each failed try, up to an hour, so an event that cannot be worked on never spins. */
const firstRetryMs = 1_000
const longestRetryMs = 3_600_000

/**
 * Works off what the card network sent, oldest first, each event in one transaction, until none is left that may be
 * worked on now. One that fails changes nothing, waits, and holds up no other. May run in several places at once.
 */
export async function workInbox(services: RewardServices): Promise<InboxRun> {
  let [done, failed] = [0, 0]
  for (;;) {
    const outcome = await workNext(services)
    if (outcome === 'none') return { done, failed }
    if (outcome === 'done') done++
    else failed++
  }
}

/** How long an authorisation may wait for its clearing. A clearing that comes later still awards. */
const clearsWithinDays = 30

/** Gives up authorisations that were never cleared. Answers how many dines that ended. */
export async function expireAuthorisations({ db, clock, partners }: RewardServices): Promise<number> {
  const now = clock.now()
  const seenBefore = new Date(now.getTime() - days(clearsWithinDays))
  let expired = 0
  for (const { slug } of partners.all()) expired += await expirePending(db, slug, seenBefore, now)
  return expired
}

/** Throws when the database itself is away: there is no next event then, and no place to note the failure. */
async function workNext(services: RewardServices): Promise<'done' | 'none' | 'failed'> {
  let claimed: { id: number; attempts: number } | undefined
  try {
    return await services.db.transaction().execute(async trx => {
      const event = await claimEvent(trx, services.clock.now())
      if (!event) return 'none'
      claimed = event
      await workEvent({ ...services, db: trx }, event)
      return 'done'
    })
  } catch (error) {
    if (!claimed) throw error
    const attempt = claimed.attempts + 1
    const wait = Math.min(firstRetryMs * 2 ** (attempt - 1), longestRetryMs)
    await failEvent(services.db, claimed.id, {
      attempts: attempt,
      retryAt: new Date(services.clock.now().getTime() + wait),
    })
    services.log?.error({ err: error, eventId: claimed.id, attempt }, 'card event could not be worked on')
    return 'failed'
  }
}
