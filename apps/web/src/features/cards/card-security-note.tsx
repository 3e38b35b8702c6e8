import { useCopy } from '../../partner/partner-context.tsx'
import { Icon } from '../../ui/icon.tsx'
import styles from './card-security-note.module.css'

const facts = [
  { icon: 'shield', text: 'addCard.trust' },
  { icon: 'card', text: 'addCard.security.number' },
  { icon: 'eye-off', text: 'addCard.security.seen' },
] as const

export function CardSecurityNote() {
  const copy = useCopy()
  return (
    <section className={styles.safe} aria-labelledby="card-security">
      <h2 className={styles.title} id="card-security">
        {copy('addCard.security.title')}
      </h2>
      <ul className={styles.facts}>
        {facts.map(({ icon, text }) => (
          <li key={text} className={styles.fact}>
            <Icon name={icon} className={styles.icon} />
            <span>{copy(text)}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}
