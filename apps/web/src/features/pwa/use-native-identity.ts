import { useEffect } from 'react'
import { type NativeWindow, tellNativeApp } from './native-bridge.ts'

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
    const tell = () => {
      if (publicId !== null || wasTold()) tellNativeApp(page, publicId)
      if (page.median?.onesignal || page.gonative?.onesignal) rememberTold(publicId !== null)
    }
    tell()
    page.median_library_ready = tell
    page.gonative_library_ready = tell
  }, [publicId])
}

function wasTold(): boolean {
  try {
    return localStorage.getItem(storageKey) !== null
  } catch {
    return false
  }
}

function rememberTold(told: boolean): void {
  try {
    if (told) localStorage.setItem(storageKey, '1')
    else localStorage.removeItem(storageKey)
  } catch {}
}
