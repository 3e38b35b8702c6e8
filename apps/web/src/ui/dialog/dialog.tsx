import { type ReactNode, useId, useRef } from 'react'
import { CloseButton } from './close-button.tsx'
import styles from './dialog.module.css'
import { useModal } from './use-modal.ts'

interface DialogProps {
  readonly open: boolean
  /** Called on Escape, a press outside, or the close button. */
  readonly onClose: () => void
  readonly title: string
  readonly children: ReactNode
  readonly actions: ReactNode
  /** `wide` is for pictures and maps (shell §2.6). */
  readonly size?: 'normal' | 'wide'
  readonly picture?: ReactNode
}

/** It is the native modal dialog, which traps and restores the focus, and a bottom sheet on small screens. */
export function Dialog({ open, onClose, title, children, actions, size = 'normal', picture }: DialogProps) {
  const id = useId()
  const element = useRef<HTMLDialogElement>(null)

  useModal(element, open, onClose)

  return (
    <dialog ref={element} className={`${styles.dialog} ${styles[size]}`} aria-labelledby={`${id}-title`}>
      {picture}
      <div className={styles.sheet}>
        <div className={styles.head}>
          <h2 className={styles.title} id={`${id}-title`}>
            {title}
          </h2>
          <CloseButton className={styles.close} onClick={onClose} />
        </div>
        <div className={styles.body}>{children}</div>
        {actions ? <div className={styles.actions}>{actions}</div> : null}
      </div>
    </dialog>
  )
}
