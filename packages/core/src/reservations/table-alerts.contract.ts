import * as z from 'zod/mini'
import { defineContract } from '../shared/contract.ts'
import { localDate, localTime } from './reservations.contract.ts'

export const tableAlertSchema = z.object({
  id: z.string(),
  /** `alert`: when a table frees in the window; `waitlist`: the next table of this evening. */
  kind: z.enum(['alert', 'waitlist']),
  merchantId: z.string(),
  merchantName: z.string(),
  /** Date and times are those of the restaurant's clock. */
  date: z.string(),
  from: z.string(),
  to: z.string(),
  partySize: z.number(),
  /** It counts from 1, among those who wait for a time that overlaps. */
  position: z.number(),
  /** Minutes until a table may free; null where nothing can be said. */
  estimateMinutes: z.nullable(z.number()),
  /** It is the table that is held for the member now. */
  offer: z.nullable(z.object({ slotId: z.string(), startsAt: z.string(), expiresAt: z.string() })),
})
export type TableAlert = z.infer<typeof tableAlertSchema>

const merchantId = z.string().check(z.minLength(1), z.maxLength(100))
const errors = [
  'validation_failed',
  'unauthorized',
  'forbidden',
  'merchant_not_found',
  'reservation_user_fraud',
  'reservation_overlap',
  'reservation_failed',
  'table_alert_limit_reached',
] as const

/** The same restaurant and day again replaces the alert; the same alert again keeps its place. */
export const createTableAlert = defineContract({
  method: 'POST',
  path: '/api/Member/TableAlerts',
  summary: 'Tells the member when a table frees, in the order of asking, and holds it for ten minutes.',
  access: 'member',
  body: z.strictObject({ merchantId, date: localDate, from: localTime, to: localTime, partySize: z.int() }),
  successStatus: 201,
  response: z.object({ alert: tableAlertSchema }),
  errors: [...errors],
})

export const joinWaitlist = defineContract({
  method: 'POST',
  path: '/api/Member/Waitlist',
  summary: 'Waits for the next table of this evening, where the restaurant has a waitlist.',
  access: 'member',
  body: z.strictObject({ merchantId, partySize: z.int() }),
  successStatus: 201,
  response: z.object({ alert: tableAlertSchema }),
  errors: [...errors],
})

export const getTableAlerts = defineContract({
  method: 'GET',
  path: '/api/Member/TableAlerts',
  summary: 'What the member waits for, the next evening first.',
  access: 'member',
  query: z.strictObject({}),
  response: z.object({ items: z.array(tableAlertSchema) }),
  errors: ['validation_failed', 'unauthorized'],
})

/** A table that is held for it goes to the next one who waits. */
export const deleteTableAlert = defineContract({
  method: 'DELETE',
  path: '/api/Member/TableAlerts',
  summary: 'Ends waiting. Once more changes nothing.',
  access: 'member',
  query: z.strictObject({ id: z.string().check(z.minLength(1), z.maxLength(100)) }),
  response: z.object({ id: z.string() }),
  errors: ['validation_failed', 'unauthorized'],
})
