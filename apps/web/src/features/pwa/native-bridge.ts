import type { NativeApp } from '@dineward/core/pages/render.ts'

interface OneSignal {
  login?(id: string): unknown
  logout?(): unknown
  readonly externalUserId?: {
    set?(user: { externalId: string }): unknown
    remove?(): unknown
  }
}

/** Globals of the native shell (integrations: Native app bridge). */
export interface NativeWindow {
  readonly JSBridge?: unknown
  readonly webkit?: { readonly messageHandlers?: { readonly JSBridge?: unknown } }
  readonly median?: { readonly onesignal?: OneSignal }
  /** The shell's former name. */
  readonly gonative?: { readonly onesignal?: OneSignal }
}

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
