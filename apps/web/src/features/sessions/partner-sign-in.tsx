import { useCopy, usePartner } from '../../partner/partner-context.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Notice } from '../../ui/notice.tsx'
import styles from './partner-sign-in.module.css'

/** Where members come through the partner's own sign-in: where to go, and who helps. */
export function PartnerSignIn() {
  const copy = useCopy()
  const { phone, email } = usePartner().settings.customerSupport
  return (
    <div className={styles.ways}>
      <Notice kind="plain">
        <p>{copy('login.sso.support')}</p>
      </Notice>
      <ButtonLink to={phone.href} variant="quiet" wide>
        <Icon name="phone" />
        {phone.formatted}
      </ButtonLink>
      <ButtonLink to={email.href} variant="quiet" wide>
        {email.display}
      </ButtonLink>
    </div>
  )
}
