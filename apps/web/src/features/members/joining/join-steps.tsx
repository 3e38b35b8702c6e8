import { useCopy, usePartner } from '../../../partner/partner-context.tsx'
import { Icon } from '../../../ui/icon.tsx'
import styles from './join-steps.module.css'

type JoinStep = 'details' | 'rate' | 'card' | 'done'

export function JoinSteps({ current }: { current: JoinStep }) {
  const copy = useCopy()
  const steps: JoinStep[] = usePartner().rateDependsOnEmails
    ? ['details', 'rate', 'card', 'done']
    : ['details', 'card', 'done']
  const place = steps.indexOf(current)
  const label = copy('join.steps.label', { step: String(place + 1), steps: String(steps.length) })
  return (
    <ol className={styles.steps} aria-label={label}>
      {steps.map((step, index) => {
        const done = index < place || current === 'done'
        const state = done ? styles.done : step === current ? styles.current : ''
        return (
          <li
            key={step}
            className={`${styles.step} ${state}`}
            aria-current={step === current ? 'step' : undefined}
          >
            <span className={styles.mark} aria-hidden="true">
              {done ? <Icon name="check" /> : index + 1}
            </span>
            <span>{copy(`join.step.${step}`)}</span>
          </li>
        )
      })}
    </ol>
  )
}
