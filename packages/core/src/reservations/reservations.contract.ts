import * as z from 'zod/mini'
import { defineContract } from '../shared/contract.ts'
import { longestAllergies, longestNotes, occasions } from './table-requests.ts'

/**
 * The states are those of shell §4 Reservation availability. `no_bonus` says that there are tables, and that booking
 * them earns nothing extra.
 */
export const availabilityStates = [
  'available',
  'none',
  'too_big',
  'too_small',
  'too_far',
  'too_close',
  'no_bonus',
] as const

export const localDate = z
  .string()
  .check(
    z.regex(/^\d{4}-\d{2}-\d{2}$/, 'must be a day such as 2026-03-14'),
    z.refine(isRealDay, 'is not a day'),
  )
export const localTime = z
  .string()
  .check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'must be a time such as 19:00'))
/** Impossible sizes are states of the answer, so they parse; `Number('')` would be 0. */
export const partySize = z.pipe(
  z
    .string('must be a number of guests such as 2')
    .check(z.regex(/^-?\d{1,9}$/, 'must be a number of guests such as 2')),
  z.transform(Number),
)
const merchantParams = z.object({ merchantId: z.string().check(z.maxLength(100)) })

function isRealDay(text: string): boolean {
  const day = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text)
}

/** `slotId` is what `bookTable` takes; `startsAt` carries the restaurant's offset. `bonus` in the partner's unit. */
export const slotSchema = z.object({
  slotId: z.string(),
  startsAt: z.string(),
  bonus: z.nullable(z.number()),
})
export type Slot = z.infer<typeof slotSchema>

const questionSchema = z.object({ date: z.string(), time: z.string(), partySize: z.number() })

const availabilitySchema = z.object({
  state: z.enum(availabilityStates),
  slots: z.array(slotSchema),
  /** Starts of the member's own tables there that are too close to some of the times to book both. */
  ownTables: z.optional(z.array(z.string())),
  /** There are no times, but guests are seated within an hour of the asked one: a table may free. */
  mayFree: z.optional(z.boolean()),
  /** There are no times, and members can wait for the next table of this evening. */
  hasWaitlist: z.optional(z.boolean()),
  /** Where there are no times, it is the nearest day, time or party size that may have some. */
  instead: z.optional(questionSchema),
})

export const getAvailability = defineContract({
  method: 'GET',
  path: '/api/v2/Merchants/:merchantId/Availability',
  summary:
    'Times around the asked one at which a party can be seated. Sizes and days that cannot be are states, not errors.',
  access: 'public',
  personalized: true,
  params: merchantParams,
  query: z.strictObject({ date: localDate, time: localTime, partySize }),
  response: availabilitySchema,
  errors: ['validation_failed', 'merchant_not_found', 'reservation_failed'],
})
export type Availability = z.output<typeof getAvailability.response>

export const reservationSchema = z.object({
  id: z.string(),
  merchantId: z.string(),
  merchantName: z.string(),
  images: z.object({ imageBaseUrl: z.string(), placeholder: z.string() }),
  address: z.string(),
  /** May be empty. */
  phone: z.string(),
  startsAt: z.string(),
  endsAt: z.string(),
  timezone: z.string(),
  partySize: z.number(),
  status: z.enum(['booked', 'canceled']),
  confirmationCode: z.string(),
  occasion: z.nullable(z.enum(occasions)),
  /** Either may be empty. */
  notes: z.string(),
  allergies: z.string(),
  /** It is in the partner's unit; `pending` until the meal is paid, `missed` when none was for long. */
  bonus: z.nullable(
    z.object({ amount: z.number(), status: z.enum(['pending', 'earned', 'missed', 'withdrawn']) }),
  ),
  /** It is null when it is too late to cancel here. */
  cancellableUntil: z.nullable(z.string()),
  /** Until then time and party can be changed too, but not of a booking at another provider. */
  isChangeable: z.boolean(),
})
export type Reservation = z.infer<typeof reservationSchema>

const slotChoice = {
  merchantId: z.string().check(z.minLength(1), z.maxLength(100)),
  slotId: z.string().check(z.minLength(1), z.maxLength(100)),
  /** Here an impossible size is an error. */
  partySize: z.int(),
}

