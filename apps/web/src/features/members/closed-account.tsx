import { useCopy } from '../../partner/partner-context.tsx'
import { AppLink } from '../../ui/app-link.tsx'
import { Card } from '../../ui/card.tsx'
import { PageHead } from '../../ui/page-head.tsx'
import { SupportContacts } from '../../ui/support-contacts.tsx'
import styles from './closed-account.module.css'

/** Replaces every page of a closed account (shell §2.3). */
export function ClosedAccount() {
  const copy = useCopy()
  return (
    <div className={`width-content ${styles.page}`}>
      <PageHead title={copy('reenroll.title')} index={false} />
      <Card padding="roomy" className={styles.closed}>
        <h1>{copy('reenroll.title')}</h1>
        <p className={styles.text}>{copy('reenroll.deleted')}</p>
        <p>{copy('account.closed.support')}</p>
        <SupportContacts first="action" />
        <p>
          <AppLink to="/SignOut" reloadDocument>
            {copy('reenroll.later')}
          </AppLink>
        </p>
      </Card>
    </div>
  )
}
