import type { EventType } from '@dineward/core/events/event-types.ts'
import type { DeliveryCode } from '@dineward/core/events/webhook-delivery.rules.ts'
import type { ApiScope } from '@dineward/core/partner-api/api-scopes.ts'
import type { BalanceResource } from '@dineward/core/partner-api/resources.ts'
import type { ColumnType, Generated } from 'kysely'
import type { NullableTimestamp, Timestamp } from '../../db/column-types.ts'

export interface EventsTables {
  apiEvents: ApiEventsTable
  apiEventSequences: { partnerId: string; memberId: string; lastSequence: number }
  toldRestaurants: ToldRestaurantsTable
  toldBonuses: { partnerId: string; memberId: string; code: string }
  webhookEndpoints: WebhookEndpointsTable
  webhookDeliveries: WebhookDeliveriesTable
}

type Fields = Readonly<Record<string, unknown>>

export interface ApiEventsTable {
  partnerId: string
  id: string
  type: EventType
  /** The id of the resource that it is about. */
  subject: string
  memberId: string | null
  sequence: number | null
  occurredAt: Timestamp
  data: ColumnType<Fields, string, string>
  previous: ColumnType<Fields | null, string | null, string | null>
  balance: ColumnType<BalanceResource | null, string | null, string | null>
  transactionNo: Generated<number>
  position: Generated<number>
}

export interface ToldRestaurantsTable {
  partnerId: string
  merchantId: string
  status: 'open' | 'coming' | 'left'
  changedAt: Timestamp
}

export interface WebhookEndpointsTable {
  partnerId: string
  id: string
  url: string
  types: EventType[] | null
  scopes: ApiScope[] | null
  secret: string
  previousSecret: string | null
  previousSecretUntil: NullableTimestamp
  createdAt: Timestamp
  createdBy: string
  disabledAt: NullableTimestamp
  disabledReason: DeliveryCode | 'by_hand' | null
}

export interface WebhookDeliveriesTable {
  partnerId: string
  id: string
  endpointId: string
  eventId: string
  nextAttemptAt: NullableTimestamp
  attempts: Generated<number>
  createdAt: Timestamp
  lastAttemptAt: NullableTimestamp
  code: DeliveryCode | null
  status: number | null
  milliseconds: number | null
  answer: string | null
}
