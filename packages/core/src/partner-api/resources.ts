import * as z from 'zod/mini'
import { accountRewardKinds } from '../account-rewards/account-rewards.rules.ts'
import { dineStatuses } from '../activity/dine-statuses.ts'
import { cardTypes } from '../cards/cards.contract.ts'
import { claimStates } from '../claims/claims.rules.ts'
import { postingKinds } from '../ledger/postings.ts'
import { participationTermsSchema } from '../merchants/participation-terms.rules.ts'
import { rewardsAreCents, type WithSettings } from '../partner/partner-questions.ts'
import { payoutReasons } from '../payouts/payouts.rules.ts'
import { occasions } from '../reservations/table-requests.ts'
import { componentKinds } from '../rewards/components/component.ts'
import { type Amount, amount } from './api-calls.ts'

/*
 * What the partner API answers, and what its events carry: each thing has one form. Texts that a member has not given
 * are empty, everything else that is absent is null.
 */

const nullableTime = z.nullable(z.string())
const nullableText = z.nullable(z.string())
/** A code of `docs/partner-api.md`, and the sentence that members read. */
const reason = z.nullable(z.object({ code: z.string(), text: z.string() }))

/** In what members of the program earn. */
export function rewardAmount(partner: WithSettings<'currencyType'>, units: number): Amount {
  return rewardsAreCents(partner)
    ? { cents: units, currency: 'USD' }
    : { units, currency: partner.settings.currencyType ?? 'None' }
}

export const memberStatuses = ['active', 'noCard', 'closed', 'erasurePending', 'erased'] as const

export const memberResource = z.object({
  id: z.string(),
  /** The id that the program's own systems know the member by. */
  externalId: nullableText,
  memberNumber: nullableText,
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  emailConfirmed: z.boolean(),
  phoneNumber: z.string(),
  address1: z.string(),
  address2: z.string(),
  city: z.string(),
  state: z.string(),
  zipCode: z.string(),
  emailOptIn: z.boolean(),
  smsOptIn: z.boolean(),
  /** `noCard`: a person of the program's sign-in who has not joined. */
  status: z.enum(memberStatuses),
  /** `until`: where a status such as VIP ends. */
  tier: z.object({ level: z.int(), name: z.string(), until: nullableTime }),
  joinedAt: z.string(),
  closedAt: nullableTime,
  updatedAt: z.string(),
})
export type MemberResource = z.infer<typeof memberResource>

export const cardResource = z.object({
  id: z.string(),
  memberId: z.string(),
  cardType: z.enum(cardTypes),
  lastFour: z.string(),
  description: z.string(),
  linkedAt: z.string(),
  removedAt: nullableTime,
})
export type CardResource = z.infer<typeof cardResource>

const dinePartKinds = ['base', ...componentKinds, ...accountRewardKinds] as const

export const dineResource = z.object({
  id: z.string(),
  /** The id of the card network's transaction, by which staff find it in the console. */
  transactionId: z.string(),
  memberId: z.string(),
  merchantId: nullableText,
  merchantName: z.string(),
  cardId: z.string(),
  cardLastFour: z.string(),
  /** Local time of the restaurant, with its offset. */
  dinedAt: z.string(),
  status: z.enum(dineStatuses),
  /** What was paid, less refunds. */
  amount,
  /** The sum of `parts`; an estimate while the dine is pending. */
  reward: amount,
  reason,
  parts: z.array(z.object({ kind: z.enum(dinePartKinds), amount, name: z.string() })),
  /** The oldest comes first. */
  history: z.array(
    z.object({ at: z.string(), status: z.enum(dineStatuses), amount, reward: amount, reason }),
  ),
  paidAt: nullableTime,
  createdAt: z.string(),
  updatedAt: z.string(),
})
export type DineResource = z.infer<typeof dineResource>

export const entryResource = z.object({
  id: z.string(),
  memberId: z.string(),
  at: z.string(),
  kind: z.enum(postingKinds),
  /** Below zero: taken from the balance. */
  amount,
  dineId: nullableText,
  /** The restaurant, or what it is for. */
  text: z.string(),
})
export type EntryResource = z.infer<typeof entryResource>

const balanceFields = {
  currency: z.string(),
  /** Of payouts without a final answer, in the same unit; it is not in the balance any more. */
  inFlight: z.int(),
  /** Null where nothing was ever posted. */
  updatedAt: nullableTime,
}
export const balanceResource = z.union([
  z.object({ units: z.int(), ...balanceFields }),
  z.object({ cents: z.int(), ...balanceFields }),
])
export type BalanceResource = z.infer<typeof balanceResource>

export const rewardResource = z.object({
  id: z.string(),
  memberId: z.string(),
  /** The program's partner pays a `corporate` one. */
  kind: z.enum(['corporate', 'adjustment']),
  amount,
  /** As the member reads it. */
  reason: z.string(),
  externalId: nullableText,
  dineId: nullableText,
  postedAt: z.string(),
  reversedAt: nullableTime,
})
export type RewardResource = z.infer<typeof rewardResource>

const rewardRule = z.union([
  z.object({ kind: z.literal('fixed'), amount }),
  z.object({ kind: z.literal('percent'), percent: z.number() }),
  z.object({ kind: z.literal('multiplier'), times: z.number() }),
])

