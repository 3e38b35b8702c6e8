import type { Db } from '../../db/open-database.ts'
import { requeueEvents, updateEvents, updateEventsOfMovements } from './inbox.repository.ts'

/** What was decided of events. */
interface Outcomes {
  /** Of all events that report a movement. */
  readonly movements: Parameters<typeof updateEventsOfMovements>[1]
  readonly events: Parameters<typeof updateEvents>[1]
  /** To be decided again. */
  readonly requeued: readonly number[]
}

/** Write what a decision says of events. Nothing else does (law 13), and it belongs into the transaction of the decision. */
export async function recordOutcomes(
  db: Db,
  { movements, events, requeued }: Outcomes,
  now: Date,
): Promise<void> {
  await updateEventsOfMovements(db, movements)
  await updateEvents(db, events, now)
  await requeueEvents(db, { ids: requeued, partnerIds: null })
}
