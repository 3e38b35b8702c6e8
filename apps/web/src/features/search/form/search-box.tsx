import type { UsualTable } from '@dineward/core/reservations/usual-table.rules.ts'
import type { UnnamedPlace } from '@dineward/core/search/place-words.rules.ts'
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { Form, useNavigate } from 'react-router'
import { deferred } from '../../../lib/deferred/deferred.tsx'
import type { AskedTable } from '../../../lib/listed-merchant.ts'
import { useApp, useCopy } from '../../../partner/partner-context.tsx'
import { Button } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { formParams, searchAddress } from '../search-address.ts'
import { readSearch } from '../search-place.queries.ts'
import {
  noChoice,
  rememberedTable,
  rememberTable,
  tableAsked,
  tableFields,
  unlessUsual,
  type When,
} from '../table-asked.ts'
import styles from './search-box.module.css'
import { WhenField } from './when-field.tsx'

const PlaceSuggestions = deferred(
  () => import('./place-suggestions.tsx'),
  module => module.PlaceSuggestions,
  { when: 'now' },
)

const QuerySuggestions = deferred(
  () => import('./query-suggestions.tsx'),
  module => module.QuerySuggestions,
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
  const [queryInput, setQueryInput] = useState<HTMLInputElement | null>(null)
  const suggestQuery = (event: { readonly currentTarget: HTMLInputElement }) =>
    setQueryInput(event.currentTarget)
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
          onFocus={suggestQuery}
          onInput={suggestQuery}
        />
        {queryInput ? <QuerySuggestions input={queryInput} id={`${id}-suggestions`} /> : null}
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
  /** The table that is looked for at first; null where none is booked here. */
  readonly usual?: UsualTable | null
}

/** It leads to the search page, and works without script. */
export function SearchBox({ id, title, action, usual = null }: SearchBoxProps) {
  const app = useApp()
  const navigate = useNavigate()
  const table = useRememberedTable(usual)

  const readForm = (form: HTMLFormElement) => readSearch(app, formParams(form))
  function remember({ currentTarget, target }: FormEvent<HTMLFormElement>) {
    const isTable = tableFields.includes((target as HTMLInputElement).name)
    const chosen = isTable ? tableAsked(readForm(currentTarget), usual) : null
    if (chosen) rememberTable(chosen)
  }
  function search(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const state = readForm(event.currentTarget)
    void navigate(searchAddress({ ...state, ...unlessUsual(state, usual) }))
  }
  return (
    <search className={styles.box}>
      <h2 className={styles.title}>{title}</h2>
      <Form method="get" action="/search" className={styles.form} onChange={remember} onSubmit={search}>
        <PlaceFields id={id} />
        {table ? <WhenField id={id} table={table} /> : null}
        <Button type="submit" size="large">
          <Icon name="search" />
          {action}
        </Button>
      </Form>
    </search>
  )
}

/** It has what was chosen before once the page is hydrated: the server does not know it. */
function useRememberedTable(usual: UsualTable | null): AskedTable | null {
  const app = useApp()
  const [remembered, setRemembered] = useState<When | null>(null)
  useEffect(() => {
    setRemembered(usual && rememberedTable(params => readSearch(app, params), usual))
  }, [app, usual])
  return tableAsked(remembered ?? noChoice, usual)
}
