import type { Bounds } from '@dineward/core/merchants/distance.rules.ts'
import { placeWords } from '@dineward/core/search/place-words.rules.ts'
import type { MapPlace } from '@dineward/core/search/search.contract.ts'
import { useQuery } from '@tanstack/react-query'
import { useCallback, useMemo, useState } from 'react'
import { useNavigate } from 'react-router'
import { useApp, useCopy, type WriteCopy } from '../../../partner/partner-context.tsx'
import { Button } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { searchAddress } from '../search-address.ts'
import { mapPlacesQuery, searchedBounds } from '../search-page.queries.ts'
import styles from './search-map.module.css'
import type { MapPin, SearchMapProps } from './search-map-pane.tsx'

const none = [] as const

export function SearchMap(props: SearchMapProps) {
  const { state, place, activeId, onActive, looked, MerchantMap, renderCard } = props
  const app = useApp()
  const copy = useCopy()
  const navigate = useNavigate()
  const { data: places = none, isError, refetch, isFetching } = useQuery(mapPlacesQuery(app, state, place))
  const [selectedId, setSelectedId] = useState<string | null>(null)
  const [moved, setMoved] = useState<{ readonly from: Bounds; readonly to: Bounds } | null>(null)
  const pins = useMemo(() => pinsOf(copy, places), [copy, places])
  const bounds = useMemo(() => searchedBounds(state, place, places), [state, place, places])

  const onMoved = useCallback(
    (to: Bounds) => {
      looked.current = to
      setMoved({ from: bounds, to })
    },
    [bounds, looked],
  )
  const selected = places.some(({ id }) => id === selectedId) ? selectedId : null
  function popup(id: string) {
    const found = places.find(one => one.id === id)
    return found ? renderCard(found) : null
  }
  function searchThisArea(to: Bounds) {
    const there = { location: placeWords.mapView, latitude: null, longitude: null, bounds: to }
    void navigate(searchAddress({ ...state, ...there, pageNo: 1 }), { preventScrollReset: true })
  }
  return (
    <>
      <div className={styles.map}>
        <MerchantMap
          places={pins}
          bounds={bounds}
          activeId={activeId}
          onActive={onActive}
          selectedId={selected}
          onSelect={setSelectedId}
          popup={popup}
          onMoved={onMoved}
        />
      </div>
      {isError ? (
        <div className={styles.problem} role="status">
          <p>{copy('map.unavailable')}</p>
          <Button variant="quiet" size="small" busy={isFetching} onClick={() => void refetch()}>
            {copy('map.retry')}
          </Button>
        </div>
      ) : moved && moved.from === bounds ? (
        <Button size="small" className={styles.area} onClick={() => searchThisArea(moved.to)}>
          <Icon name="search" />
          {copy('search.thisArea')}
        </Button>
      ) : null}
    </>
  )
}

/** Members see what they earn, others the price. */
function pinsOf(copy: WriteCopy, places: readonly MapPlace[]): MapPin[] {
  const hasRates = places.some(({ earnRate }) => earnRate)
  return places.map(place => {
    const { earnRate, priceRange } = place
    if (earnRate) return { ...place, label: earnRate.short, labelText: earnRate.text }
    if (hasRates || priceRange < 1) return { ...place, label: '', labelText: '' }
    const labelText = copy('merchantCard.price', { level: String(priceRange) })
    return { ...place, label: '$'.repeat(priceRange), labelText }
  })
}
