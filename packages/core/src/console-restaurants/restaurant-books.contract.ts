import * as z from 'zod/mini'
import { occasions } from '../reservations/table-requests.ts'
import { defineContract } from '../shared/contract.ts'
import { isLocalDate } from '../shared/local-date.ts'
import { programSlug, restaurantId, seenVersion } from './console-restaurants.contract.ts'

const whole = (minimum: number, maximum: number) =>
  z.number().check(z.int(), z.minimum(minimum), z.maximum(maximum))

export const bookTermsSchema = z.object({
  slotMinutes: z.literal([15, 30, 60]),
  seatingMinutes: whole(15, 480).check(z.multipleOf(15)),
  lastSeatingMinutes: whole(0, 720),
  minPartySize: whole(1, 100),
  maxPartySize: whole(1, 100),
  maxDaysAhead: whole(0, 730),
  leadMinutes: whole(0, 43_200),
  /** Members can wait for the next table of this evening. */
  hasWaitlist: z.boolean(),
})

/** How many tables there are for how many. */
const tableGroup = z.object({ seats: whole(1, 100), count: whole(1, 500) })

/** What staff write of a book. */
export const typedBookSchema = z.strictObject({
  takesBookings: z.boolean(),
  terms: bookTermsSchema,
  tables: z.array(tableGroup).check(z.minLength(1, 'Add a table at least.'), z.maxLength(50)),
})

const bookSchema = z.object({
  takesBookings: z.boolean(),
  terms: bookTermsSchema,
  tables: z.array(tableGroup),
  /** They are not needed any more, but booked or held. */
  leavingTables: z.array(z.object({ tableNo: z.number(), seats: z.number() })),
  version: z.string(),
})
export type RestaurantBook = z.infer<typeof bookSchema>

const oneRestaurant = z.object({ id: restaurantId })
const bookAnswer = z.object({ book: z.nullable(bookSchema) })

export const getRestaurantBook = defineContract({
  method: 'GET',
  path: '/api/Console/Restaurants/:id/Book',
  summary: 'Tables and seatings of a restaurant; null where it has no book here.',
  access: { console: 'merchants.read' },
  params: oneRestaurant,
  response: bookAnswer,
  errors: ['unauthorized', 'forbidden', 'merchant_not_found'],
})

export const putRestaurantBook = defineContract({
  method: 'PUT',
  path: '/api/Console/Restaurants/:id/Book',
  summary: 'Replaces tables and seatings. A table that is booked stays until its bookings are over.',
  access: { console: 'merchants.change' },
  params: oneRestaurant,
  body: z.extend(typedBookSchema, {
    /** Null where it had no book. */
    version: z.nullable(seenVersion),
  }),
  response: bookAnswer,
  errors: [
    'validation_failed',
    'unauthorized',
    'forbidden',
    'csrf_invalid',
    'merchant_not_found',
    'changed_meanwhile',
  ],
})

const date = z.string().check(z.refine(isLocalDate, 'Enter a date such as 2026-03-10.'))

const tableReservationSchema = z.object({
  id: z.string(),
  partner: z.string(),
  /** For staff who may read members. */
  memberId: z.nullable(z.string()),
  /** Of a booking without an account. */
  guestName: z.nullable(z.string()),
  confirmationCode: z.string(),
  tableNo: z.nullable(z.number()),
  partySize: z.number(),
  /** With the restaurant's offset. */
  startsAt: z.string(),
  endsAt: z.string(),
  occasion: z.nullable(z.enum(occasions)),
  notes: z.string(),
  allergies: z.string(),
  status: z.enum(['booked', 'canceled']),
  canCancel: z.boolean(),
})
export type TableReservation = z.infer<typeof tableReservationSchema>

export const getRestaurantReservations = defineContract({
  method: 'GET',
  path: '/api/Console/Restaurants/:id/Reservations',
  summary: 'The reservations of a day by the restaurant’s clock, of the programs of the staff member.',
  access: { console: 'bookings.read' },
  params: oneRestaurant,
  query: z.object({ date: z.optional(date) }),
  response: z.object({
    date: z.string(),
    timezone: z.string(),
    reservations: z.array(tableReservationSchema),
    /** It counts tables of the restaurant that are booked in other programs too. */
    tablesTaken: z.number(),
  }),
  errors: ['validation_failed', 'unauthorized', 'forbidden', 'merchant_not_found'],
})

export const postCancelReservation = defineContract({
  method: 'POST',
  path: '/api/Console/Reservations/:id/Cancel',
  summary: 'Cancels a reservation for its member or guest, who is told by mail or text.',
  access: { console: 'bookings.change' },
  params: z.object({ id: z.string().check(z.maxLength(100), z.regex(/^[^\0]+$/)) }),
  body: z.strictObject({
    partner: programSlug,
    reason: z.string().check(z.trim(), z.minLength(3, 'Say why.'), z.maxLength(500)),
  }),
  response: z.object({ canceled: z.boolean() }),
  errors: [
    'validation_failed',
    'unauthorized',
    'forbidden',
    'csrf_invalid',
    'not_found',
    'reservation_not_found',
    'outside_cancellation_window',
    'unavailable',
  ],
})
