import type { BrowserContext, Page, Worker } from '@playwright/test'

/** A browser without a window refuses notifications and has no push service: the visitor allows them in this one. */
export async function allowNotifications(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    const state = { permission: 'default' as NotificationPermission }
    Object.defineProperty(Notification, 'permission', { get: () => state.permission })
    Notification.requestPermission = async () => {
      state.permission = 'granted'
      return state.permission
    }
    let current: PushSubscription | null = null
    const keys = { p256dh: `B${'A'.repeat(86)}`, auth: 'A'.repeat(22) }
    PushManager.prototype.getSubscription = async () => current
    PushManager.prototype.subscribe = async () => {
      const endpoint = `https://push.example/${crypto.randomUUID()}`
      const unsubscribe = async () => {
        current = null
        return true
      }
      current = { endpoint, unsubscribe, toJSON: () => ({ endpoint, keys }) } as unknown as PushSubscription
      return current
    }
  })
}

/** The bridge of a native shell, whose member allows notifications when asked. */
export async function allowInNativeApp(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    const id = crypto.randomUUID()
    const state = { optedIn: false }
    const onesignal = {
      login() {},
      async register() {
        state.optedIn = true
      },
      info: async () => ({ subscription: { id, ...state } }),
    }
    Object.assign(window, { median: { onesignal } })
  })
}

interface Recorded {
  shown?: { title: string; body: string; icon: string }
  opened?: string
  unsubscribed?: boolean
}
type RecordingWorker = typeof globalThis & {
  recorded: Recorded
  registration: ServiceWorkerRegistration
  clients: { openWindow(path: string): Promise<unknown> }
}

/** It records in the service worker, as in the page. */
export async function recordNotifications(context: BrowserContext): Promise<Worker> {
  const worker = context.serviceWorkers()[0] ?? (await context.waitForEvent('serviceworker'))
  await worker.evaluate(() => {
    const scope = globalThis as RecordingWorker
    const recorded: Recorded = {}
    scope.recorded = recorded
    scope.registration.showNotification = async (title, options) => {
      recorded.shown = { title, body: options?.body ?? '', icon: options?.icon ?? '' }
    }
    scope.clients.openWindow = async path => {
      recorded.opened = path
    }
    scope.registration.pushManager.getSubscription = async () =>
      ({
        unsubscribe: async () => {
          recorded.unsubscribed = true
        },
      }) as unknown as PushSubscription
  })
  return worker
}

export const recordedIn = (worker: Worker): Promise<Recorded> =>
  worker.evaluate(() => (globalThis as RecordingWorker).recorded)

/** It delivers as the push service does. */
export async function deliverPush(page: Page, payload: object): Promise<void> {
  const devtools = await page.context().newCDPSession(page)
  const { origin } = new URL(page.url())
  const registrationId = new Promise<string>(resolve =>
    devtools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const found = registrations.find(({ scopeURL }) => scopeURL.startsWith(origin))
      if (found) resolve(found.registrationId)
    }),
  )
  await devtools.send('ServiceWorker.enable')
  await devtools.send('ServiceWorker.deliverPushMessage', {
    origin,
    registrationId: await registrationId,
    data: JSON.stringify(payload),
  })
}

/** Browsers take the answer of their own events only. */
export const pressNotification = (worker: Worker): Promise<unknown> =>
  worker.evaluate(() => {
    const event = new Event('notificationclick')
    const own = { notification: { close() {} }, waitUntil: (work: Promise<unknown>) => work }
    return globalThis.dispatchEvent(Object.assign(event, own))
  })
