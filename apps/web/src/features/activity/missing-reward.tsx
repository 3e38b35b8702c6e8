import { useCopy, usePartner } from '../../partner/partner-context.tsx'
import { AppLink } from '../../ui/app-link.tsx'
import styles from './missing-reward.module.css'

export function MissingReward() {
  const copy = useCopy()
  const { email } = usePartner().settings.customerSupport
  return (
    <section className={styles.missing} aria-labelledby="missing-reward">
      <h2 className={styles.title} id="missing-reward">
        {copy('activity.missing.title')}
      </h2>
      <p>
        {copy('activity.missing.text')} <AppLink to={email.href}>{copy('activity.missing.action')}</AppLink>
      </p>
    </section>
  )
}
