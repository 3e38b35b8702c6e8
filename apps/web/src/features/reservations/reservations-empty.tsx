import { useCopy } from '../../partner/partner-context.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Icon } from '../../ui/icon.tsx'
import styles from './reservations-empty.module.css'

export function ReservationsEmpty() {
  const copy = useCopy()
  return (
    <Card padding="roomy" className={styles.empty}>
      <span className={styles.sign}>
        <Icon name="calendar" />
      </span>
      <h2>{copy('reservation.mine.empty.title')}</h2>
      <p className={styles.text}>{copy('reservation.mine.empty.text')}</p>
      <ButtonLink to="/search?reservations=true">{copy('reservation.mine.empty.action')}</ButtonLink>
    </Card>
  )
}
