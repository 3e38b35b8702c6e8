import { offersReferrals } from '@dineward/core/partner/partner-questions.ts'
import type { getReferral } from '@dineward/core/referrals/referrals.contract.ts'
import { queryOptions } from '@tanstack/react-query'
import type { AppContext } from '../../app-context.ts'

/** The partner rewards referrals, and its content says so. */
export const showsReferrals = ({ partner, frame }: AppContext): boolean =>
  offersReferrals(partner) && frame.referral?.is_enabled === true

export function referralQuery(app: AppContext) {
  return queryOptions({
    queryKey: ['referral'],
    queryFn: () => app.api.call<typeof getReferral>('GET', '/api/Member/Referral', {}),
  })
}