/** A hold of some minutes. One per member. */
export const holdTable = defineContract({
  method: 'POST',
  path: '/api/Member/Reservations/Holds',
  summary: 'Keeps a table for some minutes.',
  access: 'member',
  body: z.strictObject(slotChoice),
  response: z.object({ hold: z.object({ id: z.string(), expiresAt: z.string() }) }),
  errors: [
    'validation_failed',
    'unauthorized',
    'forbidden',
    'merchant_not_found',
    'slot_unavailable',
    'reservation_overlap',
    'reservation_user_fraud',
    'reservation_failed',
  ],
})

/** Lines may break; other control characters and those that reverse text are refused. */
const plainText = (longest: number) =>
  z
    .string()
    .check(
      z.trim(),
      z.maxLength(longest),
      z.regex(/^(?:\n|[^\p{Cc}\u202A-\u202E\u2066-\u2069])*$/u, 'has a character that is no text'),
    )

/** What a member tells the restaurant beside the table. */
export const tableRequests = {
  occasion: z.optional(z.nullable(z.enum(occasions))),
  notes: z.optional(plainText(longestNotes)),
  allergies: z.optional(plainText(longestAllergies)),
}

/** With the header `Idempotency-Key` the same key and body return the same booking. */
export const bookTable = defineContract({
  method: 'POST',
  path: '/api/Member/Reservations',
  summary: 'Books a table. Needs the header Idempotency-Key.',
  access: 'member',
  body: z.strictObject({
    ...slotChoice,
    ...tableRequests,
    holdId: z.optional(z.string().check(z.maxLength(100))),
  }),
  idempotencyKey: 'required',
  response: z.object({ reservation: reservationSchema }),
  errors: [
    'validation_failed',
    'unauthorized',
    'forbidden',
    'merchant_not_found',
    'slot_unavailable',
    'lease_expired',
    'reservation_overlap',
    'reservation_user_fraud',
    'reservation_limit_reached',
    'reservation_failed',
    'idempotency_conflict',
  ],
})

export const getReservations = defineContract({
  method: 'GET',
  path: '/api/Member/Reservations',
  summary: "The member's tables: those to come first, then those that were, newest first.",
  access: 'member',
  query: z.strictObject({}),
  response: z.object({ items: z.array(reservationSchema) }),
  errors: ['validation_failed', 'unauthorized'],
})

export const getTimesToChange = defineContract({
  method: 'GET',
  path: '/api/Member/Reservations/:reservationId/Availability',
  summary: 'Times to which a booking can be changed: its own table counts as free, and its bonus stays.',
  access: 'member',
  params: z.object({ reservationId: z.string().check(z.maxLength(100)) }),
  query: z.strictObject({ date: localDate, time: localTime, partySize }),
  response: availabilitySchema,
  errors: [
    'validation_failed',
    'unauthorized',
    'reservation_not_found',
    'merchant_not_found',
    'reservation_failed',
  ],
})

/** The old table is given back with the new one taken, or neither. The same body again changes nothing. */
export const changeReservation = defineContract({
  method: 'PUT',
  path: '/api/Member/Reservations/:reservationId',
  summary:
    'Changes time, party and requests in one step; requests that are left out stay. If it fails, the booking stays as it was.',
  access: 'member',
  params: z.object({ reservationId: z.string().check(z.maxLength(100)) }),
  body: z.strictObject({ slotId: slotChoice.slotId, partySize: slotChoice.partySize, ...tableRequests }),
  response: z.object({ reservation: reservationSchema }),
  errors: [
    'validation_failed',
    'unauthorized',
    'forbidden',
    'reservation_not_found',
    'merchant_not_found',
    'slot_unavailable',
    'outside_cancellation_window',
    'reservation_overlap',
    'reservation_user_fraud',
    'reservation_failed',
  ],
})

export const cancelReservation = defineContract({
  method: 'DELETE',
  path: '/api/Member/Reservations/:reservationId',
  summary: 'Gives a table back. Once more changes nothing.',
  access: 'member',
  params: z.object({ reservationId: z.string().check(z.maxLength(100)) }),
  response: z.object({ reservation: reservationSchema }),
  errors: ['unauthorized', 'reservation_not_found', 'outside_cancellation_window', 'reservation_failed'],
})

/** The answer is an iCalendar file, not JSON. */
export const getReservationCalendar = defineContract({
  method: 'GET',
  path: '/api/Member/Reservations/:reservationId/Calendar',
  summary: 'A reservation as an iCalendar file.',
  access: 'member',
  params: z.object({ reservationId: z.string().check(z.maxLength(100)) }),
  query: z.strictObject({}),
  answerTypes: ['text/calendar'],
  response: z.string(),
  errors: ['validation_failed', 'unauthorized', 'reservation_not_found'],
})
