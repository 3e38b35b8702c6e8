import { useCopy } from '../../partner/partner-context.tsx'
import { AppLink } from '../../ui/app-link.tsx'
import { Card } from '../../ui/card.tsx'
import { SupportWays } from '../../ui/support-ways.tsx'
import styles from './closed-account.module.css'

/** The account of a member whose last card is gone: what happened, what stays, and who opens it again. */
export function ClosedAccount() {
  const copy = useCopy()
  return (
    <Card padding="roomy" className={styles.closed}>
      <h1>{copy('account.closed.title')}</h1>
      <p className={styles.text}>{copy('account.closed.text')}</p>
      <p>{copy('account.closed.support')}</p>
      <SupportWays first="action" />
      <p>
        <AppLink to="/SignOut">{copy('nav.signOut')}</AppLink>
      </p>
    </Card>
  )
}
