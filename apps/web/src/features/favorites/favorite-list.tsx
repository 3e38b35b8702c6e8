import { type ReactNode, useRef } from 'react'
import type { ListedMerchant } from '../../lib/listed-merchant.ts'
import { errorText } from '../../partner/error-text.ts'
import { useApp, useCopy } from '../../partner/partner-context.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { toasts } from '../../ui/dialog/toast-store.ts'
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
            <h2 className={styles.count}>
              {count === 1 ? copy('favorites.one') : copy('favorites.many', { count: String(count) })}
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
    <div className={styles.empty}>
      <svg className={styles.heart} viewBox="0 0 24 24" width="32" height="32" aria-hidden="true">
        <path d="M12 20.3S3.2 15.2 3.2 9a4.8 4.8 0 0 1 8.8-2.7A4.8 4.8 0 0 1 20.8 9c0 6.2-8.8 11.3-8.8 11.3z" />
      </svg>
      <h2 className={styles.title}>{copy('favorites.empty.title')}</h2>
      <p className={styles.text}>{copy('favorites.empty.text')}</p>
      <ButtonLink to="/search">{copy('favorites.empty.action')}</ButtonLink>
    </div>
  )
}
