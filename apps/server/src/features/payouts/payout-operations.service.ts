import type { PayoutReason } from '@dineward/core/payouts/payouts.rules.ts'
import type { Db } from '../../db/open-database.ts'
import { recordAudit } from '../staff/audit.service.ts'
import { listOpenPayouts, type Payout, partnerOfPayout } from './payouts.repository.ts'
import type { PayoutServices } from './payouts.service.ts'
import { returnPayout } from './settle-payout.service.ts'

export const listOpen = (db: Db, limit: number): Promise<Payout[]> => listOpenPayouts(db, limit)

/** By an operator. @throws a sentence where it cannot be returned. */
export async function returnPaidOut(
  services: PayoutServices,
  id: string,
  reason: PayoutReason,
): Promise<void> {
  const partner = services.partners.bySlug((await partnerOfPayout(services.db, id)) ?? '')
  if (!partner) throw new Error(`There is no payout ${id}.`)
  await services.db.transaction().execute(async db => {
    const ctx = { ...services, db, partner, origin: services.partners.siteOf(partner) }
    const returned = await returnPayout(ctx, id, reason)
    await recordAudit(ctx, {
      action: 'payout.return',
      subject: returned.memberId,
      partnerId: partner.slug,
      before: { status: returned.status },
      after: { payout: id, reason },
    })
  })
}
