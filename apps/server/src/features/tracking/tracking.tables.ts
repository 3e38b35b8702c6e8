import type { Generated } from 'kysely'
import type { Json, Timestamp } from '../../db/column-types.ts'

/** Written by this feature only. */
export interface TrackingTables {
  trackingEvents: TrackingEventsTable
}

/** What a page measured (shell §3.8). `memberId` only of who was signed in. */
export interface TrackingEventsTable {
  id: Generated<string>
  partnerId: string
  event: string
  channel: string
  memberId: string | null
  merchantId: string | null
  userAgent: string
  happenedAt: Timestamp
  receivedAt: Timestamp
  properties: Json<Record<string, unknown>>
}
