import { lookUp } from '@dineward/core/shared/look-up.ts'
import 'maplibre-gl/dist/maplibre-gl.css'
import { Text, useComputedColorScheme } from '@mantine/core'
import {
  Map as MapLibreMap,
  Marker,
  NavigationControl,
  type StyleSpecification,
  setWorkerUrl,
} from 'maplibre-gl'
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?url'
import { type RefObject, useEffect, useRef, useState } from 'react'
import styles from '../restaurants.module.css'
import { pinMapStyle } from './pin-map-style.ts'

setWorkerUrl(workerUrl)

export interface Pin {
  readonly latitude: number
  readonly longitude: number
}

interface PinMapProps {
  /** It is null while it is not set. */
  readonly pin: Pin | null
  readonly onMove: (pin: Pin) => void
}

const middleOfUs: [number, number] = [-98.35, 39.5]
const nearby = 12
const step = 12

/** A click sets the pin; it is dragged, or moved by arrow keys. The fields beside it say the same. */
export function PinMap({ pin, onMove }: PinMapProps) {
  const container = useRef<HTMLDivElement>(null)
  const moved = useRef(onMove)
  moved.current = onMove
  const { shown, hasFailed } = useShownMap(container, pin, moved)
  const [latitude, longitude] = [pin?.latitude, pin?.longitude]
  useEffect(() => {
    const { current } = shown
    if (!current || latitude === undefined || longitude === undefined) return
    const { map, marker } = current
    marker.setLngLat([longitude, latitude])
    // Adding it once more would take its focus away.
    const isFirst = !marker.getElement().isConnected
    if (isFirst) marker.addTo(map)
    if (isFirst || !map.getBounds().contains([longitude, latitude]))
      map.jumpTo({ center: [longitude, latitude], zoom: nearby })
  }, [shown, latitude, longitude])
  if (hasFailed)
    return (
      <Text fz="sm" c="dimmed">
        This browser cannot draw the map. Enter latitude and longitude.
      </Text>
    )
  return <section className={styles.map} aria-label="Map with the pin" ref={container} />
}

interface ShownMap {
  readonly map: MapLibreMap
  readonly marker: Marker
}

/** The map is drawn again in the other color scheme. */
function useShownMap(
  container: RefObject<HTMLDivElement | null>,
  pin: Pin | null,
  moved: RefObject<(pin: Pin) => void>,
): { shown: RefObject<ShownMap | null>; hasFailed: boolean } {
  const scheme = useComputedColorScheme('light')
  const shown = useRef<ShownMap | null>(null)
  const [hasFailed, setHasFailed] = useState(false)
  const first = useRef(pin)
  first.current = pin
  useEffect(() => {
    let isOver = false
    async function draw() {
      const style = await pinMapStyle(scheme, first.current)
      if (isOver || !container.current) return
      shown.current = newMap(container.current, style, first.current, moved)
    }
    // Without WebGL there is none.
    draw().catch(() => setHasFailed(true))
    return () => {
      isOver = true
      shown.current?.map.remove()
      shown.current = null
    }
  }, [container, scheme, moved])
  return { shown, hasFailed }
}

function newMap(
  container: HTMLElement,
  style: StyleSpecification,
  pin: Pin | null,
  moved: RefObject<(pin: Pin) => void>,
): ShownMap {
  const map = new MapLibreMap({
    container,
    style,
    attributionControl: false,
    dragRotate: false,
    center: pin ? [pin.longitude, pin.latitude] : middleOfUs,
    zoom: pin ? nearby : 3,
    locale: { 'Map.Title': 'Map' },
  })
  // The library logs errors to the console where there is no listener.
  map.on('error', () => {})
  map.addControl(new NavigationControl({ showCompass: false }))
  const marker = newMarker(map, moved)
  if (pin) marker.setLngLat([pin.longitude, pin.latitude]).addTo(map)
  map.on('click', ({ lngLat }) => moved.current(pinAt(lngLat)))
  return { map, marker }
}

const arrows = {
  ArrowLeft: [-step, 0],
  ArrowRight: [step, 0],
  ArrowUp: [0, -step],
  ArrowDown: [0, step],
} satisfies Record<string, readonly [number, number]>

function newMarker(map: MapLibreMap, moved: RefObject<(pin: Pin) => void>): Marker {
  const element = document.createElement('button')
  element.type = 'button'
  element.className = styles.pin ?? ''
  element.ariaLabel = 'Pin of the restaurant. Move it with the arrow keys.'
  const marker = new Marker({ element, draggable: true, anchor: 'bottom' })
  marker.on('dragend', () => moved.current(pinAt(marker.getLngLat())))
  element.addEventListener('keydown', event => {
    const arrow = lookUp(arrows, event.key)
    if (!arrow) return
    event.preventDefault()
    event.stopPropagation()
    const { x, y } = map.project(marker.getLngLat())
    marker.setLngLat(map.unproject([x + arrow[0], y + arrow[1]]))
    moved.current(pinAt(marker.getLngLat()))
  })
  return marker
}

/** Six decimals are a hand's breadth. */
const rounded = (degrees: number): number => Math.round(degrees * 1e6) / 1e6

const pinAt = ({ lat, lng }: { lat: number; lng: number }): Pin => ({
  latitude: rounded(lat),
  longitude: rounded(lng),
})
