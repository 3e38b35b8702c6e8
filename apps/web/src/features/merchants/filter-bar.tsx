import { takesReservations } from '@dineward/core/partner/partner-questions.ts'
import { useCopy, usePartner } from '../../partner/partner-context.tsx'
import styles from './filter-bar.module.css'
import { FilterChip } from './filter-chip.tsx'
import { FilterSheet } from './filter-sheet.tsx'
import { filterWords, spokenFilter } from './filter-words.ts'
import { flagFilters, listFilters, type SearchState } from './search-address.ts'
import { countBehind, type SearchFacets } from './search-facets.ts'
import type { ChosenFilter } from './search-filters.ts'

interface FilterBarProps {
  readonly state: SearchState
  /** Null while nobody knows. */
  readonly found: number | null
  readonly facets: SearchFacets | null
}

/** The filters that are asked for most, and the way to the rest. Part of the form around it. */
export function FilterBar({ state, found, facets }: FilterBarProps) {
  const copy = useCopy()
  const partner = usePartner()
  const offered = flagFilters.filter(
    name =>
      (name !== 'acclaimed' || partner.settings.acclaimedEnabled) &&
      (name !== 'reservations' || takesReservations(partner)),
  )
  const filters: ChosenFilter[] = [
    ...listFilters.priceRange.map(value => ({ name: 'priceRange' as const, value })),
    ...offered.map(name => ({ name, value: 'true' as const })),
  ]
  return (
    <div className={styles.filters}>
      <fieldset className={styles.chips}>
        <legend className="visually-hidden">{copy('filters.title')}</legend>
        {filters.map(filter => (
          <FilterChip
            key={`${filter.name} ${filter.value}`}
            name={filter.name}
            value={filter.value}
            checked={isOn(state, filter)}
            label={filterWords(copy, filter)}
            said={spokenFilter(copy, filter)}
            count={countBehind(facets, state, filter)}
          />
        ))}
      </fieldset>
      <FilterSheet state={state} found={found} facets={facets} />
    </div>
  )
}

function isOn(state: SearchState, { name, value }: ChosenFilter): boolean {
  const on = state[name]
  return typeof on === 'object' ? on.includes(value) : Boolean(on)
}
