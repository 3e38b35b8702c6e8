import { dateProblem } from '@dineward/core/claims/claims.rules.ts'
import { useCopy, usePartner } from '../../partner/partner-context.tsx'
import { AppLink } from '../../ui/app-link.tsx'
import type { Dine } from './activity.queries.ts'

/** Reasons that the member may know better. */
const questionable = new Set(['amount_zero', 'authorization_expired', 'partly_refunded', 'refunded_in_full'])

/** It is shown from ten days after the purchase on (account §9). */
export function ReportLink({ dine, now }: { readonly dine: Dine; readonly now: number }) {
  const copy = useCopy()
  const { claims } = usePartner().settings
  const today = new Date(now).toISOString().slice(0, 10)
  const isOffered =
    dine.merchantId !== null &&
    questionable.has(dine.reason?.code ?? '') &&
    dateProblem(dine.date.slice(0, 10), today, claims) === null
  if (!isOffered) return null
  return (
    <AppLink
      className="screen-only"
      to={`/account/claim?merchant=${encodeURIComponent(dine.merchantId ?? '')}`}
    >
      {copy('activity.report')} <span className="visually-hidden">{dine.merchantName}</span>
    </AppLink>
  )
}
