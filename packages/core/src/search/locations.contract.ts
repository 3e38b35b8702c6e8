import * as z from 'zod/mini'
import { defineContract } from '../shared/contract.ts'

export const getLocations = defineContract({
  method: 'GET',
  path: '/api/Locations',
  summary: 'Places in the US by neighborhood, city, state or ZIP code.',
  access: 'public',
  query: z.strictObject({ query: z.string().check(z.trim(), z.minLength(1), z.maxLength(80)) }),
  response: z.object({
    items: z.array(
      z.object({
        label: z.string(),
        latitude: z.number(),
        longitude: z.number(),
        /** A state has a box to search instead of a radius. */
        bounds: z.optional(
          z.object({ west: z.number(), south: z.number(), east: z.number(), north: z.number() }),
        ),
      }),
    ),
  }),
  errors: ['validation_failed'],
})

export const getDefaultUserLocation = defineContract({
  method: 'GET',
  path: '/api/DefaultUserLocation',
  summary: 'Where to search when the visitor has not said.',
  access: 'public',
  response: z.object({ latitude: z.number(), longitude: z.number() }),
  errors: [],
})
