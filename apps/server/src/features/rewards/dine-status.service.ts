import type { Db } from '../../db/open-database.ts'
import { updateStatus } from './write/dines.repository.ts'

interface Dines {
  readonly partnerId: string
  readonly dineIds: readonly string[]
  readonly now: Date
}

/* For callers that have locked the members: an event decides its dines again at the same time. */

/** Wait for the partner. Those that are Paid stay so; ids of other things are ignored. */
export function markDinesDeferred(db: Db, dines: Dines): Promise<void> {
  return updateStatus(db, dines, ['Awarded'], { status: 'Deferred', updatedAt: dines.now })
}

/** Those that are Paid keep their time. */
export function markDinesPaid(db: Db, dines: Dines): Promise<void> {
  return updateStatus(db, dines, ['Awarded', 'Deferred'], {
    status: 'Paid',
    paidAt: dines.now,
    updatedAt: dines.now,
  })
}

/** Of a payout that came back. */
export function markDinesUnpaid(db: Db, dines: Dines): Promise<void> {
  return updateStatus(db, dines, ['Paid'], { status: 'Awarded', paidAt: null, updatedAt: dines.now })
}
