import * as z from 'zod/mini'
import { botCheckAnswer } from '../bot-check/bot-check.contract.ts'
import { memberEmail, requiredText } from '../members/members.contract.ts'
import { defineContract } from '../shared/contract.ts'
import { reservationSchema, tableRequests } from './reservations.contract.ts'

/** It is the secret of the link that the guest was sent. */
const token = z.string().check(z.minLength(1), z.maxLength(100))
const slotId = z.string().check(z.minLength(1), z.maxLength(100))
const response = z.object({ reservation: reservationSchema })

/** Exactly one of them is sent. The number is North American, however it is written. */
const contact = {
  email: z.optional(memberEmail),
  phoneNumber: z.optional(z.string().check(z.trim(), z.minLength(1), z.maxLength(20))),
}
const hasOneContact = (one: { readonly email?: unknown; readonly phoneNumber?: unknown }): boolean =>
  (one.email === undefined) !== (one.phoneNumber === undefined)
const notOneContact = { path: ['email'], error: 'must be sent, or phoneNumber, but not both' }

export const requestGuestCode = defineContract({
  method: 'POST',
  path: '/api/Guests/Codes',
  summary:
    'Mails or texts a code of six digits, with which a visitor books. The answer is the same for every address.',
  access: 'public',
  body: z.strictObject({ ...contact, ...botCheckAnswer }).check(z.refine(hasOneContact, notOneContact)),
  response: z.object({ accepted: z.boolean() }),
  successStatus: 202,
  errors: [
    'validation_failed',
    'not_found',
    'bot_check_required',
    'csrf_invalid',
    'rate_limited',
    'unavailable',
  ],
})

/** The code is used up. With the header `Idempotency-Key` the same key and body return the same booking. */
export const bookAsGuest = defineContract({
  method: 'POST',
  path: '/api/Guests/Reservations',
  summary: 'Books a table without an account. Needs the header Idempotency-Key.',
  access: 'public',
  body: z
    .strictObject({
      merchantId: z.string().check(z.minLength(1), z.maxLength(100)),
      slotId,
      partySize: z.int(),
      name: requiredText('Name', 40),
      ...contact,
      code: z.string().check(z.regex(/^\d{6}$/, 'must be the six digits that we sent you')),
      ...tableRequests,
    })
    .check(z.refine(hasOneContact, notOneContact)),
  idempotencyKey: 'required',
  response,
  errors: [
    'validation_failed',
    'not_found',
    'merchant_not_found',
    'email_code_invalid',
    'slot_unavailable',
    'reservation_overlap',
    'reservation_user_fraud',
    'reservation_limit_reached',
    'reservation_failed',
    'idempotency_conflict',
    'csrf_invalid',
    'rate_limited',
  ],
})

export const getGuestBooking = defineContract({
  method: 'GET',
  path: '/api/Guests/Reservations',
  summary: "A guest's table, by the secret of the link in the confirmation. It ends with the meal.",
  access: 'public',
  query: z.strictObject({ token }),
  response,
  errors: ['validation_failed', 'not_found', 'reservation_not_found', 'rate_limited'],
})

export const changeGuestBooking = defineContract({
  method: 'PUT',
  path: '/api/Guests/Reservations',
  summary: 'Changes time and party in one step. If it fails, the booking stays as it was.',
  access: 'public',
  body: z.strictObject({ token, slotId, partySize: z.int() }),
  response,
  errors: [
    'validation_failed',
    'not_found',
    'reservation_not_found',
    'merchant_not_found',
    'slot_unavailable',
    'outside_cancellation_window',
    'reservation_overlap',
    'reservation_failed',
    'csrf_invalid',
    'rate_limited',
  ],
})

export const cancelGuestBooking = defineContract({
  method: 'POST',
  path: '/api/Guests/Reservations/Cancel',
  summary: 'Gives the table back. Once more changes nothing.',
  access: 'public',
  body: z.strictObject({ token }),
  response,
  errors: [
    'validation_failed',
    'not_found',
    'reservation_not_found',
    'outside_cancellation_window',
    'csrf_invalid',
    'rate_limited',
  ],
})

export const claimGuestBooking = defineContract({
  method: 'POST',
  path: '/api/Member/GuestReservations',
  summary: "Makes a guest's table the member's, by the secret of the link in the confirmation.",
  access: 'member',
  body: z.strictObject({ token }),
  response,
  errors: [
    'validation_failed',
    'unauthorized',
    'forbidden',
    'reservation_not_found',
    'reservation_user_fraud',
    'reservation_failed',
    'csrf_invalid',
    'rate_limited',
  ],
})
