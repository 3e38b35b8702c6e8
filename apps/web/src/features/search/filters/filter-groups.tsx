import { earnsRewards } from '@dineward/core/partner/partner-questions.ts'
import { useEffect, useRef } from 'react'
import { useApp, useCopy } from '../../../partner/partner-context.tsx'
import { defaultRadiusMiles, type ListFilter, listFilters, type SearchState } from '../search-address.ts'
import styles from './filter-groups.module.css'
import { type CuisineCount, facetCount, filterLabel, type SearchFacets } from './search-filters.ts'

interface FilterGroupsProps {
  readonly state: SearchState
  readonly facets: SearchFacets | null
  /** All of them, where they are known; else the most frequent are offered. */
  readonly cuisines?: readonly CuisineCount[] | undefined
}

export function FilterGroups({ state, facets, cuisines }: FilterGroupsProps) {
  const copy = useCopy()
  const app = useApp()
  const seesDays = earnsRewards(app.partner) && app.hasSession()
  return (
    <div className={styles.groups}>
      <RadiusGroup state={state} />
      {seesDays ? (
        <Group name="benefitsFor" title={copy('filters.benefits')} state={state} facets={facets} />
      ) : null}
      <Group name="mealsServed" title={copy('filters.meals')} state={state} facets={facets} />
      <Group name="features" title={copy('filters.features')} state={state} facets={facets} />
      <Group name="diets" title={copy('filters.diets')} state={state} facets={facets} />
      <RatingGroup state={state} facets={facets} />
      <Cuisines state={state} facets={facets} cuisines={cuisines} />
    </div>
  )
}

interface GroupProps extends Pick<FilterGroupsProps, 'state' | 'facets'> {
  readonly name: Exclude<ListFilter, 'priceRange' | 'minRating'>
  readonly title: string
}

function Group({ name, title, state, facets }: GroupProps) {
  const copy = useCopy()
  return (
    <fieldset>
      <legend className={styles.legend}>{title}</legend>
      <div className={styles.options}>
        {listFilters[name].map(value => (
          <FilterChip
            key={value}
            name={name}
            value={value}
            checked={state[name].includes(value)}
            label={filterLabel(copy, { name, value })}
            count={facetCount(facets, state, { name, value })}
          />
        ))}
      </div>
    </fieldset>
  )
}

/** Chosen ones stay, also where none is left of them. */
function Cuisines({ state, facets, cuisines }: FilterGroupsProps) {
  const copy = useCopy()
  const counts = new Map(cuisines ?? facets?.[2])
  const names = [...state.cuisines.filter(name => !counts.has(name)), ...counts.keys()]
  if (names.length < 2 && state.cuisines.length === 0) return null
  return (
    <fieldset>
      <legend className={styles.legend}>{copy('filters.cuisines')}</legend>
      <div className={styles.options}>
        {names.map(value => (
          <FilterChip
            key={value}
            name="cuisines"
            value={value}
            checked={state.cuisines.includes(value)}
            label={value}
            count={(cuisines && counts.get(value)) ?? facetCount(facets, state, { name: 'cuisines', value })}
          />
        ))}
      </div>
    </fieldset>
  )
}

function RatingGroup({ state, facets }: Pick<FilterGroupsProps, 'state' | 'facets'>) {
  const copy = useCopy()
  const chosen = state.minRating.at(-1) ?? ''
  return (
    <fieldset>
      <legend className={styles.legend}>{copy('filters.rating')}</legend>
      <div className={styles.options}>
        <FilterChip
          oneOf
          name="minRating"
          value=""
          checked={chosen === ''}
          label={copy('filters.rating.any')}
        />
        {listFilters.minRating.map(value => (
          <FilterChip
            key={value}
            oneOf
            name="minRating"
            value={value}
            checked={value === chosen}
            label={filterLabel(copy, { name: 'minRating', value })}
            count={facetCount(facets, state, { name: 'minRating', value })}
          />
        ))}
      </div>
    </fieldset>
  )
}

interface FilterChipProps {
  readonly name: string
  readonly value?: string
  readonly checked: boolean
  readonly label: string
  readonly said?: string
  readonly count?: number | null
  readonly oneOf?: boolean
}

export function FilterChip(props: FilterChipProps) {
  const { name, value = 'true', checked, label, said, count = null, oneOf = false } = props
  const copy = useCopy()
  const box = useRef<HTMLInputElement>(null)
  // Uncontrolled, to show a press at once; the address follows later.
  useEffect(() => {
    if (box.current) box.current.checked = checked
  }, [checked])
  const filter = said ?? label
  const spoken = count === null ? said : copy('filters.count', { filter, count: String(count) })
  return (
    <label className={styles.chip}>
      <input
        ref={box}
        type={oneOf ? 'radio' : 'checkbox'}
        className={styles.box}
        name={name}
        value={value}
        defaultChecked={checked}
        disabled={count === 0 && !checked}
        aria-label={spoken}
      />
      <span className={styles.face}>
        {label}
        {count === null ? null : <small className={styles.count}>{count}</small>}
      </span>
    </label>
  )
}

const offered = [2, 5, 10, defaultRadiusMiles, 50, 100]

export function RadiusGroup({ state }: { readonly state: SearchState }) {
  const copy = useCopy()
  const chosen = state.radiusMiles ?? defaultRadiusMiles
  if (state.bounds) return null
  // The address can name another radius.
  const radii = offered.includes(chosen) ? offered : [...offered, chosen].sort((a, b) => a - b)
  return (
    <fieldset>
      <legend className={styles.legend}>{copy('filters.radius')}</legend>
      <div className={styles.options}>
        {radii.map(miles => (
          <FilterChip
            key={miles}
            oneOf
            name="radiusMiles"
            value={String(miles)}
            checked={miles === chosen}
            label={copy('filters.radius.miles', { miles: String(miles) })}
          />
        ))}
      </div>
    </fieldset>
  )
}
