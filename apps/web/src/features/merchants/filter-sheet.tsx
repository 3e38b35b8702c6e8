import { earnsRewards } from '@dineward/core/partner/partner-questions.ts'
import { type MouseEvent, useEffect, useRef } from 'react'
import { useCopy, usePartner } from '../../partner/partner-context.tsx'
import { AppLink } from '../../ui/app-link.tsx'
import { Button } from '../../ui/button.tsx'
import { CloseButton } from '../../ui/close-button.tsx'
import { openDialogs } from '../../ui/dialog-stack.ts'
import { Icon } from '../../ui/icon.tsx'
import { FilterChip } from './filter-chip.tsx'
import styles from './filter-sheet.module.css'
import { filterWords } from './filter-words.ts'
import { type ListFilter, listFilters, type SearchState, searchAddress } from './search-address.ts'
import { countBehind, type SearchFacets } from './search-facets.ts'
import { chosenFilters, withoutFilters } from './search-filters.ts'
import { RadiusGroup } from './search-radius.tsx'

interface FilterSheetProps {
  readonly state: SearchState
  readonly found: number | null
  readonly facets: SearchFacets | null
}

export const sheetId = 'filters'

/**
 * All the rest of the filters: a sheet from below on a small screen, a panel on a large one. A modal dialog that is
 * part of the form; without script the same element opens as a popover.
 */
export function FilterSheet({ state, found, facets }: FilterSheetProps) {
  const copy = useCopy()
  const earns = earnsRewards(usePartner())
  const sheet = useRef<HTMLDialogElement>(null)
  useModal(sheet)
  const count = chosenFilters(state).length
  const close = () => sheet.current?.close()

  function open(event: MouseEvent) {
    event.preventDefault()
    sheet.current?.showModal()
    begin()
  }
  /** With the first filter, and not with the cross before it. */
  function begin() {
    sheet.current?.querySelector<HTMLElement>('input:enabled')?.focus({ preventScroll: true })
  }
  return (
    <>
      <Button
        variant="quiet"
        size="small"
        className={styles.open}
        popoverTarget={sheetId}
        aria-haspopup="dialog"
        onClick={open}
      >
        <Icon name="sliders" />
        {copy('filters.title')}
        {count > 0 ? <span className={styles.count}>{count}</span> : null}
      </Button>
      <dialog
        ref={sheet}
        id={sheetId}
        popover="auto"
        className={styles.sheet}
        aria-labelledby={`${sheetId}-title`}
      >
        <div className={styles.head}>
          <h2 className={styles.title} id={`${sheetId}-title`}>
            {copy('filters.title')}
          </h2>
          <CloseButton hides={sheetId} onClick={close} />
        </div>
        <div className={styles.groups}>
          <RadiusGroup state={state} />
          {earns ? (
            <Group name="benefitsFor" title={copy('filters.benefits')} {...{ state, facets }} />
          ) : null}
          <Group name="mealsServed" title={copy('filters.meals')} {...{ state, facets }} />
          <Group name="features" title={copy('filters.features')} {...{ state, facets }} />
          <Cuisines state={state} facets={facets} onChoose={close} />
        </div>
        <div className={styles.foot}>
          {count > 0 ? (
            <AppLink
              className={styles.clear}
              to={searchAddress(withoutFilters(state))}
              preventScrollReset
              onClick={begin}
            >
              {copy('filters.clear')}
            </AppLink>
          ) : null}
          <Button type="submit" onClick={close}>
            {found === null ? copy('search.submit') : shown(found)}
          </Button>
        </div>
      </dialog>
    </>
  )

  function shown(number: number) {
    if (number === 1) return copy('filters.applyOne')
    return copy('filters.apply', { count: number.toLocaleString('en-US') })
  }
}

/** The backdrop is no control: whoever has no pointer closes the sheet by Escape or by its cross. */
function useModal(sheet: { readonly current: HTMLDialogElement | null }) {
  useEffect(() => {
    const dialog = sheet.current
    if (!dialog) return
    let takeAway = () => {}
    const closeOutside = ({ target }: globalThis.MouseEvent) => {
      if (target === dialog) dialog.close()
    }
    const follow = () => {
      takeAway()
      takeAway = dialog.open ? openDialogs.add(dialog) : () => {}
    }
    dialog.addEventListener('click', closeOutside)
    dialog.addEventListener('toggle', follow)
    return () => {
      takeAway()
      dialog.removeEventListener('click', closeOutside)
      dialog.removeEventListener('toggle', follow)
    }
  }, [sheet])
}

interface GroupProps extends Pick<FilterSheetProps, 'state' | 'facets'> {
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

interface CuisinesProps extends Pick<FilterSheetProps, 'state' | 'facets'> {
  readonly onChoose: () => void
}

/** What there is most of, one press away. */
function Cuisines({ state, facets, onChoose }: CuisinesProps) {
  const copy = useCopy()
  const cuisines = facets?.[2] ?? []
  if (state.restaurantOrCuisine !== '' || cuisines.length < 2) return null
  return (
    <section aria-labelledby={`${sheetId}-cuisines`}>
      <h3 className={styles.legend} id={`${sheetId}-cuisines`}>
        {copy('filters.cuisines')}
      </h3>
      <div className={styles.options}>
        {cuisines.map(restaurantOrCuisine => (
          <AppLink
            key={restaurantOrCuisine}
            className={styles.cuisine}
            to={searchAddress({ ...state, restaurantOrCuisine, pageNo: 1 })}
            onClick={onChoose}
          >
            {restaurantOrCuisine}
          </AppLink>
        ))}
      </div>
    </section>
  )
}
