import { type PasswordStrength, passwordStrengths } from '@dineward/core/members/new-password.rules.ts'
import { useCopy } from '../partner/partner-context.tsx'
import styles from './password-strength.module.css'

/** Null: nothing is typed. The line stays, so that the form does not jump. */
export function PasswordStrengthMeter({ strength }: { readonly strength: PasswordStrength | null }) {
  const copy = useCopy()
  const level = strength === null ? 0 : passwordStrengths.indexOf(strength) + 1
  return (
    <div className={styles.meter}>
      <span className={`${styles.bars} ${styles[strength ?? 'none']}`} aria-hidden="true">
        {passwordStrengths.map((name, index) => (
          <span key={name} className={index < level ? styles.filled : undefined} />
        ))}
      </span>
      <span role="status">{strength === null ? '' : copy(`join.password.strength.${strength}`)}</span>
    </div>
  )
}
