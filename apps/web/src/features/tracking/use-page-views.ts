import { merchantOnPage, type PageView, pageViewOf } from '@dineward/core/tracking/page-view.rules.ts'
import { useContext, useEffect, useEffectEvent, useRef } from 'react'
import { UNSAFE_DataRouterDataContext as RouterDataContext, useLocation } from 'react-router'
import { track } from '../../lib/tracking/tracking.ts'

declare global {
  interface Window {
    dataLayer?: (PageView | object)[]
  }
}

/** Pages that are left sooner were not viewed (shell §9). */
const viewedAfterMs = 500

/**
 * Track page views (shell §2.2) by path: search filters stay on the same page. The previous page is the last address,
 * at first the browser's referrer.
 */
export function usePageViews(memberId: string | null): void {
  const { pathname, search } = useLocation()
  const failed = Boolean(useContext(RouterDataContext)?.errors)
  const before = useRef<string | null>(null)
  const trackView = useEffectEvent((referrer: string) => {
    if (!failed) trackPageView(pathname, referrer, memberId)
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: another path is another page.
  useEffect(() => {
    const referrer = before.current ?? document.referrer
    // `location.href` may already be the next page's.
    const address = location.origin + pathname + search
    const timer = setTimeout(() => trackView(referrer), viewedAfterMs)
    return () => {
      clearTimeout(timer)
      before.current = address
    }
  }, [pathname])
}

function trackPageView(pathname: string, referrer: string, memberId: string | null): void {
  window.dataLayer ??= []
  window.dataLayer.push(pageViewOf({ address: location.href, referrer }))
  const merchantId = merchantOnPage(pathname)
  if (merchantId === null || merchantId.length > 64) return
  track({ event: 'merchant_view', merchantId, ...(memberId === null ? {} : { memberId }) })
}
