import type { TrackedEvent } from '@dineward/core/tracking/tracking.contract.ts'
import { type RefCallback, useCallback } from 'react'
import { whenInView } from './in-view.ts'
import { track } from './tracking.ts'

/** For the `ref` of what tells of itself, once, when a visitor has had it before the eyes (`whenInView`). */
export function useImpression({ event, merchantId, list, position }: TrackedEvent): RefCallback<Element> {
  return useCallback(
    element => {
      if (!element) return
      const about = {
        ...(merchantId === undefined ? {} : { merchantId }),
        ...(list === undefined ? {} : { list: list.slice(0, 100) }),
        ...(position === undefined ? {} : { position }),
      }
      return whenInView(element, () => track({ event, ...about }))
    },
    [event, merchantId, list, position],
  )
}
