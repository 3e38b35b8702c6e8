import * as z from 'zod/mini'
import { offerDefinitionSchema } from '../offers/offer.rules.ts'
import { reasonCodes } from '../rewards/reason-codes.ts'
import { defineContract } from '../shared/contract.ts'
import { isLocalDate } from '../shared/local-date.ts'
import { lastChangeSchema, programParams, reason, version } from './settings.contract.ts'

export const offerStates = ['coming', 'running', 'ended'] as const

const id = z.string().check(z.regex(/^[\w-]{8,60}$/))
const oneOffer = z.object({ ...programParams.shape, id })

export const offerRowSchema = z.object({
  id: z.string(),
  name: z.string(),
  state: z.enum(offerStates),
  /** As members read it. */
  amount: z.string(),
  minimumSpendCents: z.int(),
  startsOn: z.string(),
  endsOn: z.string(),
  /** Null means every one of the program. */
  restaurants: z.nullable(z.int()),
  /** Null means every one. */
  members: z.nullable(z.int()),
  /** Dines that it counts for, pending ones included. */
  uses: z.int(),
  /** What those earn by it, in the program's unit. */
  units: z.int(),
})
export type OfferRow = z.infer<typeof offerRowSchema>

export const consoleOfferSchema = z.object({
  id: z.string(),
  definition: offerDefinitionSchema,
  state: z.enum(offerStates),
  amount: z.string(),
  version: z.string(),
  uses: z.int(),
  units: z.int(),
  /** It is the date at the program's restaurants. */
  today: z.string(),
  /** Only restaurants of the program are listed. */
  merchants: z.array(z.object({ id: z.string(), name: z.string(), city: z.string() })),
  changed: lastChangeSchema,
})
export type ConsoleOffer = z.infer<typeof consoleOfferSchema>

const offerAnswer = z.object({ offer: consoleOfferSchema })

export const getConsoleOffers = defineContract({
  method: 'GET',
  path: '/api/Console/Programs/:slug/Offers',
  summary: 'Offers that staff defined, newest first, 200 at a time.',
  access: { console: 'settings.read' },
  params: programParams,
  query: z.object({
    state: z.optional(z.enum(offerStates)),
    /** Of the name. */
    query: z.optional(z.string().check(z.trim(), z.maxLength(80), z.regex(/^[^\0]*$/))),
    /** It also finds the offers that hold at every restaurant. */
    merchantId: z.optional(z.string().check(z.maxLength(100), z.regex(/^[^\0]*$/))),
    /** `next` of the answer before. */
    after: z.optional(z.string().check(z.maxLength(60), z.regex(/^[\w-]*$/))),
  }),
  response: z.object({ offers: z.array(offerRowSchema), next: z.nullable(z.string()) }),
  errors: ['validation_failed', 'unauthorized', 'forbidden', 'not_found'],
})

export const getConsoleOffer = defineContract({
  method: 'GET',
  path: '/api/Console/Programs/:slug/Offers/:id',
  summary: 'An offer, what it was used for, and who changed it last.',
  access: { console: 'settings.read' },
  params: oneOffer,
  response: offerAnswer,
  errors: ['validation_failed', 'unauthorized', 'forbidden', 'not_found'],
})

const writeErrors = ['validation_failed', 'unauthorized', 'forbidden', 'csrf_invalid', 'not_found'] as const

export const postConsoleOffer = defineContract({
  method: 'POST',
  path: '/api/Console/Programs/:slug/Offers',
  approval: 'offer',
  summary: 'Defines an offer. The same `id` once more answers the offer that it made.',
  access: { console: 'bonuses.change' },
  params: programParams,
  body: z.strictObject({ id, definition: offerDefinitionSchema, reason }),
  response: offerAnswer,
  successStatus: 201,
  errors: writeErrors,
})

export const putConsoleOffer = defineContract({
  method: 'PUT',
  path: '/api/Console/Programs/:slug/Offers/:id',
  approval: 'offer',
  summary: 'Changes an offer; of one that has begun its name and its last day only.',
  access: { console: 'bonuses.change' },
  params: oneOffer,
  body: z.strictObject({ definition: offerDefinitionSchema, version, reason }),
  response: offerAnswer,
  errors: [...writeErrors, 'changed_meanwhile'],
})

export const postConsoleOfferEnd = defineContract({
  method: 'POST',
  path: '/api/Console/Programs/:slug/Offers/:id/End',
  summary: 'Ends an offer with today; one that has not begun is withdrawn.',
  access: { console: 'bonuses.change' },
  params: oneOffer,
  body: z.strictObject({ version, reason }),
  /** The offer is null once it is withdrawn. */
  response: z.object({ offer: z.nullable(consoleOfferSchema) }),
  errors: [...writeErrors, 'changed_meanwhile'],
})

export const postConsoleOfferCheck = defineContract({
  method: 'POST',
  path: '/api/Console/Programs/:slug/Offers/Check',
  summary: 'What a dine would earn, with this offer as if it were saved. Nothing changes.',
  access: { console: 'settings.read' },
  params: programParams,
  body: z.strictObject({
    merchantId: z.string().check(z.minLength(1), z.maxLength(100), z.regex(/^[^\0]+$/)),
    spendCents: z.int().check(z.minimum(1), z.maximum(10_000_000)),
    /** The restaurant's date. */
    dinedOn: z.string().check(z.refine(isLocalDate, 'Enter a date such as 2026-03-10.')),
    tier: z.literal([0, 2, 3]),
    offer: z.nullable(z.object({ id: z.nullable(id), definition: offerDefinitionSchema })),
  }),
  response: z.object({
    baseUnits: z.int(),
    /** Why it earns nothing, or less. */
    reasonCode: z.nullable(z.enum(reasonCodes)),
    /** The best one that is open to it. */
    offer: z.nullable(z.object({ name: z.string(), units: z.int(), isThisOne: z.boolean() })),
    totalUnits: z.int(),
  }),
  errors: [...writeErrors, 'merchant_not_found'],
})
