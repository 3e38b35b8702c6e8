import { useEffect, useRef } from 'react'
import { useCopy } from '../../partner/partner-context.tsx'
import { AppLink } from '../../ui/app-link.tsx'
import { Button } from '../../ui/button.tsx'
import { CloseButton } from '../../ui/close-button.tsx'
import { openDialogs } from '../../ui/dialog-stack.ts'
import { FilterGroups } from './filter-groups.tsx'
import styles from './filter-sheet.module.css'
import { type SearchState, searchAddress } from './search-address.ts'
import { applyLabel, countFilters, type SearchFacets, withoutFilters } from './search-filters.ts'

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
  useModal(sheet, open)
  const close = () => sheet.current?.close()
  return (
    <dialog ref={sheet} className={styles.sheet} aria-labelledby="filters-title" onClose={onClose}>
      <div className={styles.head}>
        <h2 className={styles.title} id="filters-title">
          {copy('filters.title')}
        </h2>
        <CloseButton onClick={close} />
      </div>
      <div className={styles.body}>
        <FilterGroups state={state} facets={facets} onLeave={close} />
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
        <Button type="submit" onClick={close}>
          {applyLabel(copy, found)}
        </Button>
      </div>
    </dialog>
  )
}

function begin(dialog: HTMLDialogElement | null) {
  dialog?.querySelector<HTMLElement>('input:enabled')?.focus({ preventScroll: true })
}

/** Escape and the close button work without a pointer, so the backdrop needs no role. */
function useModal(sheet: { readonly current: HTMLDialogElement | null }, open: boolean) {
  useEffect(() => {
    const dialog = sheet.current
    if (!dialog || !open) return
    if (!dialog.open) dialog.showModal()
    begin(dialog)
    return openDialogs.add(dialog)
  }, [sheet, open])

  useEffect(() => {
    const dialog = sheet.current
    const closeOutside = ({ target }: MouseEvent) => {
      if (target === dialog) dialog?.close()
    }
    dialog?.addEventListener('click', closeOutside)
    return () => dialog?.removeEventListener('click', closeOutside)
  }, [sheet])
}
