import type { UnnamedPlace } from '@dineward/core/search/place-words.rules.ts'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Form, useNavigate } from 'react-router'
import { deferred } from '../../../lib/deferred/deferred.tsx'
import { useApp, useCopy } from '../../../partner/partner-context.tsx'
import { Button } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { formParams, searchAddress } from '../search-address.ts'
import { readSearch } from '../search-place.queries.ts'
import styles from './search-box.module.css'

const PlaceSuggestions = deferred(
  () => import('./place-suggestions.tsx'),
  module => module.PlaceSuggestions,
  { when: 'now' },
)

interface PlaceFieldsProps {
  readonly id: string
  readonly location?: string
  readonly restaurantOrCuisine?: string
  readonly problem?: string | null
  readonly locate?: ReactNode
  readonly hasMapView?: boolean
  readonly onPlace?: (place: UnnamedPlace | 'named') => void
}

export function PlaceFields(props: PlaceFieldsProps) {
  const { id, location = '', restaurantOrCuisine = '', problem = null, locate } = props
  const copy = useCopy()
  const [input, setInput] = useState<HTMLInputElement | null>(null)
  const problemId = `${id}-location-problem`
  const suggest = (event: { readonly currentTarget: HTMLInputElement }) => setInput(event.currentTarget)
  return (
    <div className={styles.fields}>
      <div className={styles.field}>
        <label className={styles.label} htmlFor={`${id}-location`}>
          {copy('search.location.label')}
        </label>
        <Icon name="pin" className={styles.icon} />
        <input
          ref={useShown(location)}
          id={`${id}-location`}
          className={locate ? `${styles.input} ${styles.withAction}` : styles.input}
          name="location"
          defaultValue={location}
          placeholder={copy('search.location.placeholder')}
          autoComplete="off"
          maxLength={80}
          aria-invalid={problem !== null || undefined}
          aria-describedby={problem === null ? undefined : problemId}
          onFocus={suggest}
          onInput={suggest}
        />
        {locate}
        {input ? (
          <PlaceSuggestions
            input={input}
            id={`${id}-places`}
            hasMapView={props.hasMapView ?? false}
            onChoose={place => props.onPlace?.(place)}
          />
        ) : null}
      </div>
      {problem === null ? null : (
        <p id={problemId} className={styles.problem} role="alert">
          <Icon name="alert" />
          {problem}
        </p>
      )}
      <div className={styles.field}>
        <label className={styles.label} htmlFor={`${id}-query`}>
          {copy('search.query.label')}
        </label>
        <Icon name="fork" className={styles.icon} />
        <input
          ref={useShown(restaurantOrCuisine)}
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

/** Sync an uncontrolled field when the search changes; otherwise what is typed stays. */
function useShown(searched: string) {
  const input = useRef<HTMLInputElement>(null)
  const shown = useRef(searched)
  useEffect(() => {
    if (shown.current !== searched && input.current) input.current.value = searched
    shown.current = searched
  }, [searched])
  return input
}

interface SearchBoxProps {
  readonly id: string
  readonly title: string
  readonly action: string
}

/** It leads to the search page, and works without script. */
export function SearchBox({ id, title, action }: SearchBoxProps) {
  const app = useApp()
  const navigate = useNavigate()
  return (
    <search className={styles.box}>
      <h2 className={styles.title}>{title}</h2>
      <Form
        method="get"
        action="/search"
        className={styles.form}
        onSubmit={event => {
          event.preventDefault()
          void navigate(searchAddress(readSearch(app, formParams(event.currentTarget))))
        }}
      >
        <PlaceFields id={id} />
        <Button type="submit" size="large">
          <Icon name="search" />
          {action}
        </Button>
      </Form>
    </search>
  )
}
