import type { Bounds } from '@dineward/core/merchants/distance.rules.ts'
import { placeWords } from '@dineward/core/search/place-words.rules.ts'
import { useEffect, useMemo, useState } from 'react'
import { useNavigate } from 'react-router'
import { readStored, writeStored } from '../../../lib/browser/stored.ts'
import { useCopy, type WriteCopy } from '../../../partner/partner-context.tsx'
import { Button } from '../../../ui/button.tsx'
import { Checkbox } from '../../../ui/form/checkbox.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { searchAddress } from '../search-address.ts'
import { type FoundMerchant, searchedBounds } from '../search-page.queries.ts'
import { pinLabels } from './map-pins.rules.ts'
import styles from './search-map.module.css'
import type { MapPin, SearchMapProps } from './search-map-pane.tsx'

const followsKey = 'search-as-i-move'

export function SearchMap(props: SearchMapProps) {
  const { state, place, merchants, pins: linked, looked, MerchantMap, renderCard } = props
  const copy = useCopy()
  const navigate = useNavigate()
  const [follows, setFollows] = useState(() => readStored(followsKey) === 'yes')
  const [moved, setMoved] = useState<{ readonly from: Bounds; readonly to: Bounds } | null>(null)
  const { onSelect } = linked
  // The card closes with the map, and does not come back with it.
  useEffect(() => () => onSelect(null), [onSelect])
  const pins = useMemo(() => pinsOf(copy, merchants), [copy, merchants])
  const bounds = useMemo(() => searchedBounds(state, place, merchants), [state, place, merchants])

  const unsearched = moved?.from === bounds ? moved.to : null
  const selected = merchants.some(({ id }) => id === linked.selectedId) ? linked.selectedId : null
  function popup(id: string) {
    const found = merchants.find(one => one.id === id)
    return found ? renderCard(found) : null
  }
  function onMoved(to: Bounds) {
    looked.current = to
    if (follows) searchArea(to, { replace: true })
    else setMoved({ from: bounds, to })
  }
  function searchArea(to: Bounds, options = { replace: false }) {
    const there = { location: placeWords.mapView, latitude: null, longitude: null, bounds: to }
    void navigate(searchAddress({ ...state, ...there, pageNo: 1 }), { preventScrollReset: true, ...options })
  }
  function follow(isWanted: boolean) {
    setFollows(isWanted)
    writeStored(followsKey, isWanted ? 'yes' : 'no')
    if (isWanted && unsearched) searchArea(unsearched)
  }
  return (
    <>
      <div className={styles.map}>
        <MerchantMap
          places={pins}
          bounds={bounds}
          {...linked}
          selectedId={selected}
          popup={popup}
          onMoved={onMoved}
        />
      </div>
      <div className={styles.controls}>
        <div className={styles.follow}>
          <Checkbox
            label={copy('search.asIMove')}
            checked={follows}
            onChange={event => follow(event.target.checked)}
          />
        </div>
        {unsearched && !follows ? (
          <Button size="small" className={styles.area} onClick={() => searchArea(unsearched)}>
            <Icon name="search" />
            {copy('search.thisArea')}
          </Button>
        ) : null}
      </div>
    </>
  )
}

function pinsOf(copy: WriteCopy, merchants: readonly FoundMerchant[]): MapPin[] {
  const labels = pinLabels(merchants)
  return merchants.map(({ id, name, latitude, longitude, details, earnRate, flexOffer }) => {
    const { overallRating, numberOfRatings } = details.rating
    const said = [
      numberOfRatings > 0 ? copy('merchantCard.ratingOne', { rating: overallRating.toFixed(1) }) : '',
      flexOffer ? copy('merchantCard.offer', { amount: flexOffer }) : (earnRate?.text ?? ''),
    ]
    return {
      id,
      name,
      latitude,
      longitude,
      cuisine: details.cuisines[0] ?? '',
      label: labels.get(id) ?? '',
      labelText: said.filter(Boolean).join(', '),
    }
  })
}
