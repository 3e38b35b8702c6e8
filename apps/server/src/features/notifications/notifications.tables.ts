import type { Generated } from 'kysely'
import type { OutboxColumns, Timestamp } from '../../db/column-types.ts'

export type PushChannel = 'web' | 'app'

export interface NotificationsTables {
  pushSubscriptions: PushSubscriptionsTable
  outgoingPushes: OutgoingPushesTable
}

export interface PushSubscriptionsTable {
  partnerId: string
  /** Hash of the endpoint. */
  id: string
  memberId: string
  /** In a browser, or in the partner's native app. */
  channel: Generated<PushChannel>
  /** Of the push service; in a native app, the id that its messaging service gave the device. */
  endpoint: string
  /** Null in a native app. */
  p256dh: string | null
  auth: string | null
  /** Turned on, or confirmed, in it. */
  sessionId: string
  browser: string | null
  system: string | null
  createdAt: Timestamp
}

/** The outbox. One push for each `cause`: `earned:<dine id>:<subscription id>`. */
export interface OutgoingPushesTable extends OutboxColumns {
  memberId: string
  /** Id of a subscription. */
  recipient: string
  /** JSON of a `NotificationContent`; in a native app with the page that it opens. */
  body: string
}
