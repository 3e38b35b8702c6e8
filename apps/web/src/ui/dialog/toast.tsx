import { type FocusEvent, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { createPortal } from 'react-dom'
import { useCopy } from '../../partner/partner-context.tsx'
import { Icon } from '../icon.tsx'
import { CloseButton } from './close-button.tsx'
import { openDialogs } from './dialog-stack.ts'
import styles from './toast.module.css'
import { type Toast, type ToastKind, toasts } from './toast-store.ts'

/** Errors stay until closed (shell §9). */
const shownForMs = 3_000
/** It is the keyboard shortcut to the messages. */
const shortcut = 'F8'

const icons = { success: 'check', warning: 'alert', error: 'alert' } as const satisfies Record<
  ToastKind,
  string
>

/** Messages are at the top of the page. Timers pause on hover and focus; a log keeps their text for screen readers. */
export function Toasts() {
  const copy = useCopy()
  const { shown, log } = useSyncExternalStore(toasts.subscribe, toasts.snapshot, toasts.serverSnapshot)
  // An open dialog makes everything outside it inert.
  const dialog = useSyncExternalStore(openDialogs.subscribe, openDialogs.top, () => null)
  const [hovered, setHovered] = useState(false)
  const [focused, setFocused] = useState(false)
  const focus = useFocusReturn(shown.length)
  const region = (
    <section
      ref={focus.region}
      className={styles.region}
      aria-label={copy('toast.region')}
      onPointerEnter={() => setHovered(true)}
      onPointerLeave={() => setHovered(false)}
      onFocus={event => {
        setFocused(true)
        focus.remember(event)
      }}
      onBlur={() => setFocused(false)}
    >
      {shown.map(toast => (
        <ToastMessage key={toast.id} toast={toast} held={hovered || focused} />
      ))}
    </section>
  )
  return (
    <>
      {dialog ? createPortal(region, dialog) : region}
      {log.length > 0 ? (
        <div className="visually-hidden" role="log" aria-live="off" aria-label={copy('toast.log')}>
          {log.map(toast => (
            <p key={toast.id}>{toast.text}</p>
          ))}
        </div>
      ) : null}
    </>
  )
}

/** It gives keyboard access from anywhere; the focus returns after the last message. */
function useFocusReturn(count: number) {
  const region = useRef<HTMLElement>(null)
  const before = useRef<HTMLElement | null>(null)

  useEffect(() => {
    const goThere = (event: KeyboardEvent) => {
      if (event.key !== shortcut) return
      const button = (selector: string) => region.current?.querySelector<HTMLButtonElement>(selector)
      const target = button(`.${styles.action}`) ?? button('button')
      if (target) event.preventDefault()
      target?.focus()
    }
    addEventListener('keydown', goThere)
    return () => removeEventListener('keydown', goThere)
  }, [])

  useEffect(() => {
    if (count > 0 || !before.current) return
    if (document.activeElement === document.body) before.current.focus({ preventScroll: true })
    before.current = null
  }, [count])

  function remember({ relatedTarget }: FocusEvent) {
    if (region.current?.contains(relatedTarget)) return
    before.current =
      relatedTarget instanceof HTMLElement ? relatedTarget : document.querySelector<HTMLElement>('#main')
  }

  return { region, remember }
}

function ToastMessage({ toast, held }: { toast: Toast; held: boolean }) {
  const copy = useCopy()
  const { id, kind, text, action } = toast
  const closesItself = kind !== 'error' && !action

  useEffect(() => {
    if (!closesItself || held) return
    const timer = setTimeout(() => toasts.dismiss(id), shownForMs)
    return () => clearTimeout(timer)
  }, [id, closesItself, held])

  return (
    <div className={`${styles.toast} ${styles[kind]}`} role="alert">
      <Icon name={icons[kind]} />
      <p className={styles.text}>{text}</p>
      {action ? (
        <button type="button" className={styles.action} onClick={action.press}>
          {action.label}
        </button>
      ) : null}
      <CloseButton
        className={styles.close}
        label={copy('toast.dismiss')}
        onClick={() => toasts.dismiss(id)}
      />
    </div>
  )
}
