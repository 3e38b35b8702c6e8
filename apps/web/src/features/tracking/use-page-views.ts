import { merchantOnPage, type PageView, pageViewOf } from '@dineward/core/tracking/page-view.rules.ts'
import { useContext, useEffect, useEffectEvent, useRef } from 'react'
import { UNSAFE_DataRouterDataContext as RouterDataContext, useLocation } from 'react-router'
import { track } from '../../lib/tracking.ts'

declare global {
  interface Window {
    /** Read by whatever tag manager a partner puts on its pages. */
    dataLayer?: (PageView | object)[]
  }
}

/** Shell §9: a page that was left sooner was not viewed. */
const viewedAfterMs = 500

/**
 * Tells of every page that was gone to and came (shell §2.2). A page is its path: other filters of a search are the
 * same page. The page before is named by its address; before the first one it is what the browser names.
 */
export function usePageViews(memberId: string | null): void {
  const { pathname, search } = useLocation()
  const failed = Boolean(useContext(RouterDataContext)?.errors)
  const before = useRef<string | null>(null)
  const tell = useEffectEvent((referrer: string) => {
    if (!failed) tellOfPage(pathname, referrer, memberId)
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: another path is another page.
  useEffect(() => {
    const referrer = before.current ?? document.referrer
    // Not location.href: it may be another page's by the time that this one is rendered.
    const address = location.origin + pathname + search
    const timer = setTimeout(() => tell(referrer), viewedAfterMs)
    return () => {
      clearTimeout(timer)
      before.current = address
    }
  }, [pathname])
}

function tellOfPage(pathname: string, referrer: string, memberId: string | null): void {
  window.dataLayer ??= []
  window.dataLayer.push(pageViewOf({ address: location.href, referrer }))
  const merchantId = merchantOnPage(pathname)
  if (merchantId === null || merchantId.length > 64) return
  track({ event: 'merchant_view', merchantId, ...(memberId === null ? {} : { memberId }) })
}
