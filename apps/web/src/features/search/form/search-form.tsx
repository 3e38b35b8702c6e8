import type { Bounds } from '@dineward/core/merchants/distance.rules.ts'
import { placeWords, type UnnamedPlace } from '@dineward/core/search/place-words.rules.ts'
import type { Ref } from 'react'
import { type ChangeEvent, type FormEvent, useEffect, useEffectEvent, useRef, useState } from 'react'
import { Form, useNavigate } from 'react-router'
import { useApp, useCopy, type WriteCopy } from '../../../partner/partner-context.tsx'
import { Button } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { FilterBar } from '../filters/filter-bar.tsx'
import type { SearchFacets } from '../filters/search-filters.ts'
import { boundsText, formParams, type SearchState, searchAddress } from '../search-address.ts'
import { readSearch } from '../search-place.queries.ts'
import foldedSearchStyles from './folded-search.module.css'
import { PlaceFields } from './search-box.tsx'
import styles from './search-form.module.css'
import { LocateButton, LocateError, useMyLocation } from './use-my-location.tsx'

interface SearchFormProps {
  readonly state: SearchState
  /** The search in words, shown where the fields are folded. */
  readonly summary: string
  readonly locationUnknown: boolean
  /** They count results, and results by filter; null until loaded. */
  readonly found: number | null
  readonly facets: SearchFacets | null
  readonly mapView: () => Bounds | null
}

export const searchFormId = 'search'

/** Filters apply at once, text on submit; without script, all on submit. */
export function SearchForm(props: SearchFormProps) {
  const { state, summary, locationUnknown, found, facets, mapView } = props
  const app = useApp()
  const copy = useCopy()
  const navigate = useNavigate()
  const locating = useMyLocation(state)
  const form = useRef<HTMLFormElement>(null)
  const folded = useRef<HTMLDetailsElement>(null)

  const [shown, setSent] = useShownSearch(state)

  function go(next: SearchState) {
    setSent(next)
    void navigate(searchAddress(next), { preventScrollReset: true })
  }
  function asked(): SearchState | null {
    const said = form.current && readSearch(app, formParams(form.current))
    if (!said || said.location === state.location) return said
    // Coordinates belong to the previous location; without a location it is near the visitor.
    const location = said.location || placeWords.current
    return { ...said, location, latitude: null, longitude: null, bounds: null }
  }
  function search() {
    const next = asked()
    if (next) go(next)
  }
  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    folded.current?.removeAttribute('open')
    search()
  }
  function filter({ target }: FormEvent<HTMLFormElement> & Partial<ChangeEvent>) {
    if (target instanceof HTMLInputElement && (target.type === 'checkbox' || target.type === 'radio'))
      search()
  }
  function choosePlace(place: UnnamedPlace | 'named') {
    const bounds = mapView()
    if (place === 'current') locating.ask()
    else if (place === 'mapView' && bounds)
      go({ ...state, location: placeWords.mapView, latitude: null, longitude: null, bounds, pageNo: 1 })
    else search()
  }

  // Apply filters that were ticked before hydration.
  const catchUp = useEffectEvent(() => {
    const said = asked()
    if (said && JSON.stringify(filtersOf(said)) !== JSON.stringify(filtersOf(state))) go(said)
  })
  useEffect(() => catchUp(), [])

  const problem = locationUnknown ? copy('search.location.unknown', { location: state.location }) : null
  return (
    <search>
      <Form
        ref={form}
        id={searchFormId}
        method="get"
        action="/search"
        className={styles.form}
        autoComplete="off"
        onChange={filter}
        onSubmit={submit}
      >
        <HiddenParams state={state} />
        <FoldedSearch ref={folded} summary={summary} />
        <div className={styles.where}>
          <PlaceFields
            id="search"
            location={shownLocation(shown.location, copy)}
            restaurantOrCuisine={shown.restaurantOrCuisine}
            problem={problem}
            locate={<LocateButton locating={locating} />}
            hasMapView={mapView() !== null}
            onPlace={choosePlace}
          />
          <Button type="submit" className={styles.submit}>
            <Icon name="search" />
            {copy('search.submit')}
          </Button>
        </div>
        <LocateError progress={locating.progress} />
        <FilterBar state={state} found={found} facets={facets} />
      </Form>
    </search>
  )
}

/** @returns the search sent from the form until its page arrives, so that what is typed meanwhile stays */
function useShownSearch(state: SearchState) {
  const address = searchAddress(state)
  const [arrived, setArrived] = useState(address)
  const [sent, setSent] = useState<SearchState | null>(null)
  if (address !== arrived) {
    setArrived(address)
    setSent(null)
  }
  return [sent ?? state, setSent] as const
}

/** The address uses fixed words for unnamed places; show the partner's. */
function shownLocation(location: string, copy: WriteCopy): string {
  if (location === placeWords.current) return copy('search.location.current')
  return location === placeWords.mapView ? copy('search.location.mapView') : location
}

function filtersOf({
  showsFilters,
  location,
  restaurantOrCuisine,
  pageNo,
  latitude,
  longitude,
  bounds,
  view,
  ...rest
}: SearchState) {
  return rest
}

/** Hidden fields hold the parts of the search without a control. */
function HiddenParams({ state }: { readonly state: SearchState }) {
  const { latitude, longitude, bounds, campaignCode, radiusMiles, view } = state
  return (
    <>
      <Hidden name="latitude" value={latitude} />
      <Hidden name="longitude" value={longitude} />
      <Hidden name="bounds" value={bounds && boundsText(bounds)} />
      <Hidden name="radiusMiles" value={bounds && radiusMiles} />
      <Hidden name="campaignCode" value={campaignCode || null} />
      <Hidden name="view" value={view === 'map' ? view : null} />
    </>
  )
}

function Hidden({ name, value }: { readonly name: string; readonly value: string | number | null }) {
  return value === null ? null : <input type="hidden" name={name} value={value} />
}

interface FoldedSearchProps {
  readonly summary: string
  readonly ref: Ref<HTMLDetailsElement>
}

/** On small screens one line in place of the fields, which follow it. Works before hydration. */
function FoldedSearch({ summary, ref }: FoldedSearchProps) {
  const copy = useCopy()
  return (
    <details ref={ref} className={foldedSearchStyles.folded}>
      <summary className={foldedSearchStyles.line}>
        <Icon name="search" className={foldedSearchStyles.icon} />
        <span className={foldedSearchStyles.summary}>{summary}</span>
        <span className={foldedSearchStyles.change}>{copy('search.changeSearch')}</span>
        <Icon name="chevron-down" className={foldedSearchStyles.chevron} />
      </summary>
    </details>
  )
}
