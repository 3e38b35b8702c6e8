import { type ReactNode, useEffect, useId, useRef } from 'react'
import { CloseButton } from './close-button.tsx'
import styles from './dialog.module.css'

interface DialogProps {
  readonly open: boolean
  /** Escape, a press outside, or the cross. */
  readonly onClose: () => void
  readonly title: string
  readonly children: ReactNode
  /** What can be done, the main thing first. */
  readonly actions: ReactNode
}

/**
 * The platform's own modal dialog: it holds the focus, gives it back, and makes the rest of the page inert. On a small
 * screen it rises from the bottom, where the thumb is.
 */
export function Dialog({ open, onClose, title, children, actions }: DialogProps) {
  const id = useId()
  const element = useRef<HTMLDialogElement>(null)

  useEffect(() => {
    const dialog = element.current
    if (open && !dialog?.open) dialog?.showModal()
    if (!open) dialog?.close()
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
    <dialog ref={element} className={styles.dialog} aria-labelledby={`${id}-title`} onClose={onClose}>
      <div className={styles.sheet}>
        <div className={styles.head}>
          <h2 className={styles.title} id={`${id}-title`}>
            {title}
          </h2>
          <CloseButton className={styles.close} onClick={onClose} />
        </div>
        <div className={styles.body}>{children}</div>
        <div className={styles.actions}>{actions}</div>
      </div>
    </dialog>
  )
}
