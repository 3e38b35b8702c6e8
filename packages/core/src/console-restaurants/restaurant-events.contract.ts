import * as z from 'zod/mini'
import { merchantEventSchema, merchantOfferSchema } from '../merchants/merchant-events.rules.ts'
import { defineContract } from '../shared/contract.ts'
import { changeErrors, programSlug, restaurantId, seenVersion } from './console-restaurants.contract.ts'

const itemId = z.string().check(z.regex(/^[\w-]{8,60}$/))
const oneRestaurant = z.object({ id: restaurantId })
const oneItem = z.object({ id: restaurantId, itemId })

export const storedEventSchema = z.object({ id: z.string(), version: z.string(), event: merchantEventSchema })
export type StoredEvent = z.infer<typeof storedEventSchema>

export const storedOfferSchema = z.object({
  id: z.string(),
  partner: z.string(),
  version: z.string(),
  offer: merchantOfferSchema,
})
export type StoredOffer = z.infer<typeof storedOfferSchema>

export const eventsAndOffers = z.object({
  /** They are upcoming or of the last 30 days, and sorted by their beginning. */
  events: z.array(storedEventSchema),
  /** In programs that the reader may see, the newest first. */
  offers: z.array(storedOfferSchema),
})

export const getRestaurantEvents = defineContract({
  method: 'GET',
  path: '/api/Console/Restaurants/:id/Events',
  summary: 'What a restaurant puts on, and what it gives members by itself.',
  access: { console: 'merchants.read' },
  params: oneRestaurant,
  response: eventsAndOffers,
  errors: ['unauthorized', 'forbidden', 'merchant_not_found'],
})

export const putRestaurantEvent = defineContract({
  method: 'PUT',
  path: '/api/Console/Restaurants/:id/Events/:itemId',
  summary: 'Adds or changes an event. For staff of every program that the restaurant takes part in.',
  access: { console: 'merchants.change' },
  params: oneItem,
  /** A new event has no version yet: null. */
  body: z.strictObject({ version: z.nullable(seenVersion), event: merchantEventSchema }),
  response: eventsAndOffers,
  errors: changeErrors,
})

export const postRestaurantEventRemoval = defineContract({
  method: 'POST',
  path: '/api/Console/Restaurants/:id/Events/:itemId/Remove',
  summary: 'Removes an event.',
  access: { console: 'merchants.change' },
  params: oneItem,
  body: z.strictObject({ version: seenVersion }),
  response: eventsAndOffers,
  errors: changeErrors,
})

export const putRestaurantOffer = defineContract({
  method: 'PUT',
  path: '/api/Console/Restaurants/:id/Offers/:itemId',
  summary: 'Adds or changes what a restaurant gives members of a program by itself.',
  access: { console: 'merchants.change' },
  params: oneItem,
  body: z.strictObject({
    partner: programSlug,
    version: z.nullable(seenVersion),
    offer: merchantOfferSchema,
  }),
  response: eventsAndOffers,
  errors: changeErrors,
})

export const postRestaurantOfferRemoval = defineContract({
  method: 'POST',
  path: '/api/Console/Restaurants/:id/Offers/:itemId/Remove',
  summary: 'Removes what a restaurant gives members by itself.',
  access: { console: 'merchants.change' },
  params: oneItem,
  body: z.strictObject({ partner: programSlug, version: seenVersion }),
  response: eventsAndOffers,
  errors: changeErrors,
})
