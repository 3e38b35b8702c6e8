import { readStored, writeStored } from '../../lib/browser/stored.ts'

export type PushSupport = 'supported' | 'needsInstall' | 'unsupported'

const ownerKey = 'dw_notified'

interface Device {
  readonly userAgent: string
  readonly maxTouchPoints: number
}

/** Apple's phones and tablets offer push to installed apps only. An iPad identifies as a Mac but has a touch screen. */
export function pushSupport(page: object, { userAgent, maxTouchPoints }: Device): PushSupport {
  if ('PushManager' in page && 'Notification' in page) return 'supported'
  const isAppleDevice =
    /\b(iPhone|iPad|iPod)\b/.test(userAgent) || (/\bMacintosh\b/.test(userAgent) && maxTouchPoints > 1)
  return isAppleDevice ? 'needsInstall' : 'unsupported'
}

/** It is null without one, or where the visitor blocks notifications. */
export async function findSubscription(): Promise<PushSubscription | null> {
  if (pushSupport(window, navigator) !== 'supported' || Notification.permission !== 'granted') return null
  const registration = await navigator.serviceWorker.getRegistration()
  return (await registration?.pushManager.getSubscription()) ?? null
}

/** As the server names it. */
export async function subscriptionId(endpoint: string): Promise<string> {
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(endpoint))
  const text = btoa(String.fromCharCode(...new Uint8Array(hash)))
  return text.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '')
}

/** Asks the visitor, so only on a click. Null: they did not allow it. */
export async function subscribe(publicKey: string, owner: string): Promise<PushSubscription | null> {
  if ((await Notification.requestPermission()) !== 'granted') return null
  await navigator.serviceWorker.register('/sw.js')
  const { pushManager } = await navigator.serviceWorker.ready
  // One that was made with another key cannot be sent to.
  await (await pushManager.getSubscription())?.unsubscribe()
  const subscription = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey })
  writeStored(ownerKey, owner)
  return subscription
}

export async function unsubscribe(): Promise<void> {
  writeStored(ownerKey, '')
  await (await findSubscription())?.unsubscribe()
}

/** Ends those of another member, whose session here has expired. */
export async function unsubscribeOthers(publicId: string): Promise<void> {
  const owner = readStored(ownerKey)
  if (owner && owner !== publicId) await unsubscribe()
}
