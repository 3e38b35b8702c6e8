import { useCopy } from '../../../partner/partner-context.tsx'
import { Icon, type IconName } from '../../../ui/icon.tsx'
import styles from './program-steps.module.css'

const steps = ['search', 'dine', 'earn'] as const
const stepIcons: Record<(typeof steps)[number], IconName> = {
  search: 'search',
  dine: 'fork',
  earn: 'sparkle',
}

export function ProgramSteps() {
  const copy = useCopy()
  return (
    <section className={styles.stepsBand}>
      <div className={`width-content ${styles.steps}`}>
        <h2>{copy('steps.title')}</h2>
        <ol className={styles.list}>
          {steps.map((step, index) => (
            <li key={step} className={styles.step}>
              <span className={styles.mark} aria-hidden="true">
                <Icon name={stepIcons[step]} />
              </span>
              <h3>
                <span className={styles.number}>{index + 1}. </span>
                {copy(`steps.${step}.title`)}
              </h3>
              <p className={styles.stepText}>{copy(`steps.${step}.text`)}</p>
            </li>
          ))}
        </ol>
      </div>
    </section>
  )
}
