import type { Generated } from 'kysely'
import type { Json, Timestamp } from '../../db/column-types.ts'

export interface TrackingTables {
  trackingEvents: TrackingEventsTable
}

/** `memberId` is set only for signed-in members (shell §3.8). */
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
