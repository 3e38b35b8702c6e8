import type { ReactNode, Ref } from 'react'
import { useCopy } from '../../partner/partner-context.tsx'
import { Icon } from '../icon.tsx'
import styles from './error-box.module.css'

interface ErrorBoxProps {
  readonly ref?: Ref<HTMLDivElement>
  readonly children: ReactNode
}

/** It has the errors of a whole form (shell §8: a box titled ERROR). It is focusable, and announced when it appears. */
export function ErrorBox({ ref, children }: ErrorBoxProps) {
  const copy = useCopy()
  return (
    <div className={styles.box} ref={ref} role="alert" tabIndex={-1}>
      <p className={styles.title}>
        <Icon name="alert" />
        {copy('layout.errorBox.title')}
      </p>
      <div className={styles.text}>{children}</div>
    </div>
  )
}
