import { useEffect } from 'react'
import { useApp, useCopy } from '../../partner/partner-context.tsx'
import { toasts } from '../../ui/dialog/toast-store.ts'
import { emulationKey, endsEmulation, isMisplacedEmulation } from './emulation.rules.ts'
import { prefetchToken } from './prefetch-token.ts'

/** Prefetch the anti-forgery token, and warn if that fails (shell §4). */
export function AntiForgeryPrefetch() {
  const { api } = useApp()
  const copy = useCopy()
  useEffect(() => {
    let shown: number | null = null
    api.token.onFallback = token => {
      if (shown !== null) toasts.dismiss(shown)
      shown = toasts.show('error', copy('toast.csrfFallback', { code: token }))
    }
    return prefetchToken(api.token)
  }, [api, copy])
  return null
}

/** Let the administration end an emulated session, and end one in another window (shell §4 Emulation). */
export function EmulationExit() {
  const { emulationOrigins } = useApp().partner.settings
  useEffect(() => {
    const signOut = () => {
      forgetEmulation()
      location.assign('/SignOut')
    }
    if (isMisplacedEmulation(storedEmulation(), window.name)) signOut()
    const handleMessage = (event: MessageEvent) => {
      if (endsEmulation(event, emulationOrigins)) signOut()
    }
    addEventListener('message', handleMessage)
    return () => removeEventListener('message', handleMessage)
  }, [emulationOrigins])
  return null
}

function storedEmulation(): string | null {
  try {
    return sessionStorage.getItem(emulationKey)
  } catch {
    return null
  }
}

function forgetEmulation(): void {
  try {
    sessionStorage.removeItem(emulationKey)
  } catch {}
}
