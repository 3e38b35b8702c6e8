import type { Map as MapLibreMap } from 'maplibre-gl'
import { useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react'
import type { MapPin } from '../map-props.ts'
import type { Cluster } from './clusters.rules.ts'

/**
 * Keep the focus when the focused marker is removed by zooming or moving: focus the cluster that contains it, else
 * the map. @returns a function that names the pins to focus next
 */
export function useMarkerFocus(map: MapLibreMap, clusters: readonly Cluster[]) {
  const focused = useRef(false)
  const wanted = useRef<readonly MapPin[]>([])
  useEffect(() => {
    const container = map.getCanvasContainer()
    const look = ({ target }: FocusEvent) => {
      focused.current = target instanceof Element && target.localName === 'button'
    }
    // A removed element leaves no `relatedTarget`.
    const leave = ({ relatedTarget, target }: FocusEvent) => {
      if (relatedTarget !== null || (target as Element).isConnected) focused.current = false
    }
    container.addEventListener('focusin', look)
    container.addEventListener('focusout', leave)
    return () => {
      container.removeEventListener('focusin', look)
      container.removeEventListener('focusout', leave)
    }
  }, [map])

  const keep = useEffectEvent(() => {
    const ids = new Set(wanted.current.map(({ id }) => id))
    const heir = clusters.find(({ pins }) => pins.some(({ id }) => ids.has(id)))
    if (document.activeElement !== document.body || !(focused.current || ids.size > 0)) return
    const target = heir
      ? map.getCanvasContainer().querySelector<HTMLElement>(`[data-key="${CSS.escape(heir.key)}"]`)
      : null
    ;(target ?? map.getCanvas()).focus({ preventScroll: true })
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: after every change of what is there
  useLayoutEffect(() => keep(), [clusters])

  return (pins: readonly MapPin[]) => {
    wanted.current = pins
    map.once('idle', () => {
      wanted.current = []
    })
  }
}
