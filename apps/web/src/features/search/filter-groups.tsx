import { earnsRewards } from '@dineward/core/partner/partner-questions.ts'
import { useCopy, usePartner } from '../../partner/partner-context.tsx'
import { AppLink } from '../../ui/app-link.tsx'
import chipStyles from './filter-chip.module.css'
import { FilterChip } from './filter-chip.tsx'
import styles from './filter-groups.module.css'
import { filterWords } from './filter-words.ts'
import { type ListFilter, listFilters, type SearchState, searchAddress } from './search-address.ts'
import { countBehind, type SearchFacets } from './search-facets.ts'
import { RadiusGroup } from './search-radius.tsx'

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
