import { useContext, useEffect, useRef, useState } from 'react'
import { useHydrated } from '../../lib/deferred/use-hydrated.ts'
import type { ListedMerchant } from '../../lib/listed-merchant.ts'
import { errorText } from '../../partner/error-text.ts'
import { useApp, useCopy } from '../../partner/partner-context.tsx'
import { toasts } from '../../ui/dialog/toast-store.ts'
import styles from './favorite-button.module.css'
import { FavoriteRemoved } from './favorite-removed.ts'
import { LazyListSheet } from './lists/lazy-list-sheet.tsx'
import { setFavorite } from './set-favorite.ts'

const heart = 'M12 20.3S3.2 15.2 3.2 9a4.8 4.8 0 0 1 8.8-2.7A4.8 4.8 0 0 1 20.8 9c0 6.2-8.8 11.3-8.8 11.3z'

/** The restaurant's page offers lists for good. */
const offeredForMs = 8_000
let lastOffer = 0

interface FavoriteButtonProps {
  readonly merchant: Pick<ListedMerchant, 'id' | 'name' | 'favorite'>
}

export function FavoriteButton({ merchant }: FavoriteButtonProps) {
  const app = useApp()
  const copy = useCopy()
  const isHydrated = useHydrated()
  const onRemoved = useContext(FavoriteRemoved)
  const [isListing, setListing] = useState<boolean | null>(null)
  const offer = useRef(0)
  const { name, favorite = false } = merchant

  useEffect(() => () => toasts.dismiss(offer.current), [])

  function offerLists() {
    toasts.dismiss(lastOffer)
    const shown = toasts.show('success', copy('favorites.saved', { merchant: name }), {
      label: copy('lists.save'),
      press() {
        toasts.dismiss(shown)
        setListing(true)
      },
    })
    lastOffer = shown
    offer.current = shown
    setTimeout(() => toasts.dismiss(shown), offeredForMs)
  }

  async function press() {
    toasts.dismiss(offer.current)
    const saving = setFavorite(app, merchant, !favorite)
    const revert = favorite ? onRemoved?.(merchant) : undefined
    try {
      await saving
      toasts.succeed(`favorite ${merchant.id}`)
      if (!favorite) offerLists()
    } catch (error) {
      revert?.()
      const failed = copy(favorite ? 'favorites.notRemoved' : 'favorites.notSaved', { merchant: name })
      toasts.fail(`favorite ${merchant.id}`, `${failed} ${errorText(app, error)}`)
    }
  }

  return (
    <>
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
      {isListing === null ? null : (
        <LazyListSheet merchant={merchant} open={isListing} onClose={() => setListing(false)} />
      )}
    </>
  )
}
