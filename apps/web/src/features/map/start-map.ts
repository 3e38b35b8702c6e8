import type { Bounds } from '@dineward/core/merchants/distance.rules.ts'
import { type MapLibreEvent, Map as MapLibreMap, ScaleControl, setWorkerUrl } from 'maplibre-gl'
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?url'
import { cornersOf, isSameView, overlaps } from './map-area.rules.ts'
import { shownBounds } from './map-view.ts'
import { defaultStyle } from './style/default-style.ts'
import { mapColors } from './style/map-colors.ts'

setWorkerUrl(workerUrl)

/** It is in px: markers move aside and have labels, and controls stand at the top, notes at the bottom. */
const padding = { top: 80, right: 64, bottom: 64, left: 64 }
const closestFit = 15
const farthestZoom = 1.5
const nearestZoom = 18

interface MapStart {
  readonly container: HTMLElement
  readonly bounds: Bounds
  readonly label: string
}

/** The map is flat, and north is up. @throws without WebGL */
export function startMap({ container, bounds, label }: MapStart): MapLibreMap {
  const map = new MapLibreMap({
    container,
    style: defaultStyle(mapColors()),
    bounds: cornersOf(bounds),
    fitBoundsOptions: { padding: roomIn(container), maxZoom: closestFit },
    minZoom: farthestZoom,
    maxZoom: nearestZoom,
    attributionControl: false,
    dragRotate: false,
    pitchWithRotate: false,
    touchPitch: false,
    maxPitch: 0,
    validateStyle: false,
    fadeDuration: 150,
    locale: { 'Map.Title': label },
  })
  map.touchZoomRotate.disableRotation()
  map.keyboard.disableRotation()
  map.addControl(new ScaleControl({ unit: 'imperial', maxWidth: 90 }), 'bottom-left')
  return map
}

/** Animate short moves, jump for long ones, ignore bounds that are already shown. */
export function goTo(map: MapLibreMap, bounds: Bounds): void {
  const shown = shownBounds(map)
  if (isSameView(shown, bounds)) return
  map.fitBounds(cornersOf(bounds), {
    padding: roomIn(map.getContainer()),
    maxZoom: closestFit,
    linear: true,
    duration: 450,
    animate: overlaps(shown, bounds),
  })
}

/** Moves by the map's buttons carry this flag; pointer moves have an event. */
export const userMove = { userMove: true }

export function isUserMove(event: MapLibreEvent): boolean {
  return (event as { userMove?: boolean }).userMove === true || event.originalEvent !== undefined
}

export function zoomBy(map: MapLibreMap, steps: number): void {
  map.easeTo({ zoom: Math.round(map.getZoom() + steps), duration: 250 }, userMove)
}

function roomIn({ clientWidth, clientHeight }: HTMLElement) {
  const share = Math.min(1, clientWidth / 400, clientHeight / 400)
  return {
    top: padding.top * share,
    right: padding.right * share,
    bottom: padding.bottom * share,
    left: padding.left * share,
  }
}
