import { boundsAround } from '@dineward/core/merchants/distance.rules.ts'
import type { Map as MapLibreMap } from 'maplibre-gl'
import { useEffect, useMemo } from 'react'
import { createPortal } from 'react-dom'
import { useCopy } from '../../partner/partner-context.tsx'
import type { PlaceMapProps } from './map-props.ts'
import { MapSheet } from './map-sheet.tsx'
import styles from './markers/map-markers.module.css'
import { useMarkerPositions } from './markers/use-marker-positions.ts'
import { useMap } from './use-map.ts'

const radiusMiles = 0.7

/** Scrolling passes over the map until it is clicked or focused. */
export function PlaceMap({ latitude, longitude, name }: PlaceMapProps) {
  const copy = useCopy()
  const bounds = useMemo(() => boundsAround({ latitude, longitude }, radiusMiles), [latitude, longitude])
  const [ref, state] = useMap({ label: copy('map.placeLabel', { merchant: name }), bounds })
  const map = state.kind === 'here' ? state.map : null
  useActivationOnTouch(map)
  return (
    <MapSheet canvas={ref} state={state} unavailable="map.placeUnavailable">
      {map
        ? createPortal(
            <PlaceMark map={map} latitude={latitude} longitude={longitude} />,
            map.getCanvasContainer(),
          )
        : null}
    </MapSheet>
  )
}

function PlaceMark({
  map,
  latitude,
  longitude,
}: { readonly map: MapLibreMap } & Omit<PlaceMapProps, 'name'>) {
  const place = useMemo(
    () => [{ key: 'place', latitude, longitude, shift: [0, 0] as const }],
    [latitude, longitude],
  )
  const mark = useMarkerPositions(map, place)
  return (
    <div className={styles.markers}>
      <span ref={mark('place')} className={styles.pin}>
        <PinShape />
      </span>
    </div>
  )
}

function useActivationOnTouch(map: MapLibreMap | null): void {
  useEffect(() => {
    if (!map) return
    const container = map.getCanvasContainer()
    const handlers = [map.scrollZoom, map.dragPan, map.touchZoomRotate, map.boxZoom, map.doubleClickZoom]
    for (const handler of handlers) handler.disable()
    container.dataset.still = ''
    const wake = () => {
      for (const handler of handlers) handler.enable()
      map.touchZoomRotate.disableRotation()
      delete container.dataset.still
    }
    container.addEventListener('click', wake, { once: true })
    container.addEventListener('focusin', wake, { once: true })
    return () => {
      container.removeEventListener('click', wake)
      container.removeEventListener('focusin', wake)
    }
  }, [map])
}

function PinShape() {
  return (
    <svg viewBox="0 0 28 36" width="28" height="36" aria-hidden="true">
      <path d="M14 35S2 23.6 2 13.6A12 12 0 0 1 26 13.6C26 23.6 14 35 14 35z" />
      <circle cx="14" cy="13.6" r="4.6" />
    </svg>
  )
}
