import { deferred } from '../../lib/deferred/deferred.tsx'

export const LazyFavoriteButton = deferred(
  () => import('./favorite-button.tsx'),
  module => module.FavoriteButton,
)

export const LazySaveToList = deferred(
  () => import('./lists/save-to-list.tsx'),
  module => module.SaveToList,
)
