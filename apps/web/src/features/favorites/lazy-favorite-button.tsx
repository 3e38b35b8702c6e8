import { Suspense } from 'react'
import { lazyWhenIdle } from '../../lib/deferred.tsx'
import type { ListedMerchant } from '../../lib/listed-merchant.ts'

const load = async () => ({ default: (await import('./favorite-button.tsx')).FavoriteButton })
const FavoriteButton = import.meta.env.SSR ? (await load()).default : lazyWhenIdle(load)

interface LazyFavoriteButtonProps {
  readonly merchant: Pick<ListedMerchant, 'id' | 'name' | 'favorite'>
}

/** Rendered on the server; in a browser its script loads after the page, and the server's HTML stays until then. */
export function LazyFavoriteButton({ merchant }: LazyFavoriteButtonProps) {
  return (
    <Suspense fallback={null}>
      <FavoriteButton merchant={merchant} />
    </Suspense>
  )
}
