import { useCopy } from '../../../partner/partner-context.tsx'
import { Icon } from '../../../ui/icon.tsx'
import styles from './join-steps.module.css'

const steps = ['join.step.details', 'join.step.card', 'join.step.done'] as const

export function JoinSteps({ current }: { current: 1 | 2 | 3 }) {
  const copy = useCopy()
  return (
    <ol className={styles.steps} aria-label={copy('join.steps.label', { step: String(current) })}>
      {steps.map((key, index) => {
        const step = index + 1
        const done = step < current || current === 3
        const state = done ? styles.done : step === current ? styles.current : ''
        return (
          <li
            key={key}
            className={`${styles.step} ${state}`}
            aria-current={step === current ? 'step' : undefined}
          >
            <span className={styles.mark} aria-hidden="true">
              {done ? <Icon name="check" /> : step}
            </span>
            <span>{copy(key)}</span>
          </li>
        )
      })}
    </ol>
  )
}
