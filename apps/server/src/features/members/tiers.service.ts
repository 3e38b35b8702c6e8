import type { Db } from '../../db/open-database.ts'
import { insertTier } from './tiers.repository.ts'

export interface TierChange {
  readonly partnerId: string
  readonly memberId: string
  readonly from: number
  readonly to: number
  readonly cause: 'opt_in' | 'opt_out' | 'activated' | 'vip_ended' | 'vip_revoked' | 'program'
  /** Dines after it have the tier. */
  readonly at: Date
  readonly now: Date
}

/** In the transaction that changes the tier; nothing where it stays. */
export async function recordTierChange(db: Db, change: TierChange): Promise<void> {
  const { partnerId, memberId, from, to, cause, at, now } = change
  if (from === to) return
  await insertTier(db, {
    partnerId,
    memberId,
    cause,
    tierBefore: from,
    tierLevel: to,
    validFrom: at,
    createdAt: now,
  })
}
