import type { Bounds } from '@dineward/core/merchants/distance.rules.ts'
import type { Map as MapLibreMap } from 'maplibre-gl'
import { type RefCallback, useCallback, useEffect, useEffectEvent, useRef, useState } from 'react'
import { usePartner } from '../../partner/partner-context.tsx'
import { isSameView } from './map-area.rules.ts'
import { shownBounds } from './map-view.ts'
import { goTo, isUserMove, startMap } from './start-map.ts'
import { type Ground, loadBaseMap } from './style/base-map.ts'

interface MapUse {
  readonly label: string
  readonly bounds: Bounds
  readonly onMoved?: (bounds: Bounds) => void
}

export type MapState =
  | { readonly kind: 'starting' | 'unavailable' }
  | { readonly kind: 'here'; readonly map: MapLibreMap; readonly ground: Ground }

export function useMap({ label, bounds, onMoved }: MapUse): readonly [RefCallback<HTMLElement>, MapState] {
  const { settings } = usePartner()
  const [state, setState] = useState<MapState>({ kind: 'starting' })
  const [container, setContainer] = useState<HTMLElement | null>(null)
  const ref = useCallback((element: HTMLElement | null) => setContainer(element), [])
  const start = useEffectEvent((element: HTMLElement) => startMap({ container: element, bounds, label }))
  const movedTo = useRef<Bounds | null>(null)
  const notifyMoved = useEffectEvent((map: MapLibreMap) => {
    movedTo.current = shownBounds(map)
    onMoved?.(movedTo.current)
  })

  useEffect(() => {
    if (!container) return
    let map: MapLibreMap
    try {
      map = start(container)
    } catch {
      setState({ kind: 'unavailable' })
      return
    }
    const stopBaseMap = loadBaseMap(map, settings.map, ground => setState({ kind: 'here', map, ground }))
    map.on('moveend', event => {
      if (isUserMove(event)) notifyMoved(map)
    })
    return () => {
      stopBaseMap()
      map.remove()
      setState({ kind: 'starting' })
    }
  }, [container, settings.map])

  const map = state.kind === 'here' ? state.map : null
  const { west, south, east, north } = bounds
  useEffect(() => {
    if (!map) return
    const wanted = { west, south, east, north }
    // Results of an area that a person moved to may arrive while the next move goes on.
    if (movedTo.current && isSameView(movedTo.current, wanted)) return
    movedTo.current = null
    goTo(map, wanted)
  }, [map, west, south, east, north])
  return [ref, state]
}
