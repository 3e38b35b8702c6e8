import { type KeyboardEvent, type ReactNode, type RefCallback, useEffect, useId } from 'react'
import { useCopy } from '../../partner/partner-context.tsx'
import { Icon } from '../../ui/icon.tsx'
import styles from './map-sheet.module.css'
import { MapUnavailable, type UnavailableWords } from './map-unavailable.tsx'
import { zoomBy } from './start-map.ts'
import type { MapState } from './use-map.ts'

interface MapSheetProps {
  readonly canvas: RefCallback<HTMLElement>
  readonly state: MapState
  readonly unavailable: UnavailableWords
  readonly onKeyDown?: (event: KeyboardEvent) => void
  readonly children: ReactNode
}

export function MapSheet({ canvas, state, unavailable, onKeyDown, children }: MapSheetProps) {
  const copy = useCopy()
  const helpId = useId()
  const map = state.kind === 'here' ? state.map : null
  const ground = state.kind === 'here' ? state.ground : null
  useEffect(() => map?.getCanvas().setAttribute('aria-describedby', helpId), [map, helpId])
  if (state.kind === 'unavailable') return <MapUnavailable words={unavailable} />
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape, wherever in the map the focus is
    <div className={styles.sheet} data-ground={ground ?? undefined} onKeyDown={onKeyDown}>
      <div ref={canvas} className={styles.canvas} />
      <p id={helpId} hidden>
        {copy('map.help')}
      </p>
      {children}
      {map ? (
        <div className={styles.buttons}>
          <button
            type="button"
            className={styles.button}
            aria-label={copy('map.zoomIn')}
            onClick={() => zoomBy(map, 1)}
          >
            <Icon name="plus" />
          </button>
          <button
            type="button"
            className={styles.button}
            aria-label={copy('map.zoomOut')}
            onClick={() => zoomBy(map, -1)}
          >
            <Icon name="minus" />
          </button>
        </div>
      ) : null}
      {ground === 'own' || ground === 'own-instead' ? (
        <p className={styles.credits}>{copy('map.credits')}</p>
      ) : null}
      {ground === 'own' ? <p className={styles.plain}>{copy('map.noStreets')}</p> : null}
      {ground === 'own-instead' ? (
        <p className={styles.plain} role="status">
          {copy('map.plain')}
        </p>
      ) : null}
    </div>
  )
}
