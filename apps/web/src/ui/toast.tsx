import { useEffect, useState, useSyncExternalStore } from 'react'
import { useCopy } from '../partner/partner-context.tsx'
import { CloseButton } from './close-button.tsx'
import { Icon } from './icon.tsx'
import styles from './toast.module.css'
import { type Toast, type ToastKind, toasts } from './toast-store.ts'

/** Shell §9. Errors stay until they are closed. */
const shownForMs = 3_000

const icons = { success: 'check', warning: 'alert', error: 'alert' } as const satisfies Record<
  ToastKind,
  string
>

/** Messages in passing, at the top of the page. They wait while looked at; their text stays in a log. */
export function Toasts() {
  const copy = useCopy()
  const { shown, log } = useSyncExternalStore(toasts.subscribe, toasts.snapshot, toasts.serverSnapshot)
  const [held, setHeld] = useState(false)
  return (
    <>
      <section
        className={styles.region}
        aria-label={copy('toast.log')}
        onPointerEnter={() => setHeld(true)}
        onPointerLeave={() => setHeld(false)}
        onFocus={() => setHeld(true)}
        onBlur={() => setHeld(false)}
      >
        {shown.map(toast => (
          <ToastMessage key={toast.id} toast={toast} held={held} />
        ))}
      </section>
      {log.length > 0 ? (
        <ol className="visually-hidden" role="log" aria-live="off" aria-label={copy('toast.log')}>
          {log.map(toast => (
            <li key={toast.id}>{toast.text}</li>
          ))}
        </ol>
      ) : null}
    </>
  )
}

function ToastMessage({ toast, held }: { toast: Toast; held: boolean }) {
  const copy = useCopy()
  const closesItself = toast.kind !== 'error'

  useEffect(() => {
    if (!closesItself || held) return
    const timer = setTimeout(() => toasts.dismiss(toast.id), shownForMs)
    return () => clearTimeout(timer)
  }, [toast.id, closesItself, held])

  return (
    <div className={`${styles.toast} ${styles[toast.kind]}`} role="alert">
      <Icon name={icons[toast.kind]} />
      <p className={styles.text}>{toast.text}</p>
      <CloseButton
        className={styles.close}
        label={copy('toast.dismiss')}
        onClick={() => toasts.dismiss(toast.id)}
      />
    </div>
  )
}
