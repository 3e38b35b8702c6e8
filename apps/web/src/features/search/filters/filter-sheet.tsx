import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useApp, useCopy } from '../../../partner/partner-context.tsx'
import { AppLink } from '../../../ui/app-link.tsx'
import { Button } from '../../../ui/button.tsx'
import { CloseButton } from '../../../ui/dialog/close-button.tsx'
import { useModal } from '../../../ui/dialog/use-modal.ts'
import { type SearchState, searchAddress } from '../search-address.ts'
import { cuisinesQuery } from '../search-page.queries.ts'
import { searchPlaceQuery } from '../search-place.queries.ts'
import { FilterGroups } from './filter-groups.tsx'
import styles from './filter-sheet.module.css'
import {
  applyLabel,
  type CuisineCount,
  countFilters,
  type SearchFacets,
  withoutFilters,
} from './search-filters.ts'

interface FilterSheetProps {
  readonly state: SearchState
  readonly found: number | null
  readonly facets: SearchFacets | null
  readonly open: boolean
  readonly onClose: () => void
}

export function FilterSheet({ state, found, facets, open, onClose }: FilterSheetProps) {
  const copy = useCopy()
  const sheet = useRef<HTMLDialogElement>(null)
  useModal(sheet, open, onClose)
  useEffect(() => {
    if (open) begin(sheet.current)
  }, [open])
  return (
    <dialog ref={sheet} className={styles.sheet} aria-labelledby="filters-title">
      <div className={styles.head}>
        <h2 className={styles.title} id="filters-title">
          {copy('filters.title')}
        </h2>
        <CloseButton onClick={onClose} />
      </div>
      <div className={styles.body}>
        <FilterGroups state={state} facets={facets} cuisines={useAllCuisines(state, open)} />
      </div>
      <div className={styles.foot}>
        {countFilters(state) > 0 ? (
          <AppLink
            className={styles.clear}
            to={searchAddress(withoutFilters(state))}
            preventScrollReset
            onClick={() => begin(sheet.current)}
          >
            {copy('filters.clear')}
          </AppLink>
        ) : null}
        <Button type="submit" onClick={onClose}>
          {applyLabel(copy, found)}
        </Button>
      </div>
    </dialog>
  )
}

const noPlace = { latitude: 0, longitude: 0, label: null, unknown: false }

/** The page has the most frequent cuisines alone; the open sheet has all. */
function useAllCuisines(state: SearchState, open: boolean): readonly CuisineCount[] | undefined {
  const app = useApp()
  const { data: place } = useQuery({ ...searchPlaceQuery(app, state), enabled: open })
  const { data } = useQuery({
    ...cuisinesQuery(app, state, place ?? noPlace),
    enabled: open && place !== undefined,
    placeholderData: keepPreviousData,
  })
  return data
}

function begin(dialog: HTMLDialogElement | null) {
  dialog?.querySelector<HTMLElement>('input:enabled')?.focus({ preventScroll: true })
}
