import { lazy, Suspense, useState } from 'react'
import { useCopy } from '../../partner/partner-context.tsx'
import { Icon } from '../../ui/icon.tsx'
import styles from './locked-badge.module.css'

// Few members ever open it: it need not come with the page.
const UnlockAccess = lazy(async () => ({ default: (await import('./unlock-access.tsx')).UnlockAccess }))

/** The Acclaimed badge of a restaurant that the member's tier does not cover: pressed, it tells the way in. */
export function LockedBadge({ tier }: { readonly tier: 2 | 3 }) {
  const copy = useCopy()
  const [open, setOpen] = useState(false)
  const [asked, setAsked] = useState(false)
  function toggle() {
    setAsked(true)
    setOpen(!open)
  }
  return (
    <>
      <button type="button" className={styles.badge} aria-haspopup="dialog" onClick={toggle}>
        <Icon name="sparkle" />
        {copy('merchantCard.acclaimed')}
        <span className={styles.hint}>{copy('unlock.badge')}</span>
      </button>
      {asked ? (
        <Suspense fallback={null}>
          <UnlockAccess open={open} onClose={() => setOpen(false)} tier={tier} />
        </Suspense>
      ) : null}
    </>
  )
}
