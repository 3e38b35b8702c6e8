import { useCopy } from '../../partner/partner-context.tsx'
import { Notice } from '../../ui/notice.tsx'
import { SupportContacts } from '../../ui/support-contacts.tsx'
import styles from './partner-sign-in.module.css'

export function PartnerSignIn() {
  const copy = useCopy()
  return (
    <div className={styles.ways}>
      <Notice kind="plain">
        <p>{copy('login.sso.support')}</p>
      </Notice>
      <SupportContacts />
    </div>
  )
}
