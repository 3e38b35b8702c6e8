import type { NativeWindow, OneSignal } from '../../lib/browser/native-window.ts'
import { readStored, writeStored } from '../../lib/browser/stored.ts'

/** It names the member who turned notifications on in this app. */
const ownerKey = 'dw_notified_app'
const pollMs = 250

/** The shell adds its bridge some time after the page. Null: this version of the app has none that can notify. */
export async function findMessaging(page: NativeWindow, waitMs = 3_000): Promise<OneSignal | null> {
  const found = await until(() => {
    const service = page.median?.onesignal ?? page.gonative?.onesignal
    return service?.register ? service : null
  }, waitMs)
  return found
}

/** The id that the app's messaging service gave this device; null until the member allows notifications. */
export async function appSubscriptionId(service: OneSignal, waitMs = 3_000): Promise<string | null> {
  const info = await within(waitMs, async () => (service.info ?? service.onesignalInfo)?.call(service))
  const id = info?.subscription?.id ?? info?.oneSignalUserId
  const isAllowed = info?.subscription?.optedIn ?? info?.oneSignalSubscribed
  return id && isAllowed ? id.toLowerCase() : null
}

/** Asks the member, so only on a press. The id comes some time after the answer. Null: not allowed. */
export async function allowInApp(service: OneSignal, owner: string, waitMs = 15_000): Promise<string | null> {
  await within(waitMs, async () => service.register?.())
  const id = await until(() => appSubscriptionId(service), waitMs)
  if (id) writeStored(ownerKey, owner)
  return id
}

/** A member whose session here has expired, while another one signed in. */
export function hasOtherOwner(publicId: string): boolean {
  const owner = readStored(ownerKey)
  return Boolean(owner) && owner !== publicId
}

export const forgetOwner = (): void => writeStored(ownerKey, '')

/** Null when it takes longer: a bridge may never answer. */
async function within<T>(waitMs: number, work: () => Promise<T>): Promise<T | null> {
  const late = new Promise<null>(resolve => setTimeout(resolve, waitMs, null))
  return Promise.race([work(), late])
}

async function until<T>(find: () => T | null | Promise<T | null>, waitMs: number): Promise<T | null> {
  for (let waited = 0; ; waited += pollMs) {
    const found = await find()
    if (found !== null || waited >= waitMs) return found
    await new Promise(resolve => setTimeout(resolve, pollMs))
  }
}
