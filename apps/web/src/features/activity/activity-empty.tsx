import { useCopy } from '../../partner/partner-context.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import styles from './activity-empty.module.css'

export function ActivityEmpty() {
  const copy = useCopy()
  return (
    <div className={styles.empty}>
      <span className={styles.plate}>
        <Icon name="fork" />
      </span>
      <h2 className={styles.title}>{copy('activity.empty.title')}</h2>
      <p className={styles.text}>{copy('activity.empty.text')}</p>
      <ButtonLink to="/search">{copy('activity.empty.action')}</ButtonLink>
    </div>
  )
}
