import type { Db } from '../../db/open-database.ts'
import { updateAwarded, updatePaid, updateUnpaid } from './dines.repository.ts'

interface Dines {
  readonly partnerId: string
  readonly dineIds: readonly string[]
  readonly now: Date
}

/* For callers that have locked the members: an event decides its dines again at the same time. */

/** Wait for the partner. Those that are Paid stay so; ids of other things are ignored. */
export async function markDinesDeferred(db: Db, { partnerId, dineIds, now }: Dines): Promise<void> {
  if (dineIds.length > 0) await updateAwarded(db, partnerId, dineIds, now)
}

/** Those that are Paid keep their time. */
export async function markDinesPaid(db: Db, { partnerId, dineIds, now }: Dines): Promise<void> {
  if (dineIds.length > 0) await updateUnpaid(db, partnerId, dineIds, now)
}

/** Of a payout that came back. */
export async function markDinesUnpaid(db: Db, { partnerId, dineIds, now }: Dines): Promise<void> {
  if (dineIds.length > 0) await updatePaid(db, partnerId, dineIds, now)
}
