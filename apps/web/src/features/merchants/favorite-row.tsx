import { useQuery } from '@tanstack/react-query'
import { useApp, useCopy } from '../../partner/partner-context.tsx'
import { favoritesQuery } from './favorites.queries.ts'
import { MerchantRow } from './merchant-row.tsx'

/** As many as a row of the carousel holds (shell §9). */
const atMost = 15

/** What the member has saved, to leaf through; nothing where nothing is saved. */
export function FavoriteRow({ className }: { readonly className: string }) {
  const copy = useCopy()
  const { data: saved = [] } = useQuery(favoritesQuery(useApp()))
  if (saved.length === 0) return null
  return (
    <MerchantRow
      className={className}
      headline={copy('favorites.row')}
      allTo="/account/favorites"
      merchants={saved.slice(0, atMost)}
      busy={false}
    />
  )
}
