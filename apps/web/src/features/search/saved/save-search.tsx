import { longestSearchName } from '@dineward/core/search/saved-searches.rules.ts'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { errorText } from '../../../partner/error-text.ts'
import { useApp, useCopy } from '../../../partner/partner-context.tsx'
import { Button } from '../../../ui/button.tsx'
import { NameDialog } from '../../../ui/dialog/name-dialog.tsx'
import { toasts } from '../../../ui/dialog/toast-store.ts'
import { Icon } from '../../../ui/icon.tsx'
import { type SearchState, searchAddress } from '../search-address.ts'
import { saveSearch } from './saved-searches.queries.ts'

interface SaveSearchProps {
  readonly state: SearchState
  /** It is the search in words, which name it unless the member says otherwise. */
  readonly title: string
}

/** The day stays out of it: a search is saved for other evenings. */
export function SaveSearch({ state, title }: SaveSearchProps) {
  const app = useApp()
  const copy = useCopy()
  const [isNaming, setNaming] = useState(false)
  const [, query = ''] = searchAddress({ ...state, date: '', pageNo: 1, view: 'list' }).split('?')
  const save = useMutation({
    mutationFn: (name: string) => saveSearch(app, { name, query }),
    onSuccess(_, name) {
      setNaming(false)
      toasts.show('success', copy('savedSearches.saved', { name }))
    },
    meta: { onFailure() {} },
  })
  if (query === '') return null
  return (
    <div>
      <Button variant="quiet" size="small" aria-haspopup="dialog" onClick={() => setNaming(true)}>
        <Icon name="plus" />
        {copy('savedSearches.save')}
      </Button>
      <NameDialog
        open={isNaming}
        title={copy('savedSearches.save')}
        label={copy('savedSearches.name')}
        action={copy('savedSearches.action')}
        cancel={copy('savedSearches.cancel')}
        initial={title.slice(0, longestSearchName)}
        maxLength={longestSearchName}
        busy={save.isPending}
        error={save.error ? errorText(app, save.error) : undefined}
        onSubmit={save.mutate}
        onClose={() => setNaming(false)}
      />
    </div>
  )
}
