import { useCopy, usePartner } from '../../partner/partner-context.tsx'
import { AppLink } from '../../ui/app-link.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Icon } from '../../ui/icon.tsx'
import styles from './closed-account.module.css'

/** The account of a member whose last card is gone: what happened, what stays, and who opens it again. */
export function ClosedAccount() {
  const copy = useCopy()
  const { phone, email } = usePartner().settings.customerSupport
  return (
    <Card padding="roomy" className={styles.closed}>
      <h1>{copy('account.closed.title')}</h1>
      <p className={styles.text}>{copy('account.closed.text')}</p>
      <p>{copy('account.closed.support')}</p>
      <div className={styles.ways}>
        <ButtonLink to={phone.href} wide>
          <Icon name="phone" />
          {phone.formatted}
        </ButtonLink>
        <ButtonLink to={email.href} variant="quiet" wide>
          {email.display}
        </ButtonLink>
      </div>
      <p>
        <AppLink to="/SignOut">{copy('nav.signOut')}</AppLink>
      </p>
    </Card>
  )
}
