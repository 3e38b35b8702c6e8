import { type RefObject, useEffect, useEffectEvent } from 'react'
import { openDialogs } from './dialog-stack.ts'

/**
 * Opens and closes a native modal dialog as `open` says. `onClose` is called on Escape, on a press outside it, and once it has
 * closed, whatever closed it: it may come twice.
 */
export function useModal(
  element: RefObject<HTMLDialogElement | null>,
  open: boolean,
  onClose: () => void,
): void {
  const close = useEffectEvent(onClose)

  useEffect(() => {
    const dialog = element.current
    if (!dialog) return
    if (!open) return dialog.close()
    if (!dialog.open) dialog.showModal()
    return openDialogs.add(dialog)
  }, [element, open])

  useEffect(() => {
    const listeners = new AbortController()
    const dialog = element.current
    // A file input in the dialog has the same event.
    dialog?.addEventListener(
      'cancel',
      event => {
        if (event.target !== dialog) return
        // The browser would close it and say so with the next frame: a press between the two would open nothing.
        event.preventDefault()
        close()
      },
      listeners,
    )
    // With the next frame, when the dialog may be open again.
    dialog?.addEventListener('close', () => void (dialog.open || close()), listeners)
    // Escape and the close button work without a pointer, so the backdrop needs no role.
    dialog?.addEventListener(
      'click',
      ({ target }) => {
        if (target === dialog) close()
      },
      listeners,
    )
    return () => listeners.abort()
  }, [element])
}
