import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useRef, useState } from 'react'
import { useApp, useCopy } from '../../partner/partner-context.tsx'
import { Icon } from '../../ui/icon.tsx'
import { locationsQuery } from './merchants.queries.ts'
import styles from './place-fields.module.css'

interface PlaceFieldsProps {
  /** Unique on the page. */
  readonly id: string
  readonly location?: string
  readonly restaurantOrCuisine?: string
  /** Typed, and no place that anyone knows. */
  readonly locationUnknown?: boolean
  /** Stands at the end of the location's field. */
  readonly locate?: ReactNode
}

/** Where, and what: two fields of a form that also works without script. */
export function PlaceFields(props: PlaceFieldsProps) {
  const { id, location = '', restaurantOrCuisine = '', locationUnknown = false, locate } = props
  const copy = useCopy()
  const [typed, suggest] = useTypedText()
  const problem = `${id}-location-problem`
  return (
    <div className={styles.fields}>
      <div className={styles.field}>
        <label className={styles.label} htmlFor={`${id}-location`}>
          {copy('search.location.label')}
        </label>
        <Icon name="pin" className={styles.icon} />
        <input
          key={location}
          id={`${id}-location`}
          className={locate ? `${styles.input} ${styles.withAction}` : styles.input}
          name="location"
          defaultValue={location}
          placeholder={copy('search.location.placeholder')}
          list={`${id}-places`}
          autoComplete="off"
          maxLength={80}
          aria-invalid={locationUnknown || undefined}
          aria-describedby={locationUnknown ? problem : undefined}
          onInput={suggest}
        />
        {locate}
        <Suggestions id={`${id}-places`} typed={typed} />
      </div>
      {locationUnknown ? (
        <p id={problem} className={styles.problem} role="alert">
          <Icon name="alert" />
          {copy('search.location.unknown', { location })}
        </p>
      ) : null}
      <div className={styles.field}>
        <label className={styles.label} htmlFor={`${id}-query`}>
          {copy('search.query.label')}
        </label>
        <Icon name="fork" className={styles.icon} />
        <input
          key={restaurantOrCuisine}
          id={`${id}-query`}
          className={styles.input}
          name="restaurantOrCuisine"
          defaultValue={restaurantOrCuisine}
          placeholder={copy('search.query.placeholder')}
          autoComplete="off"
          maxLength={100}
          enterKeyHint="search"
        />
      </div>
    </div>
  )
}

function Suggestions({ id, typed }: { readonly id: string; readonly typed: string }) {
  const { data: places = [] } = useQuery({ ...locationsQuery(useApp(), typed), enabled: typed.length >= 2 })
  return (
    <datalist id={id}>
      {places.map(place => (
        <option key={place.label} value={place.label} />
      ))}
    </datalist>
  )
}

/** What was typed, a moment after the last key: places are asked for once a word, not once a letter. */
function useTypedText() {
  const [typed, setTyped] = useState('')
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  function follow(event: { readonly currentTarget: HTMLInputElement }) {
    const { value } = event.currentTarget
    clearTimeout(timer.current)
    timer.current = setTimeout(() => setTyped(value.trim()), 180)
  }
  return [typed, follow] as const
}
