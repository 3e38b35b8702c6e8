import type { Bounds } from '@dineward/core/merchants/distance.rules.ts'
import type { UsualTable } from '@dineward/core/reservations/usual-table.rules.ts'
import { placeWords, type UnnamedPlace } from '@dineward/core/search/place-words.rules.ts'
import { formatClock, formatDate } from '@dineward/core/shared/format.ts'
import type { Ref } from 'react'
import { type ChangeEvent, type FormEvent, useEffect, useEffectEvent, useRef, useState } from 'react'
import { Form, useNavigate } from 'react-router'
import type { AskedTable } from '../../../lib/listed-merchant.ts'
import { useApp, useCopy, type WriteCopy } from '../../../partner/partner-context.tsx'
import { Button } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { FilterBar } from '../filters/filter-bar.tsx'
import type { SearchFacets } from '../filters/search-filters.ts'
import { boundsText, formParams, type SearchState, searchAddress } from '../search-address.ts'
import { readSearch } from '../search-place.queries.ts'
import { rememberedTable, rememberTable, tableAsked, tableFields } from '../table-asked.ts'
import foldedSearchStyles from './folded-search.module.css'
import { PlaceFields } from './search-box.tsx'
import styles from './search-form.module.css'
import { LocateButton, LocateError, useMyLocation } from './use-my-location.tsx'
import { partyText, WhenField } from './when-field.tsx'

interface SearchFormProps {
  readonly state: SearchState
  /** The search in words, shown where the fields are folded. */
  readonly summary: string
  readonly locationUnknown: boolean
  /** They count results, and results by filter; null until loaded. */
  readonly found: number | null
  readonly facets: SearchFacets | null
  readonly mapView: () => Bounds | null
  /** What results show the tables of; null where none is booked here. */
  readonly table: AskedTable | null
  readonly usual: UsualTable | null
}

export const searchFormId = 'search'

/** Filters apply at once, text on submit; without script, all on submit. */
export function SearchForm(props: SearchFormProps) {
  const { state, summary, locationUnknown, found, facets, mapView, table, usual } = props
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
    const read = form.current && readSearch(app, formParams(form.current))
    const said = read && { ...read, ...chosenTable(read, state, table) }
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
    const isFilter = target instanceof HTMLInputElement && ['checkbox', 'radio'].includes(target.type)
    const isTable = tableFields.includes((target as HTMLInputElement).name)
    if (isTable) rememberChoice()
    if (isFilter || (isTable && (target as HTMLInputElement).validity.valid)) search()
  }
  function rememberChoice() {
    const next = asked()
    const chosen = next && tableAsked(next, usual)
    if (chosen) rememberTable(chosen)
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
    const remembered =
      isUsual(state) && usual ? rememberedTable(params => readSearch(app, params), usual) : null
    const next = said && { ...said, ...remembered }
    if (next && JSON.stringify(filtersOf(next)) !== JSON.stringify(filtersOf(state))) go(next)
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
        <FoldedSearch
          ref={folded}
          summary={summary}
          detail={table && usual ? tableText(copy, table, usual) : null}
        />
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
          {table ? <WhenField id="search" table={table} /> : null}
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

/** The usual values stay out of the address. */
function chosenTable(read: SearchState, { date, time, partySize }: SearchState, shown: AskedTable | null) {
  const isShown = shown !== null && read.date === shown.date && read.time === shown.time
  return isShown && read.partySize === shown.partySize ? { date, time, partySize } : {}
}

const isUsual = ({ date, time, partySize }: SearchState): boolean =>
  date === '' && time === '' && partySize === null

function tableText(copy: WriteCopy, { date, time, partySize }: AskedTable, usual: UsualTable): string {
  const isTonight = usual.isTonight && date === usual.date && time >= tonightFrom
  return copy('search.table.summary', {
    day: isTonight ? copy('search.table.tonight') : formatDate(date, 'shortWeekday'),
    time: formatClock(time),
    guests: partyText(copy, partySize),
  })
}

const tonightFrom = '17:00'

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
  readonly detail: string | null
  readonly ref: Ref<HTMLDetailsElement>
}

/** On small screens one line in place of the fields, which follow it. Works before hydration. */
function FoldedSearch({ summary, detail, ref }: FoldedSearchProps) {
  const copy = useCopy()
  return (
    <details ref={ref} className={foldedSearchStyles.folded}>
      <summary className={foldedSearchStyles.line}>
        <Icon name="search" className={foldedSearchStyles.icon} />
        <span className={foldedSearchStyles.summary}>
          {summary}
          {detail === null ? null : <small className={foldedSearchStyles.detail}>{detail}</small>}
        </span>
        <span className={foldedSearchStyles.change}>{copy('search.changeSearch')}</span>
        <Icon name="chevron-down" className={foldedSearchStyles.chevron} />
      </summary>
    </details>
  )
}
