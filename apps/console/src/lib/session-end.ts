import { useSyncExternalStore } from 'react'

/* The session ended while a page was open: it asks for the password over the page, so that nothing typed is lost. */

let hasEnded = false
const listeners = new Set<() => void>()

function set(ended: boolean): void {
  if (hasEnded === ended) return
  hasEnded = ended
  for (const listener of listeners) listener()
}

export const noteSessionEnd = (): void => set(true)
export const noteSessionStart = (): void => set(false)

export function useHasSessionEnded(): boolean {
  return useSyncExternalStore(
    listener => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => hasEnded,
  )
}
