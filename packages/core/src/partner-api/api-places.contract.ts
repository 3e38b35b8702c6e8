import * as z from 'zod/mini'
import { claimStates } from '../claims/claims.rules.ts'
import { defineContract } from '../shared/contract.ts'
import {
  approvalResource,
  id,
  idempotent,
  listErrors,
  moment,
  pageFields,
  pageOf,
  plainText,
  readErrors,
  writeErrors,
} from './api-calls.ts'
import { claimResource, reservationResource, restaurantResource } from './resources.ts'

const params = z.object({ id })
const date = z.iso.date()
const dollars = z.number().check(z.minimum(0.01), z.maximum(10_000))

export const getApiRestaurants = defineContract({
  method: 'GET',
  path: '/v1/restaurants',
  summary:
    'Restaurants with their terms in this program, by the time of their last change. Those that left stay in it, with `status: "left"`.',
  access: { key: 'restaurants:read' },
  query: z.strictObject({
    ...pageFields,
    changedSince: z.optional(moment),
    status: z.optional(restaurantResource.shape.status),
  }),
  response: pageOf(restaurantResource),
  errors: listErrors,
})

export const getApiRestaurant = defineContract({
  method: 'GET',
  path: '/v1/restaurants/:id',
  summary: 'A restaurant with its terms in this program.',
  access: { key: 'restaurants:read' },
  params,
  response: z.object({ restaurant: restaurantResource }),
  errors: readErrors,
})

export const getApiReservations = defineContract({
  method: 'GET',
  path: '/v1/reservations',
  summary: 'Tables that members have booked, the oldest booking first.',
  access: { key: 'reservations:read' },
  query: z.strictObject({
    ...pageFields,
    memberId: z.optional(id),
    merchantId: z.optional(id),
    status: z.optional(z.enum(['booked', 'canceled'])),
  }),
  response: pageOf(reservationResource),
  errors: listErrors,
})

export const getApiReservation = defineContract({
  method: 'GET',
  path: '/v1/reservations/:id',
  summary: 'A table that a member has booked.',
  access: { key: 'reservations:read' },
  params,
  response: z.object({ reservation: reservationResource }),
  errors: readErrors,
})

export const postApiReservationCancel = defineContract({
  method: 'POST',
  path: '/v1/reservations/:id/cancel',
  summary: 'Cancels a table for a member, as late as the member could. A repeated call changes nothing.',
  access: { key: 'reservations:write' },
  ...idempotent,
  params,
  body: z.strictObject({ reason: plainText(500) }),
  response: z.object({ reservation: reservationResource }),
  errors: [...writeErrors, 'reservation_not_found', 'outside_cancellation_window', 'unavailable'],
})

export const getApiClaims = defineContract({
  method: 'GET',
  path: '/v1/claims',
  summary: 'Dines that members have reported as missing, the oldest report first.',
  access: { key: 'claims:read' },
  query: z.strictObject({
    ...pageFields,
    memberId: z.optional(id),
    state: z.optional(z.enum(claimStates)),
  }),
  response: pageOf(claimResource),
  errors: listErrors,
})

export const getApiClaim = defineContract({
  method: 'GET',
  path: '/v1/claims/:id',
  summary: 'A reported dine.',
  access: { key: 'claims:read' },
  params,
  response: z.object({ claim: claimResource }),
  errors: readErrors,
})

export const postApiClaim = defineContract({
  method: 'POST',
  path: '/v1/claims',
  summary: 'Reports a dine that a member misses. The answer says what was found.',
  access: { key: 'claims:write' },
  ...idempotent,
  body: z.strictObject({
    memberId: id,
    merchantId: id,
    /** The restaurant’s local date. */
    dinedOn: date,
    amount: dollars,
    cardId: z.optional(id),
    note: z.optional(plainText(1_000)),
  }),
  response: z.object({ claim: claimResource }),
  successStatus: 201,
  errors: [
    ...writeErrors,
    'member_closed',
    'merchant_not_found',
    'card_not_found',
    'claim_already_open',
    'claim_limit_reached',
    'unavailable',
  ],
})

export const postApiClaimAnswer = defineContract({
  method: 'POST',
  path: '/v1/claims/:id/answer',
  summary:
    'Approves or declines a reported dine. What it earns is up to the rules of the program; above the limits an approval waits for a person in the console: 202 with `approval`.',
  access: { key: 'claims:write' },
  approval: 'apiReward',
  ...idempotent,
  params,
  body: z.strictObject({
    approve: z.boolean(),
    /** What was paid; the reported amount without it. */
    amount: z.optional(dollars),
    /** The member reads it where the answer is no. */
    reason: plainText(500),
  }),
  response: z.object({ claim: z.optional(claimResource), approval: z.optional(approvalResource) }),
  errors: [...writeErrors, 'claim_decided', 'claim_not_awardable', 'approval_decided'],
})
