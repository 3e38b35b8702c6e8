import * as z from 'zod/mini'
import { merchantFactsSchema } from '../merchants/merchant-facts.rules.ts'
import { participationTermsSchema, termConditionsSchema } from '../merchants/participation-terms.rules.ts'
import { defineContract } from '../shared/contract.ts'
import { isLocalDate } from '../shared/local-date.ts'

export const restaurantId = z.string().check(z.minLength(1), z.maxLength(100), z.regex(/^[^\0]+$/))
export const programSlug = z.string().check(z.minLength(1), z.maxLength(40), z.regex(/^[^\0]+$/))
const words = z.optional(z.string().check(z.trim(), z.maxLength(200), z.regex(/^[^\0]*$/)))
/** Of what the writer has seen; another one's write in between is answered by `changed_meanwhile`. */
export const seenVersion = z.string().check(z.maxLength(40))
export const reason = z.string().check(z.trim(), z.minLength(3, 'Say why.'), z.maxLength(500))

/** `changing` is one that takes part, and whose terms change on a day to come. */
export const restaurantStatuses = ['active', 'coming', 'changing', 'left', 'none'] as const
export const restaurantGaps = ['photo', 'hours', 'mid', 'tables'] as const

const participationStatusSchema = z.enum(['active', 'coming', 'left'])

export const restaurantRowSchema = z.object({
  id: z.string(),
  name: z.string(),
  street: z.string(),
  city: z.string(),
  state: z.string(),
  zipCode: z.string(),
  cuisines: z.array(z.string()),
  /** Of its current MID, if it has one. */
  mid: z.nullable(z.string()),
  takesBookings: z.boolean(),
  missing: z.array(z.enum(restaurantGaps)),
  /** In programs that the reader may see. */
  participations: z.array(
    z.object({
      partner: z.string(),
      status: participationStatusSchema,
      joinedOn: z.string(),
      leftOn: z.nullable(z.string()),
      /** When its terms change next. */
      changesOn: z.nullable(z.string()),
    }),
  ),
})
export type RestaurantRow = z.infer<typeof restaurantRowSchema>

export const getConsoleRestaurants = defineContract({
  method: 'GET',
  path: '/api/Console/Restaurants',
  summary:
    'Restaurants by name, 200 at a time. Of all programs for staff of all, else of those of the staff member.',
  access: { console: 'merchants.read' },
  query: z.object({
    /** Of a name, cuisine or neighborhood, or a whole id or MID. */
    query: words,
    city: words,
    state: z.optional(z.string().check(z.regex(/^[A-Za-z]{2}$/))),
    status: z.optional(z.enum(restaurantStatuses)),
    missing: z.optional(z.enum(restaurantGaps)),
    partner: z.optional(programSlug),
    /** `next` of the answer before. */
    after: z.optional(z.string().check(z.maxLength(700))),
  }),
  response: z.object({
    restaurants: z.array(restaurantRowSchema),
    next: z.nullable(z.string()),
    /** Of the first answer only: later ones have null. */
    total: z.nullable(z.number()),
  }),
  errors: ['validation_failed', 'unauthorized', 'forbidden', 'not_found'],
})

export const participationSchema = z.object({
  ...participationTermsSchema.shape,
  partner: z.string(),
  status: participationStatusSchema,
  /** Since when dines go by these terms. */
  termsFrom: z.string(),
  version: z.string(),
  /** They begin on a later day, and the next come first. */
  coming: z.array(z.object({ from: z.string(), terms: termConditionsSchema })),
  /** They have ended, and the newest comes first. */
  former: z.array(
    z.object({
      validFrom: z.string(),
      joinedOn: z.string(),
      leftOn: z.nullable(z.string()),
      benefitDays: z.array(z.string()),
      campaignCodes: z.array(z.string()),
      maxSpendPerMonthCents: z.nullable(z.number()),
      maxVisitsPerMonth: z.nullable(z.number()),
      feeBasisPoints: z.nullable(z.number()),
      cause: z.enum(['joined_again', 'terms_changed']),
    }),
  ),
})
export type Participation = z.infer<typeof participationSchema>

