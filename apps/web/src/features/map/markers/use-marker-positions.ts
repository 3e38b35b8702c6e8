import type { Map as MapLibreMap } from 'maplibre-gl'
import { type RefCallback, useCallback, useLayoutEffect, useRef } from 'react'
import { followMap, spotOf } from '../map-view.ts'
import { type Cluster, clusterZoom } from './clusters.rules.ts'

type Mark = Pick<Cluster, 'key' | 'longitude' | 'latitude' | 'shift'>

/**
 * Position elements over the moving map by script, since the page's policy forbids style attributes. @returns the ref
 * of a marker by its key
 */
export function useMarkerPositions(map: MapLibreMap, marks: readonly Mark[]) {
  const elements = useRef(new Map<string, HTMLElement>())
  useLayoutEffect(
    () =>
      followMap(map, () => {
        // Shifts belong to the zoom of the clusters: unscaled, markers would meet between two of its steps.
        const scale = 2 ** (map.getZoom() - clusterZoom(map.getZoom()))
        for (const mark of marks) {
          const { x, y } = spotOf(map, mark)
          const [right, down] = mark.shift
          const element = elements.current.get(mark.key)
          if (element)
            element.style.translate = `${Math.round(x + right * scale)}px ${Math.round(y + down * scale)}px`
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
