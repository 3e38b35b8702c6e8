import * as z from 'zod/mini'
import { merchantSummarySchema } from '../merchants/merchants.contract.ts'
import { defineContract } from '../shared/contract.ts'
import { pageNumber } from '../shared/paging.ts'

const params = z.object({ merchantId: z.string().check(z.maxLength(100)) })
const response = z.object({ merchantId: z.string(), favorite: z.boolean() })

/** Stays saved after the restaurant leaves (`leftOn`). */
export const favoriteSchema = z.extend(merchantSummarySchema, { leftOn: z.nullable(z.string()) })
export type Favorite = z.infer<typeof favoriteSchema>

export const favoritesPerPage = 500

/** `not_found` where the partner has no favorites. */
export const getFavorites = defineContract({
  method: 'GET',
  path: '/api/Member/Favorites',
  summary: 'Restaurants that the member has saved, the newest first.',
  access: 'member',
  // Unknown parameters are errors: there is no other order.
  query: z.strictObject({ pageNo: pageNumber }),
  response: z.object({ items: z.array(favoriteSchema), total: z.number() }),
  errors: ['validation_failed', 'unauthorized', 'not_found'],
})

export const addFavorite = defineContract({
  method: 'PUT',
  path: '/api/Member/Favorites/:merchantId',
  summary: 'Saves a restaurant. Idempotent.',
  access: 'member',
  params,
  response,
  errors: ['unauthorized', 'not_found', 'merchant_not_found', 'saved_places_limit_reached'],
})

export const removeFavorite = defineContract({
  method: 'DELETE',
  path: '/api/Member/Favorites/:merchantId',
  summary: 'Removes a saved restaurant. Idempotent.',
  access: 'member',
  params,
  response,
  errors: ['unauthorized', 'not_found'],
})
