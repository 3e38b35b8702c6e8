import { type ReactNode, useEffect, useId, useRef } from 'react'
import { CloseButton } from './close-button.tsx'
import styles from './dialog.module.css'
import { openDialogs } from './dialog-stack.ts'

interface DialogProps {
  readonly open: boolean
  /** Escape, a press outside, or the cross. */
  readonly onClose: () => void
  readonly title: string
  readonly children: ReactNode
  /** What can be done, the main thing first. */
  readonly actions: ReactNode
  /** `wide` where there is something to look at: as wide as a dialog gets (shell §2.6). */
  readonly size?: 'normal' | 'wide'
  /** Above the title, from edge to edge. */
  readonly picture?: ReactNode
}

/**
 * The platform's own modal dialog: it holds the focus, gives it back, and makes the rest of the page inert. On a small
 * screen it rises from the bottom, where the thumb is.
 */
export function Dialog({ open, onClose, title, children, actions, size = 'normal', picture }: DialogProps) {
  const id = useId()
  const element = useRef<HTMLDialogElement>(null)

  useEffect(() => {
    const dialog = element.current
    if (!dialog) return
    if (!open) return dialog.close()
    if (!dialog.open) dialog.showModal()
    return openDialogs.add(dialog)
  }, [open])

  // The backdrop is no control: whoever has no pointer closes the dialog by Escape or by its cross.
  useEffect(() => {
    const dialog = element.current
    const closeOutside = ({ target }: MouseEvent) => {
      if (target === dialog) dialog?.close()
    }
    dialog?.addEventListener('click', closeOutside)
    return () => dialog?.removeEventListener('click', closeOutside)
  }, [])

  return (
    <dialog
      ref={element}
      className={`${styles.dialog} ${styles[size]}`}
      aria-labelledby={`${id}-title`}
      onClose={onClose}
    >
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
