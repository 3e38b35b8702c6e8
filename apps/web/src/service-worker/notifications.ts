import { scope, type WorkerPushEvent } from './worker-scope.ts'

const activityPath = '/account/recent_activity'

/** Browsers show a notice of their own for a push without a notification. */
export async function showNotification({ data }: WorkerPushEvent): Promise<void> {
  const { title, body, tag, path } = (data?.json() ?? {}) as Record<string, unknown>
  if (typeof title !== 'string') return
  await scope.registration.showNotification(title, {
    body: String(body ?? ''),
    tag: String(tag ?? ''),
    icon: scope.appShell.icon,
    data: typeof path === 'string' ? path : activityPath,
  })
}

/** In the window that shows it already, if there is one. Only the server's paths are in `data`. */
export async function openNotified(data: unknown): Promise<void> {
  const path = typeof data === 'string' ? data : activityPath
  const windows = await scope.clients.matchAll({ type: 'window', includeUncontrolled: true })
  const shown = windows.find(({ url }) => isShown(new URL(url), path))
  await (shown ? shown.focus() : scope.clients.openWindow(path))
}

const isShown = ({ pathname, search, hash }: URL, path: string): boolean =>
  pathname === path || pathname + search + hash === path

/** The next person at this browser gets none, and finds none. */
export async function endNotifications(): Promise<void> {
  const { registration } = scope
  for (const notification of await registration.getNotifications()) notification.close()
  const subscription = await registration.pushManager?.getSubscription()
  await subscription?.unsubscribe()
}
