import { useEffect } from 'react'
import type { NativeWindow } from '../../lib/browser/native-window.ts'
import { setNativeUser } from './native-bridge.ts'

const storageKey = 'dw_native_told'

/** The shell calls these when its bridge is ready, which may be after the page. */
interface ReadyCalls {
  median_library_ready?: () => void
  gonative_library_ready?: () => void
}

/** Keep the identity in the native shell current. Signing out reloads the page, so storage records that one was set. */
export function useNativeIdentity(publicId: string | null): void {
  useEffect(() => {
    const page = window as NativeWindow & ReadyCalls
    const update = () => {
      if (publicId !== null || hadUser()) setNativeUser(page, publicId)
      if (page.median?.onesignal || page.gonative?.onesignal) storeHasUser(publicId !== null)
    }
    update()
    page.median_library_ready = update
    page.gonative_library_ready = update
  }, [publicId])
}

function hadUser(): boolean {
  try {
    return localStorage.getItem(storageKey) !== null
  } catch {
    return false
  }
}

function storeHasUser(hasUser: boolean): void {
  try {
    if (hasUser) localStorage.setItem(storageKey, '1')
    else localStorage.removeItem(storageKey)
  } catch {}
}
