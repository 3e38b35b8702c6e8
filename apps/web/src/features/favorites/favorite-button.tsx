import { useContext } from 'react'
import { useHydrated } from '../../lib/deferred/use-hydrated.ts'
import type { ListedMerchant } from '../../lib/listed-merchant.ts'
import { errorText } from '../../partner/error-text.ts'
import { useApp, useCopy } from '../../partner/partner-context.tsx'
import { toasts } from '../../ui/dialog/toast-store.ts'
import styles from './favorite-button.module.css'
import { FavoriteRemoved } from './favorite-removed.ts'
import { setFavorite } from './set-favorite.ts'

const heart = 'M12 20.3S3.2 15.2 3.2 9a4.8 4.8 0 0 1 8.8-2.7A4.8 4.8 0 0 1 20.8 9c0 6.2-8.8 11.3-8.8 11.3z'

interface FavoriteButtonProps {
  readonly merchant: Pick<ListedMerchant, 'id' | 'name' | 'favorite'>
}

export function FavoriteButton({ merchant }: FavoriteButtonProps) {
  const app = useApp()
  const copy = useCopy()
  const isHydrated = useHydrated()
  const onRemoved = useContext(FavoriteRemoved)
  const { name, favorite = false } = merchant

  async function press() {
    const saving = setFavorite(app, merchant, !favorite)
    const revert = favorite ? onRemoved?.(merchant) : undefined
    try {
      await saving
      toasts.succeed(`favorite ${merchant.id}`)
    } catch (error) {
      revert?.()
      const failed = copy(favorite ? 'favorites.notRemoved' : 'favorites.notSaved', { merchant: name })
      toasts.fail(`favorite ${merchant.id}`, `${failed} ${errorText(app, error)}`)
    }
  }

  return (
    <button
      type="button"
      className={styles.heart}
      aria-pressed={favorite}
      aria-label={copy('merchantCard.favorite', { merchant: name })}
      disabled={!isHydrated}
      onClick={press}
    >
      <svg className={styles.disc} viewBox="0 0 24 24" width="20" height="20" aria-hidden="true">
        <path d={heart} />
      </svg>
    </button>
  )
}
