import type { Map as MapLibreMap } from 'maplibre-gl'
import { type ReactNode, useEffect, useLayoutEffect, useRef } from 'react'
import { useCopy } from '../../partner/partner-context.tsx'
import { CloseButton } from '../../ui/dialog/close-button.tsx'
import styles from './map-popup.module.css'
import type { MapPin } from './map-props.ts'
import { followMap, isInside, spotOf } from './map-view.ts'

interface MapPopupProps {
  readonly map: MapLibreMap
  readonly pin: MapPin
  readonly onClose: () => void
  readonly children: ReactNode
}

/** Offset from the marker's middle. */
const above = 22
const below = 22
const edge = 8
/** Switches of the map are along its top. */
const switches = 56

/** It stands beside its marker, always inside the map. */
export function MapPopup({ map, pin, onClose, children }: MapPopupProps) {
  const copy = useCopy()
  const box = useRef<HTMLElement>(null)
  useLayoutEffect(() => {
    const element = box.current
    if (!element) return
    const markers = map.getCanvasContainer()
    const place = () => {
      placeBeside(map, pin, element)
      hideCovered(markers, { box: element, except: pin.id })
    }
    const sizes = new ResizeObserver(place)
    sizes.observe(element)
    const changes = new MutationObserver(place)
    changes.observe(markers, { childList: true, subtree: true })
    const stop = followMap(map, place)
    return () => {
      sizes.disconnect()
      changes.disconnect()
      stop()
      hideCovered(markers)
    }
  }, [map, pin])
  // Where a keyboard opened it, focus moves in, and Escape returns to the marker.
  useEffect(() => {
    const from = document.activeElement
    if (from instanceof HTMLElement && from.matches(':focus-visible'))
      box.current?.focus({ preventScroll: true })
  }, [])
  return (
    <section ref={box} className={styles.popup} aria-label={pin.name} tabIndex={-1}>
      <div className={styles.close}>
        <CloseButton label={copy('map.closePopup')} onClick={onClose} />
      </div>
      {children}
    </section>
  )
}

/** Above the marker if it fits, else below; shifted to stay inside the map. */
function placeBeside(map: MapLibreMap, pin: MapPin, box: HTMLElement): void {
  const { clientWidth, clientHeight } = map.getContainer()
  const spot = spotOf(map, pin)
  const { offsetWidth, offsetHeight } = box
  const left = within(spot.x - offsetWidth / 2, clientWidth - offsetWidth)
  const over = spot.y - above - offsetHeight
  const top = within(over >= switches ? over : spot.y + below, clientHeight - offsetHeight)
  box.style.translate = `${Math.round(left)}px ${Math.round(top)}px`
  box.dataset.away = isInside(map, spot, 60) ? 'no' : 'yes'
}

const within = (wanted: number, room: number) => Math.max(edge, Math.min(wanted, room - edge))

/** A part of a marker beside the card would be too small to press, and the focus would go below it. */
function hideCovered(
  markers: HTMLElement,
  card?: { readonly box: HTMLElement; readonly except: string },
): void {
  const covers = card?.box.dataset.away === 'no' ? card.box.getBoundingClientRect() : null
  for (const marker of markers.querySelectorAll('button')) {
    const { left, right, top, bottom } = marker.getBoundingClientRect()
    const isCovered =
      covers !== null &&
      marker.dataset.id !== card?.except &&
      left < covers.right &&
      right > covers.left &&
      top < covers.bottom &&
      bottom > covers.top
    marker.toggleAttribute('data-covered', isCovered)
  }
}
