import type { NativeApp } from '@dineward/core/pages/render.ts'
import type { NativeWindow, OneSignal } from '../../lib/browser/native-window.ts'

/** Android's bridge, iOS's, or the token in the user agent. */
export function isInNativeApp(page: NativeWindow, nativeApp: NativeApp | null): boolean {
  return Boolean(page.JSBridge ?? page.webkit?.messageHandlers?.JSBridge) || nativeApp !== null
}

/** Identify the user to push messaging by publicId; null signs out. */
export function setNativeUser(page: NativeWindow, publicId: string | null): void {
  for (const service of [page.median?.onesignal, page.gonative?.onesignal]) {
    const isDone = service && (publicId === null ? signOut(service) : signIn(service, publicId))
    if (isDone) return
  }
}

function signIn(service: OneSignal, id: string): boolean {
  if (service.login) return attempt(() => service.login?.(id))
  const { externalUserId } = service
  return externalUserId?.set ? attempt(() => externalUserId.set?.({ externalId: id })) : false
}

function signOut(service: OneSignal): boolean {
  if (service.logout) return attempt(() => service.logout?.())
  const { externalUserId } = service
  return externalUserId?.remove ? attempt(() => externalUserId.remove?.()) : false
}

/** Log failures of the shell; members do not see them. */
function attempt(call: () => unknown): true {
  Promise.resolve()
    .then(call)
    .catch((error: unknown) => console.error('Could not pass the user to the native app:', error))
  return true
}
