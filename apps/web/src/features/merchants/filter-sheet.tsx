import { earnsRewards } from '@dineward/core/partner/partner-questions.ts'
import { useCopy, usePartner } from '../../partner/partner-context.tsx'
import { AppLink } from '../../ui/app-link.tsx'
import { Button } from '../../ui/button.tsx'
import { CloseButton } from '../../ui/close-button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { FilterChip } from './filter-chip.tsx'
import styles from './filter-sheet.module.css'
import {
  countFilters,
  type ListFilter,
  listFilters,
  type SearchState,
  searchAddress,
  withoutFilters,
} from './search-address.ts'

interface FilterSheetProps {
  readonly state: SearchState
  readonly found: number | null
}

const sheetId = 'filters'

/** All the rest of the filters: a sheet from below on a small screen, a panel on a large one. A popover of the form. */
export function FilterSheet({ state, found }: FilterSheetProps) {
  const copy = useCopy()
  const earns = earnsRewards(usePartner())
  const count = countFilters(state)
  return (
    <>
      <Button variant="quiet" size="small" className={styles.open} popoverTarget={sheetId}>
        <Icon name="sliders" />
        {copy('filters.title')}
        {count > 0 ? <span className={styles.count}>{count}</span> : null}
      </Button>
      <div id={sheetId} popover="auto" className={styles.sheet}>
        <div className={styles.head}>
          <h2 className={styles.title}>{copy('filters.title')}</h2>
          <CloseButton hides={sheetId} />
        </div>
        <div className={styles.groups}>
          {earns ? (
            <Group name="benefitsFor" title={copy('filters.benefits')} state={state} prefix="day" />
          ) : null}
          <Group name="mealsServed" title={copy('filters.meals')} state={state} prefix="filters" />
          <Group name="features" title={copy('filters.features')} state={state} prefix="filters" />
        </div>
        <div className={styles.foot}>
          {count > 0 ? (
            <AppLink className={styles.clear} to={searchAddress(withoutFilters(state))} preventScrollReset>
              {copy('filters.clear')}
            </AppLink>
          ) : null}
          <Button type="submit" onClick={closeSheet}>
            {found === null ? copy('search.submit') : shown(found)}
          </Button>
        </div>
      </div>
    </>
  )

  function shown(number: number) {
    if (number === 1) return copy('filters.applyOne')
    return copy('filters.apply', { count: number.toLocaleString('en-US') })
  }
}

/** A button that submits closes no popover by itself. */
function closeSheet() {
  document.getElementById(sheetId)?.hidePopover()
}

interface GroupProps {
  readonly name: Exclude<ListFilter, 'priceRange'>
  readonly title: string
  readonly state: SearchState
  readonly prefix: 'day' | 'filters'
}

function Group({ name, title, state, prefix }: GroupProps) {
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
            label={copy(`${prefix}.${value}` as 'filters.lunch')}
          />
        ))}
      </div>
    </fieldset>
  )
}
