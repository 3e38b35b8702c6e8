import * as z from 'zod/mini'
import { defineContract } from '../shared/contract.ts'
import { degrees } from './search.contract.ts'

export const suggestionKinds = ['restaurant', 'cuisine', 'dish', 'guide', 'place'] as const

/** The address is of this site: the page of a restaurant or a guide, or a search. */
export const suggestionSchema = z.object({
  kind: z.enum(suggestionKinds),
  label: z.string(),
  href: z.string(),
  /** It says which of several restaurants with one name. */
  detail: z.optional(z.string()),
})
export type Suggestion = z.infer<typeof suggestionSchema>

export const getSuggestions = defineContract({
  method: 'GET',
  path: '/api/Suggestions',
  summary: 'Restaurants, cuisines, dishes, guides and places that begin with what is typed, near a place.',
  access: 'public',
  query: z
    .strictObject({
      query: z.string().check(z.trim(), z.minLength(1), z.maxLength(100)),
      latitude: z.optional(degrees(90)),
      longitude: z.optional(degrees(180)),
    })
    .check(
      z.refine(({ latitude, longitude }) => (latitude === undefined) === (longitude === undefined), {
        path: ['latitude'],
        message: 'is required with a longitude, and the other way around',
      }),
    ),
  response: z.object({ items: z.array(suggestionSchema) }),
  errors: ['validation_failed'],
})