export const restaurantPhotoSchema = z.object({
  id: z.string(),
  kind: z.enum(['place', 'menu']),
  alt: z.string(),
  rights: z.string(),
  source: z.string(),
  focalX: z.number(),
  focalY: z.number(),
  cropLeft: z.number(),
  cropTop: z.number(),
  cropWidth: z.number(),
  cropHeight: z.number(),
  width: z.number(),
  height: z.number(),
  /** Changes with the picture and its crop. */
  code: z.string(),
})
export type RestaurantPhoto = z.infer<typeof restaurantPhotoSchema>

export const restaurantMidSchema = z.object({
  mid: z.string(),
  validFrom: z.string(),
  validTo: z.nullable(z.string()),
})

export const restaurantSchema = z.object({
  id: z.string(),
  source: z.string(),
  sourceId: z.string(),
  facts: merchantFactsSchema,
  version: z.string(),
  updatedAt: z.string(),
  rating: z.nullable(z.number()),
  numberOfRatings: z.number(),
  takesBookings: z.boolean(),
  /** The restaurant's date. */
  today: z.string(),
  /** False where it also takes part in programs of other staff. */
  canChangeFacts: z.boolean(),
  mids: z.array(restaurantMidSchema),
  photos: z.array(restaurantPhotoSchema),
  participations: z.array(participationSchema),
})
export type Restaurant = z.infer<typeof restaurantSchema>

const oneRestaurant = z.object({ id: restaurantId })
export const restaurantAnswer = z.object({ restaurant: restaurantSchema })

export const getConsoleRestaurant = defineContract({
  method: 'GET',
  path: '/api/Console/Restaurants/:id',
  summary: 'One restaurant with its photos, MIDs and terms.',
  access: { console: 'merchants.read' },
  params: oneRestaurant,
  response: restaurantAnswer,
  errors: ['unauthorized', 'forbidden', 'merchant_not_found'],
})

export const getSimilarRestaurants = defineContract({
  method: 'GET',
  path: '/api/Console/SimilarRestaurants',
  summary: 'Restaurants that may be the same as a new one, by name and address.',
  access: { console: 'merchants.read' },
  query: z.object({
    name: z.string().check(z.trim(), z.maxLength(200), z.regex(/^[^\0]*$/)),
    street: words,
    zipCode: z.optional(z.string().check(z.maxLength(10), z.regex(/^[^\0]*$/))),
  }),
  response: z.object({ restaurants: z.array(restaurantRowSchema) }),
  errors: ['validation_failed', 'unauthorized', 'forbidden'],
})

export const getRestaurantPlace = defineContract({
  method: 'GET',
  path: '/api/Console/RestaurantPlace',
  summary: 'About where an address is: the middle of its ZIP code, else of its city.',
  access: { console: 'merchants.read' },
  query: z.object({ zipCode: words, city: words, state: words }),
  response: z.object({
    place: z.nullable(
      z.object({ label: z.string(), latitude: z.number(), longitude: z.number(), timezone: z.string() }),
    ),
  }),
  errors: ['validation_failed', 'unauthorized', 'forbidden'],
})

export const postConsoleRestaurant = defineContract({
  method: 'POST',
  path: '/api/Console/Restaurants',
  approval: 'terms',
  summary:
    'Adds a restaurant to a program. The same `draftId` once more answers the restaurant that it made.',
  access: { console: 'merchants.change' },
  body: z.strictObject({
    /** Of the browser's draft. */
    draftId: z.string().check(z.regex(/^[\w-]{8,60}$/)),
    facts: merchantFactsSchema,
    partner: programSlug,
    terms: participationTermsSchema,
    mid: z.nullable(z.string().check(z.regex(/^[\w-]{1,40}$/, 'This is no MID of a card network.'))),
  }),
  response: restaurantAnswer,
  successStatus: 201,
  errors: ['validation_failed', 'unauthorized', 'forbidden', 'csrf_invalid', 'not_found'],
})

