import type { Bounds } from '@dineward/core/merchants/distance.rules.ts'
import { hasStreetMap } from '@dineward/core/partner/partner-questions.ts'
import { type ComponentType, type ReactNode, type RefObject, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { useMedia } from '../../../lib/browser/use-media.ts'
import { deferred } from '../../../lib/deferred/deferred.tsx'
import { useWhenIdle } from '../../../lib/deferred/use-when-idle.ts'
import { savesData } from '../../../lib/navigation/prefetch.ts'
import { useCopy, usePartner } from '../../../partner/partner-context.tsx'
import { AppLink } from '../../../ui/app-link.tsx'
import { Button } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { opensElsewhere } from '../../../ui/opens-elsewhere.ts'
import { type SearchState, searchAddress } from '../search-address.ts'
import type { FoundMerchant } from '../search-page.queries.ts'
import type { SearchPlace } from '../search-place.queries.ts'
import styles from './search-map-pane.module.css'

const SearchMap = deferred(
  () => import('./search-map.tsx'),
  module => module.SearchMap,
  { when: 'now' },
)

/** One restaurant is active in the list and on the map, and one may have its card open there. */
export interface LinkedPins {
  readonly activeId: string | null
  readonly onActive: (id: string | null) => void
  readonly selectedId: string | null
  readonly onSelect: (id: string | null) => void
}

/** The chosen one stays active while another is not pointed at. */
export function useLinkedPins(): LinkedPins {
  const [pointedId, onActive] = useState<string | null>(null)
  const [selectedId, onSelect] = useState<string | null>(null)
  return { activeId: pointedId ?? selectedId, onActive, selectedId, onSelect }
}

export interface SearchMapProps {
  readonly state: SearchState
  readonly place: SearchPlace
  /** The restaurants of the page. */
  readonly merchants: readonly FoundMerchant[]
  readonly pins: LinkedPins
  readonly looked: RefObject<Bounds | null>
  /** The route passes it in from other features. */
  readonly MerchantMap: ComponentType<MapSlotProps>
  readonly renderCard: (merchant: FoundMerchant) => ReactNode
}

export interface MapPin extends Pick<FoundMerchant, 'id' | 'name' | 'latitude' | 'longitude'> {
  readonly cuisine: string
  readonly label: string
  readonly labelText: string
}

interface MapSlotProps extends LinkedPins {
  readonly places: readonly MapPin[]
  readonly bounds: Bounds
  readonly popup: (id: string) => ReactNode
  readonly onMoved: (bounds: Bounds) => void
}

interface SearchMapPaneProps extends Omit<SearchMapProps, 'place'> {
  readonly place: SearchPlace | null
}

/** Replaces the list on small screens. Loads on demand. */
export function SearchMapPane({ place, ...props }: SearchMapPaneProps) {
  const isWide = useMedia('(width >= 861px)')
  const isNarrow = useMedia('(width < 861px)')
  const isIdle = useWhenIdle()
  const copy = useCopy()
  const partner = usePartner()
  const [isWanted, setWanted] = useState(false)
  // With data saver on, the map loads on request.
  const waits = isWide && !isWanted && savesData()
  const isShown = (isWide && !waits && isIdle) || (isNarrow && props.state.view === 'map')
  return (
    <div className={styles.pane}>
      <MapModes state={props.state} />
      <div className={styles.map} data-simple={hasStreetMap(partner) ? undefined : ''}>
        {waits ? (
          <Button variant="quiet" className={styles.ask} onClick={() => setWanted(true)}>
            <Icon name="pin" />
            {copy('search.showMap')}
          </Button>
        ) : null}
        {isShown && place ? <SearchMap place={place} {...props} /> : null}
      </div>
    </div>
  )
}

function MapModes({ state }: Pick<SearchMapProps, 'state'>) {
  const copy = useCopy()
  const navigate = useNavigate()
  const cameFromList = (useLocation().state as { fromList?: boolean } | null)?.fromList === true
  const isMap = state.view === 'map'
  const to = searchAddress({ ...state, view: isMap ? 'list' : 'map' })
  return (
    <AppLink
      className={styles.toggle}
      to={to}
      onClick={event => {
        if (opensElsewhere(event)) return
        event.preventDefault()
        if (isMap && cameFromList) void navigate(-1)
        else void navigate(to, { state: isMap ? null : { fromList: true } })
      }}
    >
      <Icon name={isMap ? 'menu' : 'pin'} />
      {copy(isMap ? 'search.showList' : 'search.showMap')}
    </AppLink>
  )
}
