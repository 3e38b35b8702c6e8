import { useQuery } from '@tanstack/react-query'
import { useNear } from '../../lib/use-near.ts'
import { useApp, useCopy } from '../../partner/partner-context.tsx'
import { favoritesQuery } from './favorites.queries.ts'
import { MerchantRow } from './merchant-row.tsx'

/** What the member has saved, to leaf through; nothing where nothing is saved. */
export function FavoriteRow() {
  const copy = useCopy()
  const [section, isNear] = useNear()
  const { data: saved, isError } = useQuery({ ...favoritesQuery(useApp()), enabled: isNear })
  if (isError || saved?.length === 0) return null
  return (
    <MerchantRow
      sectionRef={section}
      headline={copy('favorites.row')}
      allTo="/account/favorites"
      merchants={saved?.slice(0, atMost)}
      busy={isNear && !saved}
    />
  )
}

/** As many as a row of the carousel holds (shell §9). */
const atMost = 15
