import { useMutation, useSuspenseQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { errorText } from '../../../partner/error-text.ts'
import { useApp, useCopy } from '../../../partner/partner-context.tsx'
import { AppLink } from '../../../ui/app-link.tsx'
import { CloseButton } from '../../../ui/dialog/close-button.tsx'
import { toasts } from '../../../ui/dialog/toast-store.ts'
import { Icon } from '../../../ui/icon.tsx'
import styles from './saved-search-list.module.css'
import {
  removeSearch,
  type SavedSearch,
  savedSearchesQuery,
  savedSearchPath,
  saveSearch,
} from './saved-searches.queries.ts'

/** It is empty before the member's first saved search. The last removal can be undone. */
export function SavedSearchList() {
  const app = useApp()
  const copy = useCopy()
  const { data: searches } = useSuspenseQuery(savedSearchesQuery(app))
  const section = useRef<HTMLElement>(null)
  const lastOffer = useRef(0)
  const failed = (error: unknown) => toasts.fail('savedSearches', errorText(app, error))
  const restore = useMutation({
    mutationFn: ({ name, query }: SavedSearch) => saveSearch(app, { name, query }),
    onSuccess: () => toasts.dismiss(lastOffer.current),
    meta: { onFailure: failed },
  })
  const removal = useMutation({
    mutationFn: (search: SavedSearch) => removeSearch(app, search),
    onSuccess(_, search) {
      section.current?.focus()
      toasts.dismiss(lastOffer.current)
      lastOffer.current = toasts.show('success', copy('savedSearches.removed', { name: search.name }), {
        label: copy('favorites.undo'),
        press: () => restore.mutate(search),
      })
    },
    meta: { onFailure: failed },
  })
  return (
    <section ref={section} tabIndex={-1} className={styles.part} aria-labelledby="saved-searches">
      {searches.length > 0 ? (
        <>
          <h2 id="saved-searches" className={styles.title}>
            {copy('savedSearches.title')}
          </h2>
          <ul className={styles.searches}>
            {searches.map(search => (
              <li key={search.id} className={styles.search}>
                <AppLink className={styles.name} to={savedSearchPath(search)}>
                  <Icon name="search" />
                  {search.name}
                </AppLink>
                <CloseButton
                  label={copy('savedSearches.remove', { name: search.name })}
                  onClick={() => removal.mutate(search)}
                />
              </li>
            ))}
          </ul>
        </>
      ) : null}
    </section>
  )
}
