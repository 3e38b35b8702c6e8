import { useEffect } from 'react'
import { setEventReceiver } from '../../lib/tracking/tracking.ts'
import { useConsent } from '../../lib/tracking/tracking-consent.ts'
import { forgetReferral } from '../../lib/tracking/tracking-referral.ts'
import { useReleased } from '../../lib/use-released.ts'
import { useApp, usePartner } from '../../partner/partner-context.tsx'
import { ConsentBar } from './consent-bar.tsx'
import { useSendEvents } from './send-events.ts'
import { usePageViews } from './use-page-views.ts'
import { useReferral } from './use-referral.ts'

/** Tracks with consent, and asks for it where required. `memberId`: the member's publicId. */
export function Tracking({ memberId }: { readonly memberId: string | null }) {
  const { emulated } = useApp()
  const { consent, isChoosing } = useConsent(usePartner().settings.asksForConsent)
  const isReleased = useReleased()
  // Staff are not who is counted, and choose nothing for the member.
  if (emulated) return <WithoutConsent />
  return (
    <>
      {consent === 'granted' ? <Measuring memberId={memberId} /> : <WithoutConsent />}
      {isReleased && (consent === 'unasked' || isChoosing) ? (
        <ConsentBar consent={consent} isChoosing={isChoosing} />
      ) : null}
    </>
  )
}

/** Nothing is stored or sent unless this is mounted. */
function Measuring({ memberId }: { readonly memberId: string | null }) {
  useReferral()
  useSendEvents()
  usePageViews(memberId)
  return null
}

/** Without consent, drop queued events and delete what an earlier consent stored. */
function WithoutConsent() {
  useEffect(() => {
    setEventReceiver(null)
    forgetReferral()
  }, [])
  return null
}
