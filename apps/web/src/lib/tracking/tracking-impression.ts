import type { TrackedEvent } from '@dineward/core/tracking/tracking.contract.ts'
import { type RefCallback, useCallback } from 'react'
import { whenInView } from '../deferred/in-view.ts'
import { track } from './tracking.ts'

/** It is a `ref` that tracks an impression once (`whenInView`). */
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
