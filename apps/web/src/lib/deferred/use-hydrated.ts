import { useLayoutEffect, useState, useSyncExternalStore } from 'react'

/** False on the server and until this part of the page is hydrated: what needs script is disabled until then. */
export function useHydrated(): boolean {
  const isHydrated = useSyncExternalStore(never, yes, no)
  const [, renderAgain] = useState(false)
  // The store alone is looked at some tasks later, and a press or the focus in between would be lost.
  useLayoutEffect(() => {
    if (!isHydrated) renderAgain(true)
  }, [isHydrated])
  return isHydrated
}

const never = () => () => undefined
const yes = () => true
const no = () => false