export const bonusResource = z.object({
  code: z.string(),
  description: z.string(),
  reward: rewardRule,
  paidBy: z.enum(['program', 'partner']),
  /** Else it counts for every member. */
  needsRegistration: z.boolean(),
  forNewMembers: z.boolean(),
  repeats: z.boolean(),
  /** So many dines that count, which cost `totalSpend` together. */
  dines: z.int(),
  totalSpend: amount,
  minimumSpend: amount,
  /** Local dates of a dine, both included; null is open. */
  from: nullableText,
  to: nullableText,
  /** Its budget cannot pay another reward. */
  isUsedUp: z.boolean(),
})
export type BonusResource = z.infer<typeof bonusResource>

export const memberBonusResource = z.object({
  memberId: z.string(),
  code: z.string(),
  status: z.enum(['enrolled', 'qualified', 'expired']),
  enrolledAt: z.string(),
  qualifiedAt: nullableTime,
  /** The first moment that does not count; a bonus that ends on a day has `lastDay` instead. */
  expiresAt: nullableTime,
  lastDay: nullableText,
})
export type MemberBonusResource = z.infer<typeof memberBonusResource>

export const offerResource = z.object({
  id: z.string(),
  name: z.string(),
  /** As members read it. */
  text: z.string(),
  reward: rewardRule,
  minimumSpend: amount,
  audience: z.enum(['everyone', 'members']),
  /** Null: every restaurant of the program. */
  merchantIds: z.nullable(z.array(z.string())),
  /** Local dates of the restaurant, both included. */
  startsOn: z.string(),
  endsOn: z.string(),
  createdAt: z.string(),
})
export type OfferResource = z.infer<typeof offerResource>

export const restaurantResource = z.object({
  id: z.string(),
  name: z.string(),
  street: z.string(),
  city: z.string(),
  state: z.string(),
  zipCode: z.string(),
  neighborhood: z.string(),
  latitude: z.number(),
  longitude: z.number(),
  timezone: z.string(),
  phone: z.string(),
  website: z.string(),
  cuisines: z.array(z.string()),
  /** 1 to 4; null where it is not known. */
  priceRange: z.nullable(z.int()),
  rating: z.nullable(z.number()),
  takesBookings: z.boolean(),
  /** In this program. */
  terms: participationTermsSchema,
  status: z.enum(['open', 'coming', 'left']),
  leftOn: nullableText,
  /** Also when it began to take part, or left. */
  updatedAt: z.string(),
})
export type RestaurantResource = z.infer<typeof restaurantResource>

export const reservationResource = z.object({
  id: z.string(),
  memberId: z.string(),
  merchantId: z.string(),
  merchantName: z.string(),
  /** Local times of the restaurant, with their offset. */
  startsAt: z.string(),
  endsAt: z.string(),
  partySize: z.int(),
  status: z.enum(['booked', 'canceled']),
  confirmationCode: z.string(),
  occasion: z.nullable(z.enum(occasions)),
  bonus: z.nullable(z.object({ amount, status: z.enum(['pending', 'earned', 'withdrawn']) })),
  bookedAt: z.string(),
  changedAt: nullableTime,
  canceledAt: nullableTime,
})
export type ReservationResource = z.infer<typeof reservationResource>

export const claimResource = z.object({
  id: z.string(),
  memberId: z.string(),
  merchantId: z.string(),
  merchantName: z.string(),
  /** The restaurant's local date. */
  dinedOn: z.string(),
  cardId: nullableText,
  amount,
  note: z.string(),
  state: z.enum(claimStates),
  /** What was found, or what happens next: a code, and the sentence that the member reads. */
  answer: z.object({ code: z.string(), text: z.string() }),
  /** The date by which something happens; null once it is answered. */
  nextBy: nullableText,
  /** The dine that answered it, as `transactionId` of a dine. */
  transactionId: nullableText,
  createdAt: z.string(),
  decidedAt: nullableTime,
})
export type ClaimResource = z.infer<typeof claimResource>

export const payoutResource = z.object({
  id: z.string(),
  memberId: z.string(),
  amount,
  state: z.enum(['sent', 'completed', 'returned']),
  sentAt: z.string(),
  completedAt: nullableTime,
  returnedAt: nullableTime,
  /** Why it came back. */
  reason: z.nullable(z.enum(payoutReasons)),
})
export type PayoutResource = z.infer<typeof payoutResource>

export const reviewResource = z.object({
  id: z.string(),
  memberId: z.string(),
  merchantId: z.string(),
  /** As `transactionId` of a dine. */
  transactionId: z.string(),
  rating: z.int(),
  text: z.string(),
  dinedOn: z.string(),
  postedAt: z.string(),
  /** Null while it is shown. */
  hiddenAt: nullableTime,
})
export type ReviewResource = z.infer<typeof reviewResource>

export const accrualFileResource = z.object({
  id: z.string(),
  /** They count from 1, without gaps. */
  number: z.int(),
  rows: z.int(),
  total: amount,
  accepted: z.int(),
  rejected: z.int(),
  /** Rows without an answer. */
  open: z.int(),
  createdAt: z.string(),
  /** Null until it was delivered, or downloaded. */
  sentAt: nullableTime,
})
export type AccrualFileResource = z.infer<typeof accrualFileResource>
