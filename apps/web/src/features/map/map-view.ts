import type { Bounds } from '@dineward/core/merchants/distance.rules.ts'
import type { Map as MapLibreMap } from 'maplibre-gl'
import { boundsOfBox, nearestWorldCopy } from './map-area.rules.ts'

export function shownBounds(map: MapLibreMap): Bounds {
  const box = map.getBounds()
  return boundsOfBox({
    west: box.getWest(),
    south: box.getSouth(),
    east: box.getEast(),
    north: box.getNorth(),
  })
}

/** It is the position of a place in the element, in px, in the nearest copy of the world. */
export function spotOf(
  map: MapLibreMap,
  { longitude, latitude }: { readonly longitude: number; readonly latitude: number },
): { readonly x: number; readonly y: number } {
  return map.project([nearestWorldCopy(longitude, map.getCenter().lng), latitude])
}

export function isInside(
  map: MapLibreMap,
  { x, y }: { readonly x: number; readonly y: number },
  margin: number,
): boolean {
  const { clientWidth, clientHeight } = map.getContainer()
  return x > -margin && y > -margin && x < clientWidth + margin && y < clientHeight + margin
}

/** Call now and whenever the map moves or resizes. @returns a function that stops it */
export function followMap(map: MapLibreMap, place: () => void): () => void {
  place()
  map.on('move', place)
  map.on('resize', place)
  return () => {
    map.off('move', place)
    map.off('resize', place)
  }
}
