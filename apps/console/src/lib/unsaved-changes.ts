import { useEffect, useId, useSyncExternalStore } from 'react'

/** The ids of the forms on screen whose changes are not saved. */
const changed = new Set<string>()
/** It closes a form, and waits for an answer. */
let waiting: (() => void) | null = null
const listeners = new Set<() => void>()

function setWaiting(close: (() => void) | null): void {
  waiting = close
  for (const listener of listeners) listener()
}

export const hasUnsavedChanges = (): boolean => changed.size > 0

/** A form that was saved leads on before it is drawn again. */
export const forgetUnsavedChanges = (): void => changed.clear()

/**
 * While a form has changes, every way out of the page asks first: links, tabs, the palette, going back, reloading.
 *
 * @returns a function that closes the form, and asks first as well.
 */
export function useUnsavedChanges(isChanged: boolean): (close: () => void) => void {
  const id = useId()
  useEffect(() => {
    if (!isChanged) return
    changed.add(id)
    return () => void changed.delete(id)
  }, [isChanged, id])
  return close => (isChanged ? setWaiting(close) : close())
}

export function useWaitingClose() {
  const close = useSyncExternalStore(
    listener => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => waiting,
  )
  return { close, answered: () => setWaiting(null) }
}
