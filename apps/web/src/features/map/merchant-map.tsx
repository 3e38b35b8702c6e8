import type { Map as MapLibreMap } from 'maplibre-gl'
import { type KeyboardEvent, useEffect } from 'react'
import { useCopy } from '../../partner/partner-context.tsx'
import { MapMarkers } from './map-markers.tsx'
import { MapPopup } from './map-popup.tsx'
import type { MapPin, MerchantMapProps } from './map-props.ts'
import { MapSheet } from './map-sheet.tsx'
import { fill } from './own-map.ts'
import { useMap } from './use-map.ts'

/** Restaurants on a map, for hands, keys and ears. Its size is that of what it stands in. */
export function MerchantMap(props: MerchantMapProps) {
  const { places, bounds, activeId, onActive, selectedId, onSelect, popup, onMoved } = props
  const copy = useCopy()
  const [ref, state] = useMap({ label: copy('map.label'), bounds, onMoved })
  const map = state.kind === 'here' ? state.map : null
  useNames(map, state.kind === 'here' && state.ground !== 'foreign', places)
  const selected = places.find(({ id }) => id === selectedId)

  function close() {
    onSelect(null)
    map
      ?.getContainer()
      .querySelector<HTMLElement>(`[data-id="${CSS.escape(selectedId ?? '')}"]`)
      ?.focus({ preventScroll: true })
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

/** On the product's own map, close up, restaurants have their names beside them. */
function useNames(map: MapLibreMap | null, isOwn: boolean, places: readonly MapPin[]): void {
  useEffect(() => {
    if (!map || !isOwn) return
    const features = places.map(({ name, longitude, latitude }) => ({
      type: 'Feature',
      geometry: { type: 'Point', coordinates: [longitude, latitude] },
      properties: { name },
    }))
    fill(map, 'names', features)
  }, [map, isOwn, places])
}
