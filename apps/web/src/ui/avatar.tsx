import { initialsOf } from '@dineward/core/members/initials.rules.ts'
import styles from './avatar.module.css'

/** A person's initials stand beside the name, which is read out. */
export function Avatar({ name }: { readonly name: string }) {
  return (
    <span className={styles.avatar} aria-hidden="true">
      {initialsOf(name)}
    </span>
  )
}
