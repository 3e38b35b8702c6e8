import type { Map as MapLibreMap } from 'maplibre-gl'
import { type RefCallback, useEffect } from 'react'
import { createPortal } from 'react-dom'
import { useCopy, type WriteCopy } from '../../../partner/partner-context.tsx'
import { nearestWorldCopy } from '../map-area.rules.ts'
import type { MapPin, MerchantMapProps } from '../map-props.ts'
import { userMove } from '../start-map.ts'
import { fill } from '../style/default-map.ts'
import { namesFromZoom } from '../style/default-style.ts'
import type { Cluster } from './clusters.rules.ts'
import styles from './map-markers.module.css'
import { useClusters } from './use-clusters.ts'
import { useMarkerFocus } from './use-marker-focus.ts'
import { useMarkerPositions } from './use-marker-positions.ts'

interface MapMarkersProps
  extends Pick<MerchantMapProps, 'activeId' | 'onActive' | 'selectedId' | 'onSelect'> {
  readonly map: MapLibreMap
  readonly pins: readonly MapPin[]
  /** On the default map, high zoom shows names beside markers. */
  readonly withNames: boolean
}

/** Buttons inside the map's canvas, so that dragging one moves the map. In reading order. */
export function MapMarkers({
  map,
  pins,
  withNames,
  activeId,
  onActive,
  selectedId,
  onSelect,
}: MapMarkersProps) {
  const clusters = useClusters(map, pins)
  useMarkerNames(map, withNames, clusters)
  const marker = useMarkerPositions(map, clusters)
  const wantFocus = useMarkerFocus(map, clusters)
  return createPortal(
    <div className={styles.markers}>
      {clusters.map(cluster => (
        <Marker
          key={cluster.key}
          cluster={cluster}
          active={cluster.pins.some(({ id }) => id === activeId)}
          selected={cluster.pins.some(({ id }) => id === selectedId)}
          marker={marker(cluster.key)}
          onActive={onActive}
          onPress={byKeyboard => {
            const [pin] = cluster.pins
            if (cluster.pins.length === 1) return onSelect(pin!.id === selectedId ? null : pin!.id)
            if (byKeyboard) wantFocus(cluster.pins)
            zoomInto(map, cluster.pins)
          }}
        />
      ))}
    </div>,
    map.getCanvasContainer(),
  )
}

interface MarkerProps extends Pick<MerchantMapProps, 'onActive'> {
  readonly cluster: Cluster
  readonly active: boolean
  readonly selected: boolean
  readonly marker: RefCallback<HTMLElement>
  readonly onPress: (byKeyboard: boolean) => void
}

function Marker({ cluster, active, selected, marker, onActive, onPress }: MarkerProps) {
  const copy = useCopy()
  const [pin, ...others] = cluster.pins as [MapPin, ...MapPin[]]
  const { id } = pin
  const count = others.length + 1
  const isOne = count === 1
  const notifyActive = (value: string | null) => isOne && onActive(value)
  return (
    <button
      ref={marker}
      type="button"
      className={isOne ? (cluster.hasLabel ? styles.labeled : styles.dot) : styles.cluster}
      data-key={cluster.key}
      data-id={isOne ? id : undefined}
      data-active={active || undefined}
      data-selected={selected || undefined}
      aria-expanded={isOne ? selected : undefined}
      aria-label={isOne ? pinText(copy, pin) : copy('map.cluster', { count: String(count) })}
      onPointerEnter={() => notifyActive(id)}
      onPointerLeave={() => notifyActive(null)}
      onFocus={() => notifyActive(id)}
      onBlur={() => notifyActive(null)}
      onClick={event => onPress(event.detail === 0)}
    >
      {isOne ? (cluster.hasLabel ? pin.label : null) : count}
    </button>
  )
}

function pinText(copy: WriteCopy, { name, cuisine, labelText }: MapPin): string {
  const said = cuisine ? copy('map.pin', { merchant: name, cuisine }) : name
  return labelText ? `${said}, ${labelText}` : said
}

function useMarkerNames(map: MapLibreMap, withNames: boolean, clusters: readonly Cluster[]): void {
  useEffect(() => {
    if (!withNames || map.getZoom() < namesFromZoom) return
    const named = clusters.filter(
      ({ pins, shift }) => pins.length === 1 && shift.every(pixels => pixels === 0),
    )
    const features = named.map(({ longitude, latitude, pins }) => ({
      type: 'Feature',
      geometry: { type: 'Point', coordinates: [longitude, latitude] },
      properties: { name: pins[0]!.name },
    }))
    fill(map, 'names', features)
  }, [map, withNames, clusters])
}

const padding = 64

function zoomInto(map: MapLibreMap, pins: readonly MapPin[]): void {
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
