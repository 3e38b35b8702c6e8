import * as z from 'zod/mini'
import { merchantSummarySchema } from '../merchants/merchants.contract.ts'
import { defineContract } from '../shared/contract.ts'

const params = z.object({ merchantId: z.string().check(z.maxLength(100)) })
const response = z.object({ merchantId: z.string(), favorite: z.boolean() })

/** A saved restaurant stays saved when it leaves the program: `leftOn` tells since when, and is null before that. */
export const favoriteSchema = z.extend(merchantSummarySchema, { leftOn: z.nullable(z.string()) })
export type Favorite = z.infer<typeof favoriteSchema>

/** So many are listed; a member keeps more only by saving more than anyone could eat at. */
export const favoritesAtMost = 500

/** Restaurants that a member keeps, newest first. Not found where the partner has no favorites. */
export const getFavorites = defineContract({
  method: 'GET',
  path: '/api/Member/Favorites',
  summary: 'Restaurants that the member has saved, the newest first.',
  access: 'member',
  // All of them, in one order: what asks for less or for another order is told so.
  query: z.strictObject({}),
  response: z.object({ items: z.array(favoriteSchema) }),
  errors: ['validation_failed', 'unauthorized', 'not_found'],
})

export const addFavorite = defineContract({
  method: 'PUT',
  path: '/api/Member/Favorites/:merchantId',
  summary: 'Saves a restaurant. Once more changes nothing.',
  access: 'member',
  params,
  response,
  errors: ['unauthorized', 'not_found', 'merchant_not_found'],
})

export const removeFavorite = defineContract({
  method: 'DELETE',
  path: '/api/Member/Favorites/:merchantId',
  summary: 'Takes a restaurant off the saved ones. Once more changes nothing.',
  access: 'member',
  params,
  response,
  errors: ['unauthorized', 'not_found'],
})
