import { useCopy } from '../../partner/partner-context.tsx'
import { FilterChip } from './filter-chip.tsx'
import styles from './filter-groups.module.css'
import { type SearchState, usualRadiusMiles } from './search-address.ts'

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
