import type { Map as MapLibreMap } from 'maplibre-gl'
import { type RefCallback, useCallback, useLayoutEffect, useRef } from 'react'
import type { Cluster } from './clusters.rules.ts'
import { followMap, spotOf } from './map-view.ts'

type Mark = Pick<Cluster, 'key' | 'longitude' | 'latitude' | 'shift'>

/**
 * Keeps elements where their places are while the map moves. Answers the ref of a mark's element, by its key. Set by
 * script: a style attribute in the markup is what the page's policy refuses.
 */
export function usePlacing(map: MapLibreMap, marks: readonly Mark[]) {
  const elements = useRef(new Map<string, HTMLElement>())
  useLayoutEffect(
    () =>
      followMap(map, () => {
        for (const mark of marks) {
          const { x, y } = spotOf(map, mark)
          const [right, down] = mark.shift
          const element = elements.current.get(mark.key)
          if (element) element.style.translate = `${Math.round(x + right)}px ${Math.round(y + down)}px`
        }
      }),
    [map, marks],
  )
  return useCallback(
    (key: string): RefCallback<HTMLElement> =>
      element => {
        if (element) elements.current.set(key, element)
        return () => void elements.current.delete(key)
      },
    [],
  )
}
