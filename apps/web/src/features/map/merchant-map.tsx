import type { KeyboardEvent } from 'react'
import { useCopy } from '../../partner/partner-context.tsx'
import { MapPopup } from './map-popup.tsx'
import type { MerchantMapProps } from './map-props.ts'
import { MapSheet } from './map-sheet.tsx'
import { MapMarkers } from './markers/map-markers.tsx'
import { useMap } from './use-map.ts'

/** Fills its container. Operable by keyboard and screen reader. */
export function MerchantMap(props: MerchantMapProps) {
  const { places, bounds, activeId, onActive, selectedId, onSelect, popup, onMoved } = props
  const copy = useCopy()
  const [ref, state] = useMap({ label: copy('map.label'), bounds, onMoved })
  const map = state.kind === 'here' ? state.map : null
  const isOwn = state.kind === 'here' && (state.ground === 'own' || state.ground === 'own-instead')
  const selected = places.find(({ id }) => id === selectedId)

  function close() {
    onSelect(null)
    const marker = map
      ?.getContainer()
      .querySelector<HTMLElement>(`[data-id="${CSS.escape(selectedId ?? '')}"]`)
    const target = marker ?? map?.getCanvas()
    target?.focus({ preventScroll: true })
  }
  function closeByKey(event: KeyboardEvent) {
    if (event.key !== 'Escape' || selectedId === null) return
    event.stopPropagation()
    close()
  }
  return (
    <MapSheet canvas={ref} state={state} unavailable="map.unavailable" onKeyDown={closeByKey}>
      {map ? (
        <>
          <MapMarkers
            map={map}
            withNames={isOwn}
            pins={places}
            activeId={activeId}
            onActive={onActive}
            selectedId={selectedId}
            onSelect={onSelect}
          />
          {selected ? (
            <MapPopup key={selected.id} map={map} pin={selected} onClose={close}>
              {popup(selected.id)}
            </MapPopup>
          ) : null}
        </>
      ) : null}
    </MapSheet>
  )
}
