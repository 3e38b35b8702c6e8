import { withoutSource } from '@dineward/core/tracking/referral.rules.ts'
import { useContext, useEffect } from 'react'
import {
  UNSAFE_DataRouterDataContext as RouterDataContext,
  useLocation,
  useNavigate,
  useNavigation,
} from 'react-router'
import { useReleased } from '../../lib/deferred/use-released.ts'
import { arrivedWith, setEventReceiver } from '../../lib/tracking/tracking.ts'
import { useConsent } from '../../lib/tracking/tracking-consent.ts'
import { forgetReferral, storeReferral } from '../../lib/tracking/tracking-referral.ts'
import { useApp, usePartner } from '../../partner/partner-context.tsx'
import { ConsentBar } from './consent-bar.tsx'
import { useSendEvents } from './send-events.ts'
import { usePageViews } from './use-page-views.ts'

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

/** Store the referral, then remove `source` from the address (shell §2.2). */
function useReferral(): void {
  const { pathname, search, hash, state } = useLocation()
  const isIdle = useNavigation().state === 'idle'
  // A navigation would discard the form's result: leave the address.
  const hasAnswer = Boolean(useContext(RouterDataContext)?.actionData)
  const navigate = useNavigate()

  useEffect(() => storeReferral(arrivedWith), [])
  useEffect(() => storeReferral(search), [search])
  useEffect(() => {
    const left = withoutSource(search)
    if (left === null || !isIdle || hasAnswer) return
    const options = { replace: true, preventScrollReset: true, defaultShouldRevalidate: false, state }
    void navigate({ pathname, search: left, hash }, options)
  }, [pathname, search, hash, state, isIdle, hasAnswer, navigate])
}
