import type {
  deleteNotifications,
  getNotifications,
  postAppNotifications,
  postNotifications,
} from '@dineward/core/notifications/notifications.contract.ts'
import { queryOptions } from '@tanstack/react-query'
import type { AppContext } from '../../app-context.ts'
import type { NativeWindow } from '../../lib/browser/native-window.ts'
import {
  allowInApp,
  appSubscriptionId,
  findMessaging,
  forgetOwner,
  hasOtherOwner,
} from './app-subscription.ts'
import {
  findSubscription,
  type PushSupport,
  pushSupport,
  subscribe,
  subscriptionId,
  unsubscribe,
  unsubscribeOthers,
} from './push-subscription.ts'

export function notificationsQuery(app: AppContext) {
  return queryOptions({
    queryKey: ['notifications'],
    queryFn: () => app.api.call<typeof getNotifications>('GET', '/api/Member/Notifications', {}),
  })
}

interface ThisDevice {
  readonly support: PushSupport
  /** By the visitor, in the browser's settings; an app does not say. */
  readonly isBlocked: boolean
  /** Of its subscription, as the server names it. */
  readonly id: string | null
}

export function thisDeviceQuery(app: AppContext) {
  return queryOptions({
    queryKey: ['thisDevice'],
    queryFn: () => (app.nativeApp ? readApp() : readBrowser()),
  })
}

async function readBrowser(): Promise<ThisDevice> {
  const support = pushSupport(window, navigator)
  const isBlocked = support === 'supported' && Notification.permission === 'denied'
  const subscription = await findSubscription()
  return { support, isBlocked, id: subscription && (await subscriptionId(subscription.endpoint)) }
}

async function readApp(): Promise<ThisDevice> {
  const service = await findMessaging(window as NativeWindow)
  const subscription = service && (await appSubscriptionId(service))
  return {
    support: service ? 'supported' : 'unsupported',
    isBlocked: false,
    id: subscription && (await subscriptionId(subscription)),
  }
}

/** @returns false when the visitor did not allow it. */
export async function turnOn(app: AppContext, publicId: string): Promise<boolean> {
  const isAllowed = app.nativeApp ? await turnOnInApp(app, publicId) : await turnOnInBrowser(app, publicId)
  await app.queryClient.invalidateQueries(thisDeviceQuery(app))
  return isAllowed
}

async function turnOnInBrowser(app: AppContext, publicId: string): Promise<boolean> {
  const { publicKey } = await app.queryClient.ensureQueryData(notificationsQuery(app))
  const subscription = publicKey === null ? null : await subscribe(publicKey, publicId)
  if (subscription) await register(app, subscription)
  return subscription !== null
}

async function turnOnInApp(app: AppContext, publicId: string): Promise<boolean> {
  const service = await findMessaging(window as NativeWindow)
  const id = service && (await allowInApp(service, publicId))
  if (id) await registerApp(app, id)
  return id !== null
}

/** Notifications that were turned on in an earlier session end with this one from now on. */
export async function confirmRegistration(app: AppContext): Promise<void> {
  if (app.nativeApp) return confirmApp(app)
  const subscription = await findSubscription()
  if (subscription) await register(app, subscription)
}

/** Another member has signed in here: the notifications of the one before end. */
export async function endOthers(app: AppContext, publicId: string): Promise<void> {
  if (!app.nativeApp) return unsubscribeOthers(publicId)
  if (!hasOtherOwner(publicId)) return
  // The server gives the subscription to this member, who has not asked for any.
  await confirmApp(app)
  const { id } = await readApp()
  if (id) await turnOff(app, id, true)
  else forgetOwner()
}

async function confirmApp(app: AppContext): Promise<void> {
  const service = await findMessaging(window as NativeWindow)
  const id = service && (await appSubscriptionId(service))
  if (id) await registerApp(app, id)
}

async function register(app: AppContext, subscription: PushSubscription): Promise<void> {
  const { endpoint, keys } = subscription.toJSON()
  const body = { endpoint: endpoint ?? '', keys: { p256dh: keys?.p256dh ?? '', auth: keys?.auth ?? '' } }
  const after = await app.api.call<typeof postNotifications>('POST', '/api/Member/Notifications', { body })
  app.queryClient.setQueryData(notificationsQuery(app).queryKey, after)
}

async function registerApp(app: AppContext, id: string): Promise<void> {
  const body = { subscriptionId: id }
  const path = '/api/Member/Notifications/App'
  const after = await app.api.call<typeof postAppNotifications>('POST', path, { body })
  app.queryClient.setQueryData(notificationsQuery(app).queryKey, after)
}

/** @param isThisDevice it asks for none any more, whether the server answers or not. */
export async function turnOff(app: AppContext, id: string, isThisDevice: boolean): Promise<void> {
  if (isThisDevice) await (app.nativeApp ? forgetOwner() : unsubscribe())
  const after = await app.api.call<typeof deleteNotifications>('DELETE', '/api/Member/Notifications', {
    query: { id },
  })
  app.queryClient.setQueryData(notificationsQuery(app).queryKey, after)
  if (isThisDevice) await app.queryClient.invalidateQueries(thisDeviceQuery(app))
}
