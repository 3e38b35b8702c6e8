import * as z from 'zod/mini'
import { visibleName } from '../favorites/lists.contract.ts'
import { defineContract } from '../shared/contract.ts'
import { longestSearchName } from './saved-searches.rules.ts'

export const savedSearchSchema = z.object({
  id: z.string(),
  name: z.string(),
  /** It is the query of the search page's address. */
  query: z.string(),
})
export type SavedSearch = z.infer<typeof savedSearchSchema>

const errors = ['validation_failed', 'unauthorized', 'not_found'] as const

/** All calls answer `not_found` where the partner has no favorites. */
export const getSavedSearches = defineContract({
  method: 'GET',
  path: '/api/Member/Searches',
  summary: 'Searches that the member has saved, the newest first.',
  access: 'member',
  query: z.strictObject({}),
  response: z.object({ items: z.array(savedSearchSchema) }),
  errors: [...errors],
})

/** The same search again is renamed. */
export const saveSearch = defineContract({
  method: 'POST',
  path: '/api/Member/Searches',
  summary: 'Saves a search under a name.',
  access: 'member',
  body: z.strictObject({
    name: visibleName(longestSearchName),
    query: z.string().check(z.minLength(1), z.maxLength(2_000), z.regex(/^[!-~]*$/, 'must be a query')),
  }),
  successStatus: 201,
  response: z.object({ search: savedSearchSchema }),
  errors: [...errors, 'saved_search_limit_reached'],
})

export const deleteSavedSearch = defineContract({
  method: 'DELETE',
  path: '/api/Member/Searches',
  summary: 'Removes a saved search. Idempotent.',
  access: 'member',
  query: z.strictObject({ id: z.string().check(z.minLength(1), z.maxLength(100), z.regex(/^[^\0]*$/)) }),
  response: z.object({ id: z.string() }),
  errors: [...errors],
})
