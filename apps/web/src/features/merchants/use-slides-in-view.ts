import { type RefObject, useEffect, useRef } from 'react'
import type { ListedMerchant } from './listed-merchant.ts'

/** How much of a slide has to be on screen for it to count as seen (shell §9). */
const inViewThreshold = 0.8

/** Tells of each slide, once, that most of it has come on screen. */
export function useSlidesInView(
  row: RefObject<Element | null>,
  merchants: readonly ListedMerchant[] | undefined,
  onInView: ((merchantId: string) => void) | undefined,
): void {
  const seen = useRef(new Set<string>())
  useEffect(() => {
    if (!row.current || !merchants || !onInView) return
    const observer = new IntersectionObserver(
      entries => {
        for (const { isIntersecting, target } of entries) {
          const merchantId = (target as HTMLElement).dataset.merchant
          if (!isIntersecting || !merchantId || seen.current.has(merchantId)) continue
          seen.current.add(merchantId)
          onInView(merchantId)
        }
      },
      { threshold: inViewThreshold },
    )
    for (const slide of row.current.querySelectorAll('[data-merchant]')) observer.observe(slide)
    return () => observer.disconnect()
  }, [row, merchants, onInView])
}
