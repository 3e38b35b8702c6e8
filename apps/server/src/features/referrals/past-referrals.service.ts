import type { Partner } from '@dineward/core/partner/partner.ts'
import type { Db } from '../../db/open-database.ts'
import { selectInvited, selectReferralFacts, selectReferralRewards } from './referrals.read.ts'
import { decideReferral } from './referrals.service.ts'

/**
 * From before the product ran: each as if it were decided when the friend's first dine cleared. Idempotent. @returns what
 * members have for referrals.
 */
export async function recordPastReferrals(db: Db, partner: Partner) {
  for (const invited of await selectInvited(db, partner.slug)) {
    const { firstDine } = await selectReferralFacts(db, { partnerId: partner.slug, ...invited })
    if (firstDine) await decideReferral(db, { partner, ...invited, now: new Date(firstDine.at) }, () => true)
  }
  return selectReferralRewards(db, partner.slug)
}
