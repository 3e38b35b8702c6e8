import { withoutSource } from '@dineward/core/tracking/referral.rules.ts'
import { useContext, useEffect } from 'react'
import {
  UNSAFE_DataRouterDataContext as RouterDataContext,
  useLocation,
  useNavigate,
  useNavigation,
} from 'react-router'
import { arrivedWith } from '../../lib/tracking.ts'
import { keepReferral } from '../../lib/tracking-referral.ts'

/** Keeps who sent the visitor, and then takes `source` out of the address (shell §2.2). */
export function useReferral(): void {
  const { pathname, search, hash, state } = useLocation()
  const isIdle = useNavigation().state === 'idle'
  // What a form was answered with is lost by going anywhere: then the address stays as it is.
  const hasAnswer = Boolean(useContext(RouterDataContext)?.actionData)
  const navigate = useNavigate()

  useEffect(() => keepReferral(arrivedWith), [])
  useEffect(() => keepReferral(search), [search])
  useEffect(() => {
    const left = withoutSource(search)
    if (left === null || !isIdle || hasAnswer) return
    // The same page under another address: nothing is loaded again, and nobody is moved.
    const options = { replace: true, preventScrollReset: true, defaultShouldRevalidate: false, state }
    void navigate({ pathname, search: left, hash }, options)
  }, [pathname, search, hash, state, isIdle, hasAnswer, navigate])
}
