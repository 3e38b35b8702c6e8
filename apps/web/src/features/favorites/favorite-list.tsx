import { type ReactNode, useRef } from 'react'
import type { ListedMerchant } from '../../lib/listed-merchant.ts'
import { errorText } from '../../partner/error-text.ts'
import { useApp, useCopy } from '../../partner/partner-context.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { toasts } from '../../ui/dialog/toast-store.ts'
import { EmptyState } from '../../ui/empty/empty-state.tsx'
import styles from './favorite-list.module.css'
import { FavoriteRemoved } from './favorite-removed.ts'
import { setFavorite } from './set-favorite.ts'

interface FavoriteListProps {
  readonly count: number
  readonly children: ReactNode
}

export function FavoriteList({ count, children }: FavoriteListProps) {
  const app = useApp()
  const copy = useCopy()
  const section = useRef<HTMLElement>(null)
  const lastOffer = useRef(0)

  function offerUndo(merchant: Pick<ListedMerchant, 'id' | 'name'>) {
    section.current?.focus({ preventScroll: true })
    const words = { merchant: merchant.name }
    const undo = () => {
      toasts.dismiss(offer)
      const task = `favorite ${merchant.id}`
      setFavorite(app, merchant, true).then(
        () => toasts.succeed(task),
        error => toasts.fail(task, `${copy('favorites.notSaved', words)} ${errorText(app, error)}`),
      )
    }
    toasts.dismiss(lastOffer.current)
    const offer = toasts.show('success', copy('favorites.removed', words), {
      label: copy('favorites.undo'),
      press: undo,
    })
    lastOffer.current = offer
    return () => toasts.dismiss(offer)
  }

  return (
    <FavoriteRemoved value={offerUndo}>
      <section ref={section} tabIndex={-1} className={styles.saved} aria-label={copy('favorites.title')}>
        {count === 0 ? (
          <Empty />
        ) : (
          <>
            <h2 className={styles.title}>
              {copy('favorites.heading')}{' '}
              <span className={styles.count}>
                {count === 1 ? copy('favorites.one') : copy('favorites.many', { count: String(count) })}
              </span>
            </h2>
            {children}
          </>
        )}
      </section>
    </FavoriteRemoved>
  )
}

function Empty() {
  const copy = useCopy()
  return (
    <EmptyState
      look="framed"
      spot="heart"
      title={copy('favorites.empty.title')}
      text={copy('favorites.empty.text')}
    >
      <ButtonLink to="/search">{copy('favorites.empty.action')}</ButtonLink>
    </EmptyState>
  )
}
