import type { ReactNode } from 'react'
import styles from './step-actions.module.css'

/** What can be done at a step, the main thing first. */
export function StepActions({ children }: { readonly children: ReactNode }) {
  return <div className={styles.actions}>{children}</div>
}
