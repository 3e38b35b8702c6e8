import { deferred } from '../../../lib/deferred/deferred.tsx'

export const LazyListSheet = deferred(
  () => import('./list-sheet.tsx'),
  module => module.ListSheet,
  { when: 'now' },
)
