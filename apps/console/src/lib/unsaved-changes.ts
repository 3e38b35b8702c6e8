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

export const forgetUnsavedChanges = (): void => changed.clear()

/**
 * While a form has changes, every way out of the page asks first: links, tabs, the palette, going back, reloading.
 *
 * @returns a function that closes the form, and asks first as well; and one for a form that was saved, which leads on before
 * it is drawn again.
 */
export function useUnsavedChanges(isChanged: boolean) {
  const id = useId()
  useEffect(() => {
    if (!isChanged) return
    changed.add(id)
    return () => void changed.delete(id)
  }, [isChanged, id])
  return {
    askToClose: (close: () => void) => (isChanged ? setWaiting(close) : close()),
    forget: () => void changed.delete(id),
  }
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
