import { bookingProvider, hasAcclaimed, takesReservations } from '@dineward/core/partner/partner-questions.ts'
import { type MouseEvent, useState } from 'react'
import { useNavigate } from 'react-router'
import { useCopy, usePartner } from '../../../partner/partner-context.tsx'
import { AppLink } from '../../../ui/app-link.tsx'
import { Button } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { flagFilters, listFilters, listNames, type SearchState, searchAddress } from '../search-address.ts'
import styles from './filter-bar.module.css'
import { FilterChip, FilterGroups } from './filter-groups.tsx'
import type { FilterSheet } from './filter-sheet.tsx'
import {
  type AppliedFilter,
  accessibleFilterLabel,
  appliedFilters,
  applyLabel,
  countFilters,
  facetCount,
  filterLabel,
  type SearchFacets,
  withoutFilter,
  withoutFilters,
} from './search-filters.ts'

export const moreFiltersId = 'more-filters'

const loadSheet = () => import('./filter-sheet.tsx')
const fetchSheet = () => void loadSheet().catch(() => {})

interface FilterBarProps {
  readonly state: SearchState
  readonly found: number | null
  readonly facets: SearchFacets | null
}

export function FilterBar({ state, found, facets }: FilterBarProps) {
  const copy = useCopy()
  const navigate = useNavigate()
  const partner = usePartner()
  const offered = flagFilters.filter(
    name =>
      (name !== 'hasTable' || bookingProvider(partner) === 'book') &&
      (name !== 'acclaimed' || hasAcclaimed(partner)) &&
      (name !== 'reservations' || takesReservations(partner)),
  )
  const filters: AppliedFilter[] = [
    ...listFilters.priceRange.map(value => ({ name: 'priceRange' as const, value })),
    ...offered.map(name => ({ name, value: 'true' as const })),
  ]
  const count = countFilters(state)
  const [Sheet, setSheet] = useState<typeof FilterSheet | null>(null)
  const [isOpen, setOpen] = useState(false)

  function openSheet(event: MouseEvent) {
    event.preventDefault()
    loadSheet()
      .then(loaded => {
        setSheet(() => loaded.FilterSheet)
        setOpen(true)
      })
      // Without the dialog's script, show all filters on the page.
      .catch(() => navigate(searchAddress({ ...state, showsFilters: true })))
  }
  return (
    <div className={styles.filters}>
      {/* With all filters disabled, the scrollable row itself must be focusable. */}
      <fieldset className={styles.chips} {...(found === 0 ? { tabIndex: 0 } : {})}>
        <legend className="visually-hidden">{copy('filters.title')}</legend>
        {filters.map(filter => (
          <FilterChip
            key={`${filter.name} ${filter.value}`}
            name={filter.name}
            value={filter.value}
            checked={isOn(state, filter)}
            label={filterLabel(copy, filter)}
            said={accessibleFilterLabel(copy, filter)}
            count={facetCount(facets, state, filter)}
          />
        ))}
      </fieldset>
      {state.showsFilters ? null : (
        <Button
          id={moreFiltersId}
          type="submit"
          name="filters"
          value="all"
          variant="quiet"
          size="small"
          className={styles.open}
          aria-haspopup="dialog"
          onClick={openSheet}
          onPointerEnter={fetchSheet}
        >
          <Icon name="sliders" />
          {copy('filters.title')}
          {count > 0 ? <span className={styles.count}>{count}</span> : null}
        </Button>
      )}
      {state.showsFilters ? (
        <AllFilters state={state} found={found} facets={facets} />
      ) : Sheet ? (
        <Sheet state={state} found={found} facets={facets} open={isOpen} onClose={() => setOpen(false)} />
      ) : (
        <HiddenFilters state={state} />
      )}
    </div>
  )
}

function isOn(state: SearchState, { name, value }: AppliedFilter): boolean {
  const on = state[name]
  return typeof on === 'object' ? on.includes(value) : Boolean(on)
}

function AllFilters({ state, found, facets }: FilterBarProps) {
  const copy = useCopy()
  return (
    <div className={styles.all}>
      <input type="hidden" name="filters" value="all" />
      <FilterGroups state={state} facets={facets} />
      <Button type="submit">{applyLabel(copy, found)}</Button>
    </div>
  )
}

/** Keep the closed dialog's filters in the form. */
function HiddenFilters({ state }: { readonly state: SearchState }) {
  return (
    <>
      {state.cuisines.map(value => (
        <input key={value} type="hidden" name="cuisines" value={value} />
      ))}
      {listNames
        .filter(name => name !== 'priceRange')
        .flatMap(name =>
          state[name].map(value => (
            <input key={`${name} ${value}`} type="hidden" name={name} value={value} />
          )),
        )}
      {state.radiusMiles === null || state.bounds ? null : (
        <input type="hidden" name="radiusMiles" value={state.radiusMiles} />
      )}
    </>
  )
}

export function AppliedFilters({ state }: { readonly state: SearchState }) {
  const copy = useCopy()
  const filters = appliedFilters(state)
  if (filters.length === 0) return null
  return (
    <ul className={styles.chosen} aria-label={copy('filters.chosen')}>
      {filters.map(filter => (
        <li key={`${filter.name} ${filter.value}`}>
          <AppLink
            className={styles.filter}
            to={searchAddress(withoutFilter(state, filter))}
            aria-label={copy('filters.remove', { filter: accessibleFilterLabel(copy, filter) })}
            preventScrollReset
            onClick={filters.length > 1 ? focusNeighbor : focusFilters}
          >
            {filterLabel(copy, filter)}
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

function focusNeighbor({ currentTarget }: MouseEvent<HTMLAnchorElement>) {
  const item = currentTarget.closest('li')
  const next = item?.nextElementSibling ?? item?.previousElementSibling
  next?.querySelector('a')?.focus({ preventScroll: true })
}

function focusFilters() {
  document.getElementById(moreFiltersId)?.focus({ preventScroll: true })
}
