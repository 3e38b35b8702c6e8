import type { Map as MapLibreMap } from 'maplibre-gl'
import { useEffect, useMemo, useState } from 'react'
import type { MapPin } from '../map-props.ts'
import { isInside, spotOf } from '../map-view.ts'
import { type Cluster, clusterPins, clusterZoom, inReadingOrder } from './clusters.rules.ts'

/** It is the margin around the viewport while moving, in px. */
const moveMarginPx = 80

interface View {
  readonly zoom: number
  readonly moving: boolean
  /** Incremented when the map stops, to recompute markers. */
  readonly rest: number
}

export function useClusters(map: MapLibreMap, pins: readonly MapPin[]): Cluster[] {
  const view = useView(map)
  const clusters = useMemo(() => clusterPins(pins, view.zoom), [pins, view.zoom])
  return useMemo(() => {
    const spots = new Map(clusters.map(cluster => [cluster, spotOf(map, cluster)]))
    const spot = (cluster: Cluster) => spots.get(cluster)!
    const onMap = clusters.filter(cluster => isInside(map, spot(cluster), view.moving ? moveMarginPx : 0))
    return inReadingOrder(onMap, spot)
  }, [map, clusters, view])
}

function useView(map: MapLibreMap): View {
  const [view, setView] = useState<View>(() => ({ zoom: clusterZoom(map.getZoom()), moving: false, rest: 0 }))
  useEffect(() => {
    const look = (moving: boolean) =>
      setView(last => {
        const zoom = clusterZoom(map.getZoom())
        if (moving && last.moving && zoom === last.zoom) return last
        return { zoom, moving, rest: last.rest + 1 }
      })
    const moving = () => look(true)
    const resting = () => look(false)
    map.on('move', moving)
    map.on('moveend', resting)
    map.on('resize', resting)
    resting()
    return () => {
      map.off('move', moving)
      map.off('moveend', resting)
      map.off('resize', resting)
    }
  }, [map])
  return view
}
