import { usePartner } from '../../partner/partner-context.tsx'
import { ButtonLink, type ButtonVariant } from '../button.tsx'
import { Icon } from '../icon.tsx'
import styles from './support-contacts.module.css'

export function SupportContacts({ first = 'quiet' }: { first?: ButtonVariant }) {
  const { phone, email } = usePartner().settings.customerSupport
  const [name = '', host = ''] = email.display.split('@')
  return (
    <div className={styles.ways}>
      <ButtonLink to={phone.href} variant={first} wide>
        <Icon name="phone" />
        {phone.formatted}
      </ButtonLink>
      <ButtonLink to={email.href} variant="quiet" wide>
        <span className={styles.email}>
          {name}@<wbr />
          {host}
        </span>
      </ButtonLink>
    </div>
  )
}
