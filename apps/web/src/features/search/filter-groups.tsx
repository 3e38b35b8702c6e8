import { earnsRewards } from '@dineward/core/partner/partner-questions.ts'
import { useEffect, useRef } from 'react'
import { useCopy, usePartner } from '../../partner/partner-context.tsx'
import { AppLink } from '../../ui/app-link.tsx'
import chipStyles from './filter-chip.module.css'
import styles from './filter-groups.module.css'
import {
  type ListFilter,
  listFilters,
  type SearchState,
  searchAddress,
  usualRadiusMiles,
} from './search-address.ts'
import { countBehind, filterWords, type SearchFacets } from './search-filters.ts'

interface FilterGroupsProps {
  readonly state: SearchState
  readonly facets: SearchFacets | null
  /** One of the cuisines was pressed, which leads to another search. */
  readonly onLeave?: (() => void) | undefined
}

/** All the rest of the filters: part of the form around them. */
export function FilterGroups({ state, facets, onLeave }: FilterGroupsProps) {
  const copy = useCopy()
  const earns = earnsRewards(usePartner())
  return (
    <div className={styles.groups}>
      <RadiusGroup state={state} />
      {earns ? <Group name="benefitsFor" title={copy('filters.benefits')} {...{ state, facets }} /> : null}
      <Group name="mealsServed" title={copy('filters.meals')} {...{ state, facets }} />
      <Group name="features" title={copy('filters.features')} {...{ state, facets }} />
      <Cuisines state={state} facets={facets} onLeave={onLeave} />
    </div>
  )
}

interface GroupProps extends Pick<FilterGroupsProps, 'state' | 'facets'> {
  readonly name: Exclude<ListFilter, 'priceRange'>
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
            label={filterWords(copy, { name, value })}
            count={countBehind(facets, state, { name, value })}
          />
        ))}
      </div>
    </fieldset>
  )
}

/** What there is most of, one press away. */
function Cuisines({ state, facets, onLeave }: FilterGroupsProps) {
  const copy = useCopy()
  const cuisines = facets?.[2] ?? []
  if (state.restaurantOrCuisine !== '' || cuisines.length < 2) return null
  return (
    <section aria-labelledby="filter-cuisines">
      <h3 className={styles.legend} id="filter-cuisines">
        {copy('filters.cuisines')}
      </h3>
      <div className={styles.options}>
        {cuisines.map(restaurantOrCuisine => (
          <AppLink
            key={restaurantOrCuisine}
            className={`${chipStyles.face} ${styles.cuisine}`}
            to={searchAddress({ ...state, restaurantOrCuisine, pageNo: 1 })}
            onClick={onLeave}
          >
            {restaurantOrCuisine}
          </AppLink>
        ))}
      </div>
    </section>
  )
}

interface FilterChipProps {
  readonly name: string
  readonly value?: string
  readonly checked: boolean
  readonly label: string
  /** Where the label alone says too little. */
  readonly said?: string
  /** How many it would find; null where nobody can tell. */
  readonly count?: number | null
  /** One of several that exclude each other. */
  readonly oneOf?: boolean
}

/** A checkbox that looks like a chip. The form around it acts on the change. What would find nothing can only be taken off. */
export function FilterChip(props: FilterChipProps) {
  const { name, value = 'true', checked, label, said, count = null, oneOf = false } = props
  const copy = useCopy()
  const box = useRef<HTMLInputElement>(null)
  // It is its owner's, and shows a press at once; what comes of it is told by the address, later.
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

const offered = [2, 5, 10, usualRadiusMiles, 50, 100]

/** How far around the place. A map's view says that itself. */
export function RadiusGroup({ state }: { readonly state: SearchState }) {
  const copy = useCopy()
  const chosen = state.radiusMiles ?? usualRadiusMiles
  if (state.bounds) return null
  // An address may say something in between.
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
