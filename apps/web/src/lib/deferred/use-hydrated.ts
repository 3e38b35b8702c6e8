import { useSyncExternalStore } from 'react'

/** False on the server and until this part of the page is hydrated: what needs script is disabled until then. */
export const useHydrated = (): boolean => useSyncExternalStore(never, yes, no)

const never = () => () => undefined
const yes = () => true
const no = () => false
