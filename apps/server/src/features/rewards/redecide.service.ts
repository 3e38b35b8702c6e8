import type { Db } from '../../db/open-database.ts'
import { type DineWithMovements, decideStoredDines, dinesWithMovements } from './dine-decisions.rules.ts'
import type { RewardServices } from './event-context.service.ts'
import { amountsOfDines, dinesAt, lockMemberOfDines } from './rewards.read.ts'
import { saveDines } from './save-dines.service.ts'

export interface MemberAtMerchant {
  readonly partnerId: string
  readonly memberId: string
  /** Null: restaurants that are unknown or take no part. */
  readonly merchantId: string | null
}

/** Decide a member's dines at a restaurant again without an event, in a transaction of its own; post the differences. */
export async function redecideDines(
  { db, clock, partners }: RewardServices,
  key: MemberAtMerchant,
  change: (dine: DineWithMovements) => DineWithMovements,
): Promise<void> {
  const partner = partners.bySlug(key.partnerId)
  if (!partner) return
  await db.transaction().execute(async (trx: Db) => {
    const member = await lockMemberOfDines(trx, key)
    const stored = await dinesAt(trx, key, key.merchantId)
    const amounts = await amountsOfDines(
      trx,
      key.partnerId,
      stored.map(({ id }) => id),
    )
    await saveDines(trx, {
      context: { partner, card: { ...key, ...member }, now: clock.now(), origin: partners.siteOf(partner) },
      decided: decideStoredDines(dinesWithMovements(stored, amounts).map(change)),
      merged: [],
      parked: [],
      replaced: [],
      storedAmounts: amounts,
      events: [],
    })
  })
}
