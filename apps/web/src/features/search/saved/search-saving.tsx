import { hasFavorites } from '@dineward/core/partner/partner-questions.ts'
import { deferred } from '../../../lib/deferred/deferred.tsx'
import { useApp } from '../../../partner/partner-context.tsx'
import type { SearchState } from '../search-address.ts'

const SaveSearch = deferred(
  () => import('./save-search.tsx'),
  module => module.SaveSearch,
  { when: 'later' },
)

interface SearchSavingProps {
  readonly state: SearchState
  readonly title: string
}

/** For members; visitors load nothing of it. */
export function SearchSaving(props: SearchSavingProps) {
  const app = useApp()
  return app.hasSession() && hasFavorites(app.partner) ? <SaveSearch {...props} /> : null
}
