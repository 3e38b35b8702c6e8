import { parseReferralReason } from '@dineward/core/identity/activation.rules.ts'
import { offersReferrals } from '@dineward/core/partner/partner-questions.ts'
import { useSyncExternalStore } from 'react'
import { useLocation } from 'react-router'
import { referralNow } from '../../lib/tracking/tracking-referral.ts'
import { useCopy, usePartner } from '../../partner/partner-context.tsx'
import { Notice } from '../../ui/notice.tsx'

export function ReferralNotice() {
  const copy = useCopy()
  const reason = parseReferralReason(new URLSearchParams(useLocation().search).get('rfr'))
  if (reason === null) return null
  return (
    <Notice kind="plain">
      <p>{copy(`activate.rfr.${reason}`)}</p>
    </Notice>
  )
}

/** What a friend's link promises, from the address or, after other pages, from what it left (account §2). */
export function InvitationNotice() {
  const copy = useCopy()
  const partner = usePartner()
  const inAddress = new URLSearchParams(useLocation().search).get('referrer')
  const stored = useSyncExternalStore(
    neverChanges,
    () => referralNow('').referrer ?? null,
    () => null,
  )
  if (!offersReferrals(partner) || !(inAddress ?? stored)) return null
  return (
    <Notice kind="plain">
      <p>{copy('join.invited')}</p>
    </Notice>
  )
}

const neverChanges = () => () => {}
