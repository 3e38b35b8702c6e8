import { type PasswordStrength, passwordStrengths } from '@dineward/core/members/new-password.rules.ts'
import type { Ref } from 'react'
import { useCopy } from '../partner/partner-context.tsx'
import styles from './password-strength.module.css'

interface PasswordStrengthMeterProps {
  readonly ref: Ref<HTMLDivElement>
  /** It is null while nothing is typed. The line stays, so that the form does not jump. */
  readonly strength: PasswordStrength | null
}

export function PasswordStrengthMeter({ ref, strength }: PasswordStrengthMeterProps) {
  const copy = useCopy()
  const level = strength === null ? 0 : passwordStrengths.indexOf(strength) + 1
  return (
    <div ref={ref} className={styles.meter}>
      <span className={`${styles.bars} ${styles[strength ?? 'none']}`} aria-hidden="true">
        {passwordStrengths.map((name, index) => (
          <span key={name} className={index < level ? styles.filled : undefined} />
        ))}
      </span>
      <span role="status">{strength === null ? '' : copy(`join.password.strength.${strength}`)}</span>
    </div>
  )
}
