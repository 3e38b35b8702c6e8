import { parseReferralReason } from '@dineward/core/identity/activation.rules.ts'
import { useLocation } from 'react-router'
import { useCopy } from '../../partner/partner-context.tsx'
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
