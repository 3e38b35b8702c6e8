import type { Map as MapLibreMap } from 'maplibre-gl'
import { nearestWorldCopy } from './map-area.rules.ts'
import type { MapPin } from './map-props.ts'
import { userMove } from './start-map.ts'

const padding = 64

export function zoomInto(map: MapLibreMap, pins: readonly MapPin[]): void {
  const middle = map.getCenter().lng
  const longitudes = pins.map(({ longitude }) => nearestWorldCopy(longitude, middle))
  const latitudes = pins.map(({ latitude }) => latitude)
  const box = [
    [Math.min(...longitudes), Math.min(...latitudes)],
    [Math.max(...longitudes), Math.max(...latitudes)],
  ] as [[number, number], [number, number]]
  const camera = map.cameraForBounds(box, { padding })
  const zoom = Math.min(Math.max(camera?.zoom ?? 0, map.getZoom() + 1), map.getMaxZoom())
  const center = [(box[0][0] + box[1][0]) / 2, (box[0][1] + box[1][1]) / 2] as [number, number]
  map.easeTo({ center: camera?.center ?? center, zoom, duration: 450 }, userMove)
}
