import { type RefObject, useEffect, useRef } from 'react'
import { whenInView } from '../../lib/in-view.ts'
import type { ListedMerchant } from '../../lib/listed-merchant.ts'
import { track } from '../../lib/tracking.ts'

/** Tells of each slide, once, that it was seen, and in which row (shell §9, docs/tracking.md). */
export function useSlidesInView(
  row: RefObject<Element | null>,
  merchants: readonly ListedMerchant[] | undefined,
  headline: string,
): void {
  const seen = useRef(new Set<string>())
  useEffect(() => {
    if (!row.current || !merchants) return
    const slides = [...row.current.querySelectorAll<HTMLElement>('[data-merchant]')]
    const stops = slides.map((slide, position) =>
      whenInView(slide, () => {
        const merchantId = slide.dataset.merchant
        if (!merchantId || seen.current.has(merchantId)) return
        seen.current.add(merchantId)
        track({ event: 'carousel_impression', merchantId, list: headline.slice(0, 100), position })
      }),
    )
    return () => {
      for (const stop of stops) stop()
    }
  }, [row, merchants, headline])
}
