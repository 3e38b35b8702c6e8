import { useSyncExternalStore } from 'react'

const neverChanges = () => () => {}

/** It is null on the server and while hydrating. */
export function usePasskeySupport(): boolean | null {
  return useSyncExternalStore<boolean | null>(
    neverChanges,
    () => typeof PublicKeyCredential === 'function',
    () => null,
  )
}
