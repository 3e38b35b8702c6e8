import { useCopy } from '../../../partner/partner-context.tsx'
import { Icon } from '../../../ui/icon.tsx'
import styles from './join-promise.module.css'

const steps = [
  { icon: 'search', title: 'steps.search.title', text: 'steps.search.text' },
  { icon: 'card', title: 'steps.dine.title', text: 'steps.dine.text' },
  { icon: 'sparkle', title: 'steps.earn.title', text: 'steps.earn.text' },
] as const

export function JoinPromise() {
  const copy = useCopy()
  return (
    <aside className={`on-brand ${styles.promise}`} aria-label={copy('earnRate.title')}>
      <p className={`label ${styles.label}`}>{copy('earnRate.title')}</p>
      <p className={styles.rate}>{copy('earnRate.signedOut')}</p>
      <ul className={styles.steps}>
        {steps.map(({ icon, title, text }) => (
          <li key={title} className={styles.step}>
            <Icon name={icon} className={styles.icon} />
            <div>
              <p className={styles.title}>{copy(title)}</p>
              <p className={styles.text}>{copy(text)}</p>
            </div>
          </li>
        ))}
      </ul>
    </aside>
  )
}
