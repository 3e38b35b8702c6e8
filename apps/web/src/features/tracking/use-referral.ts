import { withoutSource } from '@dineward/core/tracking/referral.rules.ts'
import { useContext, useEffect } from 'react'
import {
  UNSAFE_DataRouterDataContext as RouterDataContext,
  useLocation,
  useNavigate,
  useNavigation,
} from 'react-router'
import { arrivedWith } from '../../lib/tracking/tracking.ts'
import { storeReferral } from '../../lib/tracking/tracking-referral.ts'

/** Store the referral, then remove `source` from the address (shell §2.2). */
export function useReferral(): void {
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