/** Of calls that change what a restaurant has. */
export const changeErrors = [
  'validation_failed',
  'unauthorized',
  'forbidden',
  'csrf_invalid',
  'not_found',
  'merchant_not_found',
  'changed_meanwhile',
] as const

export const putConsoleRestaurant = defineContract({
  method: 'PUT',
  path: '/api/Console/Restaurants/:id',
  summary: 'Changes facts of a restaurant: those given. For staff of every program that it takes part in.',
  access: { console: 'merchants.change' },
  params: oneRestaurant,
  /** A reason is asked for where one change is made at many restaurants. */
  body: z.strictObject({
    version: seenVersion,
    facts: z.partial(merchantFactsSchema),
    reason: z.optional(reason),
  }),
  response: restaurantAnswer,
  errors: [
    'validation_failed',
    'unauthorized',
    'forbidden',
    'csrf_invalid',
    'merchant_not_found',
    'changed_meanwhile',
  ],
})

export const putRestaurantTerms = defineContract({
  method: 'PUT',
  path: '/api/Console/Restaurants/:id/Participations/:partner',
  approval: 'terms',
  summary: 'A restaurant joins a program, leaves it, returns, or gets other terms from today on.',
  access: { console: 'merchants.change' },
  params: z.object({ id: restaurantId, partner: programSlug }),
  body: z.strictObject({
    /** Null where it did not take part. */
    version: z.nullable(seenVersion),
    terms: participationTermsSchema,
    reason,
  }),
  response: restaurantAnswer,
  errors: changeErrors,
})

const laterDay = z.string().check(z.refine(isLocalDate, 'Enter a date such as 2026-03-10.'))

export const postComingTerms = defineContract({
  method: 'POST',
  path: '/api/Console/Restaurants/:id/Participations/:partner/Coming',
  approval: 'terms',
  summary: 'Other terms from a later day on, in place of those planned for that day.',
  access: { console: 'merchants.change' },
  params: z.object({ id: restaurantId, partner: programSlug }),
  body: z.strictObject({ version: seenVersion, from: laterDay, terms: termConditionsSchema, reason }),
  response: restaurantAnswer,
  errors: changeErrors,
})

export const postComingTermsWithdraw = defineContract({
  method: 'POST',
  path: '/api/Console/Restaurants/:id/Participations/:partner/Coming/Withdraw',
  approval: 'terms',
  summary: 'Withdraws terms that have not begun.',
  access: { console: 'merchants.change' },
  params: z.object({ id: restaurantId, partner: programSlug }),
  body: z.strictObject({ version: seenVersion, from: laterDay, reason }),
  response: restaurantAnswer,
  errors: changeErrors,
})

export const postRestaurantMid = defineContract({
  method: 'POST',
  path: '/api/Console/Restaurants/:id/Mids',
  summary: 'Adds a merchant id of the card networks, in force from the restaurant’s today on.',
  access: { console: 'merchants.change' },
  params: oneRestaurant,
  body: z.strictObject({
    mid: z.string().check(z.trim(), z.regex(/^[\w-]{1,40}$/, 'This is no MID of a card network.')),
    reason,
  }),
  response: restaurantAnswer,
  errors: ['validation_failed', 'unauthorized', 'forbidden', 'csrf_invalid', 'merchant_not_found'],
})

export const postEndRestaurantMid = defineContract({
  method: 'POST',
  path: '/api/Console/Restaurants/:id/Mids/:mid/End',
  summary: 'Ends a merchant id: from today on, its transactions are not of this restaurant.',
  access: { console: 'merchants.change' },
  params: z.object({ id: restaurantId, mid: z.string().check(z.regex(/^[\w-]{1,40}$/)) }),
  body: z.strictObject({ reason }),
  response: restaurantAnswer,
  errors: [
    'validation_failed',
    'unauthorized',
    'forbidden',
    'csrf_invalid',
    'not_found',
    'merchant_not_found',
  ],
})
