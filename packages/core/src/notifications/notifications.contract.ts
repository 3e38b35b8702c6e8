import * as z from 'zod/mini'
import { defineContract } from '../shared/contract.ts'
import { isPushEndpoint } from './push-endpoint.rules.ts'

/** What the service worker of a browser shows. The push service cannot read it: it is encrypted for the browser. */
export const notificationSchema = z.object({
  title: z.string(),
  body: z.string(),
  /** A notification replaces an earlier one with the same tag. */
  tag: z.string(),
  /** It opens this path when it is pressed, else the member's activity. */
  path: z.optional(z.string().check(z.startsWith('/'))),
})
export type NotificationContent = z.infer<typeof notificationSchema>

/** A browser, or the partner's native app on a device, that shows notifications to the member. */
export const notifiedBrowserSchema = z.object({
  /** SHA-256 of the endpoint or the app's subscription, in base64url: a device recognizes its own. */
  id: z.string(),
  inApp: z.boolean(),
  /** It is null where the browser did not say. */
  browser: z.nullable(z.string()),
  system: z.nullable(z.string()),
  createdAt: z.string(),
  /** Turned on, or confirmed, in the session that makes this call. */
  current: z.boolean(),
})
export type NotifiedBrowser = z.infer<typeof notifiedBrowserSchema>

const notificationsSchema = z.object({
  /** Browsers subscribe with this key (VAPID); it is null where no notifications are sent. */
  publicKey: z.nullable(z.string()),
  /** Whether the partner's native app is notified. */
  hasApp: z.boolean(),
  items: z.array(notifiedBrowserSchema),
})

export const getNotifications = defineContract({
  method: 'GET',
  path: '/api/Member/Notifications',
  summary: 'The browsers and apps that show notifications to the member, the newest first.',
  access: 'member',
  response: notificationsSchema,
  errors: ['unauthorized'],
})

const invalid = 'This is not a push subscription of a browser.'

export const postNotifications = defineContract({
  method: 'POST',
  path: '/api/Member/Notifications',
  summary:
    'Turns notifications on in the browser that made this push subscription. Ends those of another member in it.',
  access: 'member',
  body: z.object({
    endpoint: z.string(invalid).check(z.maxLength(1_000), z.refine(isPushEndpoint, invalid)),
    keys: z.object({
      /** They are a point of P-256 and 16 bytes (RFC 8291). */
      p256dh: z.string(invalid).check(z.regex(/^B[\w-]{86}=?$/, invalid)),
      auth: z.string(invalid).check(z.regex(/^[\w-]{22}(==)?$/, invalid)),
    }),
  }),
  response: notificationsSchema,
  errors: ['validation_failed', 'unauthorized', 'not_found', 'csrf_invalid', 'rate_limited'],
})

export const postAppNotifications = defineContract({
  method: 'POST',
  path: '/api/Member/Notifications/App',
  summary:
    'Turns notifications on in the native app that has this subscription. Ends those of another member in it.',
  access: 'member',
  body: z.object({
    /** What the app's messaging service calls this app on this device (OneSignal's subscription). */
    subscriptionId: z.string().check(z.uuid('This is not a subscription of the app.')),
  }),
  response: notificationsSchema,
  errors: ['validation_failed', 'unauthorized', 'not_found', 'csrf_invalid', 'rate_limited'],
})

export const deleteNotifications = defineContract({
  method: 'DELETE',
  path: '/api/Member/Notifications',
  summary: 'Turns notifications off in one browser or app.',
  access: 'member',
  query: z.object({ id: z.string().check(z.minLength(1), z.maxLength(100)) }),
  response: notificationsSchema,
  errors: ['validation_failed', 'unauthorized', 'not_found', 'csrf_invalid'],
})
