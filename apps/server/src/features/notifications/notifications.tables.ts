import type { Generated } from 'kysely'
import type { OutboxColumns, Timestamp } from '../../db/column-types.ts'

export type PushChannel = 'web' | 'app'

export interface NotificationsTables {
  pushSubscriptions: PushSubscriptionsTable
  outgoingPushes: OutgoingPushesTable
}

export interface PushSubscriptionsTable {
  partnerId: string
  /** The id is a hash of the endpoint. */
  id: string
  memberId: string
  /** In a browser, or in the partner's native app. */
  channel: Generated<PushChannel>
  /** The push service has this endpoint; in a native app, it is the id that its messaging service gave the device. */
  endpoint: string
  /** It is null in a native app. */
  p256dh: string | null
  auth: string | null
  /** Notifications were turned on, or confirmed, in this session. */
  sessionId: string
  browser: string | null
  system: string | null
  createdAt: Timestamp
}

/** This is the outbox. Each `cause` has one push: `earned:<dine id>:<subscription id>`. */
export interface OutgoingPushesTable extends OutboxColumns {
  memberId: string
  /** This is the id of a subscription. */
  recipient: string
  /** The body is JSON of a `NotificationContent`, which in a native app has the page that it opens. */
  body: string
}
