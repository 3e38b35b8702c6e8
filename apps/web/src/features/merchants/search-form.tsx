import { takesReservations } from '@dineward/core/partner/partner-questions.ts'
import { type ChangeEvent, type FormEvent, useRef } from 'react'
import { Form, useNavigate } from 'react-router'
import { useApp, useCopy } from '../../partner/partner-context.tsx'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { FilterChip } from './filter-chip.tsx'
import { FilterSheet } from './filter-sheet.tsx'
import { formParams } from './form-params.ts'
import { PlaceFields } from './place-fields.tsx'
import { listFilters, type SearchState, searchAddress, searchStateOf } from './search-address.ts'
import styles from './search-form.module.css'
import { standsForCoordinates } from './search-place.queries.ts'
import { LocateButton, LocationBlocked, useMyLocation } from './use-my-location.tsx'

interface SearchFormProps {
  readonly state: SearchState
  readonly locationUnknown: boolean
  /** How many restaurants there are now; null while nobody knows. */
  readonly found: number | null
}

export const searchFormId = 'search'

/** Place, words and filters. Filters work at once, words when they are sent; without script, all are sent together. */
export function SearchForm({ state, locationUnknown, found }: SearchFormProps) {
  const app = useApp()
  const copy = useCopy()
  const navigate = useNavigate()
  const locating = useMyLocation(state)
  const form = useRef<HTMLFormElement>(null)
  const { settings } = app.partner

  function search() {
    if (!form.current) return
    void navigate(searchAddress(searchStateOf(formParams(form.current))), { preventScrollReset: true })
  }
  function filter(event: FormEvent<HTMLFormElement> & Partial<ChangeEvent>) {
    const { target } = event
    if (target instanceof HTMLInputElement && target.type === 'checkbox') search()
  }
  return (
    <search>
      <Form
        ref={form}
        id={searchFormId}
        method="get"
        action="/search"
        className={styles.form}
        onChange={filter}
        onSubmit={event => {
          event.preventDefault()
          search()
        }}
      >
        <Remembered state={state} keepsPlace={standsForCoordinates(app, state.location)} />
        <div className={styles.where}>
          <PlaceFields
            id="search"
            location={state.location}
            restaurantOrCuisine={state.restaurantOrCuisine}
            locationUnknown={locationUnknown}
            locate={<LocateButton locating={locating} />}
          />
          <Button type="submit" className={styles.submit}>
            <Icon name="search" />
            {copy('search.submit')}
          </Button>
        </div>
        {locating.progress === 'blocked' ? <LocationBlocked /> : null}
        <div className={styles.filters}>
          <fieldset className={styles.chips}>
            <legend className="visually-hidden">{copy('filters.title')}</legend>
            {listFilters.priceRange.map(level => (
              <FilterChip
                key={level}
                name="priceRange"
                value={level}
                checked={state.priceRange.includes(level)}
                label={'$'.repeat(Number(level))}
                said={copy(`filters.price.${level}`)}
              />
            ))}
            {settings.acclaimedEnabled ? (
              <FilterChip name="acclaimed" checked={state.acclaimed} label={copy('filters.acclaimed')} />
            ) : null}
            <FilterChip name="isNew" checked={state.isNew} label={copy('filters.new')} />
            {takesReservations(app.partner) ? (
              <FilterChip
                name="reservations"
                checked={state.reservations}
                label={copy('filters.reservations')}
              />
            ) : null}
          </fieldset>
          <FilterSheet state={state} found={found} />
        </div>
      </Form>
    </search>
  )
}

/** What the form does not show and still sends on. */
function Remembered({ state, keepsPlace }: { readonly state: SearchState; readonly keepsPlace: boolean }) {
  return (
    <>
      {keepsPlace || state.location === '' ? (
        <>
          <Hidden name="latitude" value={state.latitude} />
          <Hidden name="longitude" value={state.longitude} />
        </>
      ) : null}
      <Hidden name="campaignCode" value={state.campaignCode || null} />
      <Hidden name="radiusMiles" value={state.radiusMiles} />
    </>
  )
}

function Hidden({ name, value }: { readonly name: string; readonly value: string | number | null }) {
  return value === null ? null : <input type="hidden" name={name} value={value} />
}
