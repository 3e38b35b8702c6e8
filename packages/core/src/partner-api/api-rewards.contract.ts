import * as z from 'zod/mini'
import { dineStatuses } from '../activity/dine-statuses.ts'
import { defineContract } from '../shared/contract.ts'
import {
  approvalResource,
  externalId,
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
import {
  balanceResource,
  bonusResource,
  dineResource,
  entryResource,
  memberBonusResource,
  offerResource,
  rewardResource,
} from './resources.ts'

const memberParams = z.object({ id })
const largest = 1_000_000
const whole = z.int().check(z.minimum(-largest), z.maximum(largest))

export const getApiDines = defineContract({
  method: 'GET',
  path: '/v1/dines',
  summary: 'Dines, by the time of their last change, with parts, reason and history.',
  access: { key: 'dines:read' },
  query: z.strictObject({
    ...pageFields,
    updatedSince: z.optional(moment),
    memberId: z.optional(id),
    merchantId: z.optional(id),
    status: z.optional(z.enum(dineStatuses)),
  }),
  response: pageOf(dineResource),
  errors: listErrors,
})

export const getApiDine = defineContract({
  method: 'GET',
  path: '/v1/dines/:id',
  summary: 'A dine.',
  access: { key: 'dines:read' },
  params: memberParams,
  response: z.object({ dine: dineResource }),
  errors: readErrors,
})

export const getApiBalance = defineContract({
  method: 'GET',
  path: '/v1/members/:id/balance',
  summary: 'What a member has, and what is on its way to them.',
  access: { key: 'rewards:read' },
  params: memberParams,
  response: balanceResource,
  errors: readErrors,
})

export const getApiEntries = defineContract({
  method: 'GET',
  path: '/v1/members/:id/entries',
  summary: 'What the ledger has posted to a member, the oldest first: they add up to the balance.',
  access: { key: 'rewards:read' },
  params: memberParams,
  query: z.strictObject(pageFields),
  response: pageOf(entryResource),
  errors: listErrors,
})

export const getApiRewards = defineContract({
  method: 'GET',
  path: '/v1/members/:id/rewards',
  summary: 'What was given or taken by hand, by staff and by keys, the oldest first.',
  access: { key: 'rewards:read' },
  params: memberParams,
  query: z.strictObject({ ...pageFields, externalId: z.optional(externalId) }),
  response: pageOf(rewardResource),
  errors: listErrors,
})

const rewardBody = z.strictObject({
  /** One of them: what members of the program earn. */
  units: z.optional(whole),
  cents: z.optional(whole),
  /** `corporate` is paid by the program’s partner, an `adjustment` by the program. */
  kind: z._default(z.enum(['corporate', 'adjustment']), 'corporate'),
  /** As the member reads it. */
  reason: plainText(200),
  externalId,
  /** The dine that it is about. */
  dineId: z.optional(id),
})

export const postApiReward = defineContract({
  method: 'POST',
  path: '/v1/members/:id/rewards',
  summary:
    'Gives a reward, or takes one where it is below zero. Above the limits it waits for a person in the console: 202 with `approval`.',
  access: { key: 'rewards:write' },
  approval: 'apiReward',
  ...idempotent,
  params: memberParams,
  body: rewardBody,
  response: z.object({ reward: z.optional(rewardResource), approval: z.optional(approvalResource) }),
  successStatus: 201,
  errors: [...writeErrors, 'external_id_in_use', 'approval_decided'],
})

export const getApiBonuses = defineContract({
  method: 'GET',
  path: '/v1/bonuses',
  summary: 'Bonuses of the program, also those that have ended.',
  access: { key: 'bonuses:read' },
  query: z.strictObject(pageFields),
  response: pageOf(bonusResource),
  errors: listErrors,
})

export const getApiMemberBonuses = defineContract({
  method: 'GET',
  path: '/v1/members/:id/bonuses',
  summary: 'Bonuses in which a member has a part.',
  access: { key: 'bonuses:read' },
  params: memberParams,
  query: z.strictObject(pageFields),
  response: pageOf(memberBonusResource),
  errors: listErrors,
})

export const postApiMemberBonus = defineContract({
  method: 'POST',
  path: '/v1/members/:id/bonuses',
  summary: 'Registers a member for a bonus: dines from now on count. A repeated call changes nothing.',
  access: { key: 'bonuses:write' },
  ...idempotent,
  params: memberParams,
  body: z.strictObject({ code: plainText(100) }),
  response: z.object({ memberBonus: memberBonusResource }),
  successStatus: 201,
  errors: [...writeErrors, 'bonus_not_open', 'member_closed'],
})

export const getApiOffers = defineContract({
  method: 'GET',
  path: '/v1/offers',
  summary: 'Offers of the program, also those that have ended, the oldest first.',
  access: { key: 'bonuses:read' },
  query: z.strictObject(pageFields),
  response: pageOf(offerResource),
  errors: listErrors,
})

export const postApiTestDine = defineContract({
  method: 'POST',
  path: '/v1/test/dines',
  summary:
    'Plays a dine in a sandbox, as the card network reports one. It is among the dines within seconds.',
  access: { key: 'any' },
  ...idempotent,
  body: z.strictObject({
    memberId: id,
    merchantId: id,
    /** Dollars with cents, such as 42.5; the tip comes with the clearing. */
    amount: z.number().check(z.minimum(0.01), z.maximum(10_000)),
    tip: z.optional(z.number().check(z.minimum(0), z.maximum(10_000))),
    at: z.optional(moment),
    /** False leaves it authorized only. */
    cleared: z._default(z.boolean(), true),
    refund: z.optional(z.number().check(z.minimum(0.01), z.maximum(20_000))),
  }),
  response: z.object({
    /** As `transactionId` of the dine. */
    transactionId: z.string(),
    events: z.array(z.string()),
  }),
  successStatus: 201,
  errors: [...writeErrors, 'sandbox_only', 'merchant_not_found', 'unavailable'],
})
