import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { errorText } from '../../../partner/error-text.ts'
import { useApp, useCopy } from '../../../partner/partner-context.tsx'
import { Button } from '../../../ui/button.tsx'
import { toasts } from '../../../ui/dialog/toast-store.ts'
import { Icon } from '../../../ui/icon.tsx'
import styles from './wallet-links.module.css'
import { applePassAddress, googlePassLink, walletsQuery } from './wallets.queries.ts'

interface WalletLinksProps {
  /** Null is the membership. */
  readonly reservationId: string | null
  readonly look: 'buttons' | 'links'
  /** It says to assistive technology which one it is, in a list. */
  readonly children?: ReactNode
}

/** Items of a list: the wallets that the program has keys for. */
export function WalletLinks({ reservationId, look, children }: WalletLinksProps) {
  const copy = useCopy()
  const { data: wallets } = useQuery(walletsQuery(useApp()))
  const icon = look === 'buttons' ? <Icon name="wallet" /> : null
  return (
    <>
      {wallets?.apple ? (
        <li>
          <a className={styles[look]} href={applePassAddress(reservationId)} download="pass.pkpass">
            {icon}
            {copy('passes.apple')}
            {children}
          </a>
        </li>
      ) : null}
      {wallets?.google ? (
        <li>
          <GoogleLink reservationId={reservationId} look={look}>
            {icon}
            {copy('passes.google')}
            {children}
          </GoogleLink>
        </li>
      ) : null}
    </>
  )
}

/** The link is signed when it is pressed. */
function GoogleLink({ reservationId, look, children }: WalletLinksProps) {
  const app = useApp()
  const copy = useCopy()
  const [busy, setBusy] = useState(false)
  async function press() {
    setBusy(true)
    try {
      window.location.assign(await googlePassLink(app, reservationId))
    } catch (error) {
      toasts.fail('wallet', `${copy('passes.failed')} ${errorText(app, error)}`)
    }
    setBusy(false)
  }
  return (
    <Button variant="plain" busy={busy} className={styles[look]} onClick={press}>
      {children}
    </Button>
  )
}
