import * as z from 'zod/mini'
import { defineContract } from '../shared/contract.ts'
import { visibleLine } from '../shared/text/visible-text.ts'
import { favoriteSchema } from './favorites.contract.ts'
import { longestListName } from './lists.rules.ts'

/** A name in one line, without what no one sees. */
export const visibleName = (longest: number) =>
  z.pipe(
    z.string('must be a name').check(z.maxLength(500)),
    z.pipe(
      z.transform(visibleLine),
      z.string().check(z.minLength(1, 'must not be empty'), z.maxLength(longest)),
    ),
  )

const id = z.string().check(z.minLength(1), z.maxLength(100), z.regex(/^[^\0]*$/))
const ofList = z.object({ listId: id })
const ofPlace = z.object({ listId: id, merchantId: id })
const body = z.strictObject({ name: visibleName(longestListName) })

export const listSchema = z.object({
  id: z.string(),
  name: z.string(),
  places: z.number(),
  /** It is the end of the address of the list's public page; null where it is not shared. */
  shareId: z.nullable(z.string()),
  /** Whether it has the restaurant that was asked about. */
  hasPlace: z.optional(z.boolean()),
})
export type MemberList = z.infer<typeof listSchema>

const response = z.object({ list: listSchema })
const errors = ['validation_failed', 'unauthorized', 'not_found', 'list_not_found'] as const

/** All calls answer `not_found` where the partner has no favorites. */
export const getLists = defineContract({
  method: 'GET',
  path: '/api/Member/Lists',
  summary: 'The lists of the member, the newest first.',
  access: 'member',
  query: z.strictObject({ merchantId: z.optional(id) }),
  response: z.object({ items: z.array(listSchema) }),
  errors: ['validation_failed', 'unauthorized', 'not_found'],
})

export const createList = defineContract({
  method: 'POST',
  path: '/api/Member/Lists',
  summary: 'Makes a list.',
  access: 'member',
  body,
  successStatus: 201,
  response,
  errors: ['validation_failed', 'unauthorized', 'not_found', 'list_limit_reached'],
})

/** The newest come first. Those that left the program stay (`leftOn`). */
export const getList = defineContract({
  method: 'GET',
  path: '/api/Member/Lists/:listId',
  summary: 'A list of the member with its restaurants.',
  access: 'member',
  params: ofList,
  response: z.object({ list: listSchema, items: z.array(favoriteSchema) }),
  errors: [...errors],
})

export const renameList = defineContract({
  method: 'PUT',
  path: '/api/Member/Lists/:listId',
  summary: 'Renames a list.',
  access: 'member',
  params: ofList,
  body,
  response,
  errors: [...errors],
})

export const deleteList = defineContract({
  method: 'DELETE',
  path: '/api/Member/Lists/:listId',
  summary: 'Deletes a list, not the restaurants elsewhere. Idempotent.',
  access: 'member',
  params: ofList,
  response: z.object({ id: z.string() }),
  errors: ['validation_failed', 'unauthorized', 'not_found'],
})

const placeResponse = z.object({ listId: z.string(), merchantId: z.string(), hasPlace: z.boolean() })

export const addPlace = defineContract({
  method: 'PUT',
  path: '/api/Member/Lists/:listId/Places/:merchantId',
  summary: 'Puts a restaurant into a list. Idempotent.',
  access: 'member',
  params: ofPlace,
  response: placeResponse,
  errors: [...errors, 'merchant_not_found', 'saved_places_limit_reached', 'list_full'],
})

export const removePlace = defineContract({
  method: 'DELETE',
  path: '/api/Member/Lists/:listId/Places/:merchantId',
  summary: 'Takes a restaurant out of a list. Idempotent.',
  access: 'member',
  params: ofPlace,
  response: placeResponse,
  errors: ['validation_failed', 'unauthorized', 'not_found'],
})

/** The same link until sharing stops; afterwards a new one. */
export const shareList = defineContract({
  method: 'PUT',
  path: '/api/Member/Lists/:listId/Share',
  summary: 'Gives a list a public page. Idempotent.',
  access: 'member',
  params: ofList,
  response,
  errors: [...errors],
})

export const unshareList = defineContract({
  method: 'DELETE',
  path: '/api/Member/Lists/:listId/Share',
  summary: 'Ends the public page of a list. Idempotent.',
  access: 'member',
  params: ofList,
  response,
  errors: [...errors],
})

/** `list_not_found` where it is not shared, or its owner left. */
export const getSharedList = defineContract({
  method: 'GET',
  path: '/api/Lists/:shareId',
  summary: 'A list that its owner shares.',
  access: 'public',
  personalized: true,
  params: z.object({ shareId: id }),
  response: z.object({
    name: z.string(),
    ownerFirstName: z.string(),
    isYours: z.boolean(),
    items: z.array(favoriteSchema),
  }),
  errors: ['validation_failed', 'not_found', 'list_not_found', 'rate_limited'],
})

export const copyList = defineContract({
  method: 'POST',
  path: '/api/Member/Lists/Copies',
  summary: 'Saves a list that another member shares as a list of one’s own.',
  access: 'member',
  body: z.strictObject({ shareId: id }),
  successStatus: 201,
  response,
  errors: [...errors, 'list_limit_reached', 'saved_places_limit_reached'],
})
