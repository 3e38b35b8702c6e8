import { useCopy } from '../../partner/partner-context.tsx'
import styles from './next-steps.module.css'

const steps = ['cardAdded.next.dine', 'cardAdded.next.see', 'cardAdded.next.text'] as const

export function NextSteps() {
  const copy = useCopy()
  return (
    <section className={styles.next} aria-labelledby="what-next">
      <h2 id="what-next">{copy('cardAdded.next.title')}</h2>
      <ol className={styles.steps}>
        {steps.map((key, index) => (
          <li key={key} className={styles.step}>
            <span className={styles.number} aria-hidden="true">
              {index + 1}
            </span>
            <span>{copy(key)}</span>
          </li>
        ))}
      </ol>
    </section>
  )
}
