import { useCopy, usePartner } from '../../../partner/partner-context.tsx'
import { AppLink } from '../../../ui/app-link.tsx'
import { ButtonLink } from '../../../ui/button.tsx'
import styles from './missing-reward.module.css'

/** It says how to ask about a reward, from some days after the purchase on (account §2 and §9). */
export function MissingReward() {
  const copy = useCopy()
  const { minDays } = usePartner().settings.claims
  return (
    <section className={`${styles.missing} screen-only`} aria-labelledby="missing-reward">
      <h2 className={styles.title} id="missing-reward">
        {copy('activity.missing.title')}
      </h2>
      <p>{copy('activity.missing.text', { days: String(minDays) })}</p>
      <p className={styles.ways}>
        <ButtonLink to="/account/claim" variant="quiet" size="small">
          {copy('activity.missing.action')}
        </ButtonLink>
        <AppLink to="/account/claims">{copy('activity.missing.reported')}</AppLink>
      </p>
    </section>
  )
}
