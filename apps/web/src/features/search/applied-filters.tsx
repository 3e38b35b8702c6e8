import type { MouseEvent } from 'react'
import { useCopy } from '../../partner/partner-context.tsx'
import { AppLink } from '../../ui/app-link.tsx'
import { Icon } from '../../ui/icon.tsx'
import styles from './applied-filters.module.css'
import { moreFiltersId } from './filter-bar.tsx'
import { filterWords, spokenFilter } from './filter-words.ts'
import { type SearchState, searchAddress } from './search-address.ts'
import { chosenFilters, withoutFilter, withoutFilters } from './search-filters.ts'

/** The filters that are on. Each is taken off by a press, and all of them by one. */
export function ChosenFilters({ state }: { readonly state: SearchState }) {
  const copy = useCopy()
  const filters = chosenFilters(state)
  if (filters.length === 0) return null
  return (
    <ul className={styles.chosen} aria-label={copy('filters.chosen')}>
      {filters.map(filter => (
        <li key={`${filter.name} ${filter.value}`}>
          <AppLink
            className={styles.filter}
            to={searchAddress(withoutFilter(state, filter))}
            aria-label={copy('filters.remove', { filter: spokenFilter(copy, filter) })}
            preventScrollReset
            onClick={filters.length > 1 ? focusNeighbor : focusFilters}
          >
            {filterWords(copy, filter)}
            <Icon name="close" className={styles.cross} />
          </AppLink>
        </li>
      ))}
      <li>
        <AppLink
          className={styles.clear}
          to={searchAddress(withoutFilters(state))}
          preventScrollReset
          onClick={focusFilters}
        >
          {copy('filters.clear')}
        </AppLink>
      </li>
    </ul>
  )
}

/** What is pressed goes away: the focus moves on to what stays. */
function focusNeighbor({ currentTarget }: MouseEvent<HTMLAnchorElement>) {
  const item = currentTarget.closest('li')
  const next = item?.nextElementSibling ?? item?.previousElementSibling
  next?.querySelector('a')?.focus({ preventScroll: true })
}

function focusFilters() {
  document.getElementById(moreFiltersId)?.focus({ preventScroll: true })
}
