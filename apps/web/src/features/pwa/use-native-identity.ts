import { useEffect } from 'react'
import { type NativeWindow, tellNativeApp } from './native-bridge.ts'

const storageKey = 'dw_native_told'

/** What the shell calls when its bridge is there, which may be after the page. */
interface ReadyCalls {
  median_library_ready?: () => void
  gonative_library_ready?: () => void
}

/**
 * Keeps the shell's idea of who is here up to date. Signing out loads a page anew, so that somebody was told is
 * remembered across pages.
 */
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
