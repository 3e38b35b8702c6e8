import { type ReactNode, useState } from 'react'
import { deferred } from '../../../lib/deferred/deferred.tsx'
import { useHydrated } from '../../../lib/deferred/use-hydrated.ts'
import { useCopy } from '../../../partner/partner-context.tsx'
import { Button } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import styles from './locked-badge.module.css'

// Few members open it.
const UnlockAccess = deferred(
  () => import('../unlock-access.tsx'),
  module => module.UnlockAccess,
  { when: 'now' },
)

export function LockedBadge({ tier }: { readonly tier: 2 | 3 }) {
  const copy = useCopy()
  return (
    <UnlockButton tier={tier} className={styles.badge}>
      <Icon name="sparkle" />
      {copy('merchantCard.acclaimed')}
      <span className={styles.hint}>{copy('unlock.badge')}</span>
    </UnlockButton>
  )
}

interface UnlockButtonProps {
  readonly tier: 2 | 3
  readonly className?: string | undefined
  readonly children: ReactNode
}

export function UnlockButton({ tier, className, children }: UnlockButtonProps) {
  const [open, setOpen] = useState(false)
  const [asked, setAsked] = useState(false)
  const isHydrated = useHydrated()
  function toggle() {
    setAsked(true)
    setOpen(!open)
  }
  return (
    <>
      {className ? (
        <button
          type="button"
          className={className}
          aria-haspopup="dialog"
          disabled={!isHydrated}
          onClick={toggle}
        >
          {children}
        </button>
      ) : (
        <Button variant="quiet" wide aria-haspopup="dialog" onClick={toggle}>
          {children}
        </Button>
      )}
      {asked ? <UnlockAccess open={open} onClose={() => setOpen(false)} tier={tier} /> : null}
    </>
  )
}
