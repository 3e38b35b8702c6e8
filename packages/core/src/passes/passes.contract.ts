import * as z from 'zod/mini'
import { defineContract } from '../shared/contract.ts'

/** Both are false where the program has no certificate or key. */
export const getWallets = defineContract({
  method: 'GET',
  path: '/api/Member/Wallets',
  summary: 'The wallets that passes of this program can be added to.',
  access: 'member',
  response: z.object({ apple: z.boolean(), google: z.boolean() }),
  errors: ['unauthorized'],
})

const membershipPass = {
  method: 'GET',
  access: 'member',
  query: z.strictObject({}),
  errors: ['validation_failed', 'unauthorized', 'forbidden', 'not_found'],
} as const

/** The answer is a signed pass, not JSON. `not_found` where the program has no certificate. */
export const getMembershipPass = defineContract({
  ...membershipPass,
  path: '/api/Member/Passes/Membership.pkpass',
  summary: 'The membership as a pass for Apple Wallet.',
  answerTypes: ['application/vnd.apple.pkpass'],
  response: z.any(),
})

export const getMembershipPassLink = defineContract({
  ...membershipPass,
  path: '/api/Member/Passes/Membership/Link',
  summary: 'A link that saves the membership to Google Wallet.',
  response: z.object({ url: z.string() }),
})

const reservationPass = {
  ...membershipPass,
  params: z.object({ reservationId: z.string().check(z.maxLength(100)) }),
  errors: ['validation_failed', 'unauthorized', 'not_found', 'reservation_not_found', 'reservation_canceled'],
} as const

/** One that was is marked as expired. */
export const getReservationPass = defineContract({
  ...reservationPass,
  path: '/api/Member/Reservations/:reservationId/Pass.pkpass',
  summary: 'A reservation as a pass for Apple Wallet.',
  answerTypes: ['application/vnd.apple.pkpass'],
  response: z.any(),
})

export const getReservationPassLink = defineContract({
  ...reservationPass,
  path: '/api/Member/Reservations/:reservationId/PassLink',
  summary: 'A link that saves a reservation to Google Wallet.',
  response: z.object({ url: z.string() }),
})
