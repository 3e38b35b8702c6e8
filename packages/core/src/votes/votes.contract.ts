import * as z from 'zod/mini'
import { favoriteSchema } from '../favorites/favorites.contract.ts'
import { visibleName } from '../favorites/lists.contract.ts'
import { localDate, localTime } from '../reservations/reservations.contract.ts'
import { defineContract } from '../shared/contract.ts'
import { largestVoteParty, longestGuestName, votePlaces } from './votes.rules.ts'

const id = z.string().check(z.minLength(1), z.maxLength(100), z.regex(/^[^\0]*$/))
const ofVote = z.object({ voteId: id })
const merchantIds = (least: number) =>
  z.array(id).check(
    z.minLength(least),
    z.maxLength(votePlaces.most),
    z.refine(ids => new Set(ids).size === ids.length, 'must not repeat a restaurant'),
  )

export const voteSchema = z.object({
  /** It is the end of the address of the vote's page. */
  id: z.string(),
  name: z.string(),
  hostFirstName: z.string(),
  isYours: z.boolean(),
  date: z.string(),
  time: z.string(),
  partySize: z.number(),
  /** Also when its day has passed. */
  isClosed: z.boolean(),
  /** In the order of the list. A guest may vote for as many as they like. */
  places: z.array(z.extend(favoriteSchema, { votes: z.number() })),
  /** Only the host is told the ids. */
  guests: z.array(z.object({ id: z.optional(z.string()), name: z.string() })),
  /** The vote of this browser; null before it has voted. */
  ballot: z.nullable(z.object({ name: z.string(), merchantIds: z.array(z.string()) })),
})
export type Vote = z.infer<typeof voteSchema>

const response = z.object({ vote: voteSchema })

/** All calls answer `not_found` where the partner has no favorites. */
export const createVote = defineContract({
  method: 'POST',
  path: '/api/Member/Votes',
  summary: 'Asks a group where to have dinner: restaurants of a list, a day, a time and a party.',
  access: 'member',
  body: z.strictObject({
    listId: id,
    merchantIds: merchantIds(votePlaces.least),
    date: localDate,
    time: localTime,
    partySize: z.int().check(z.minimum(1), z.maximum(largestVoteParty)),
  }),
  successStatus: 201,
  response: z.object({ voteId: z.string() }),
  errors: [
    'validation_failed',
    'unauthorized',
    'not_found',
    'list_not_found',
    'merchant_not_found',
    'vote_limit_reached',
  ],
})

export const getVotes = defineContract({
  method: 'GET',
  path: '/api/Member/Votes',
  summary: 'The votes that the member hosts, the next day first.',
  access: 'member',
  query: z.strictObject({}),
  response: z.object({
    items: z.array(
      z.object({
        id: z.string(),
        name: z.string(),
        date: z.string(),
        time: z.string(),
        partySize: z.number(),
        isClosed: z.boolean(),
        guests: z.number(),
      }),
    ),
  }),
  errors: ['validation_failed', 'unauthorized', 'not_found'],
})

export const getVote = defineContract({
  method: 'GET',
  path: '/api/Votes/:voteId',
  summary: 'A vote, as anyone with its link sees it.',
  access: 'public',
  personalized: true,
  params: ofVote,
  response,
  errors: ['validation_failed', 'not_found', 'vote_not_found', 'rate_limited'],
})

/** The same browser again replaces its vote. A cookie knows it. */
export const castBallot = defineContract({
  method: 'PUT',
  path: '/api/Votes/:voteId/Ballot',
  summary: 'Votes, or changes the vote of this browser.',
  access: 'public',
  personalized: true,
  params: ofVote,
  body: z.strictObject({ name: visibleName(longestGuestName), merchantIds: merchantIds(0) }),
  response,
  errors: [
    'validation_failed',
    'not_found',
    'vote_not_found',
    'vote_closed',
    'vote_guest_removed',
    'vote_full',
    'rate_limited',
  ],
})

const ofHost = ['validation_failed', 'unauthorized', 'not_found', 'vote_not_found'] as const

export const removeGuest = defineContract({
  method: 'DELETE',
  path: '/api/Member/Votes/:voteId/Guests/:guestId',
  summary: 'Takes a guest and their vote out. Idempotent.',
  access: 'member',
  params: z.object({ voteId: id, guestId: id }),
  response,
  errors: [...ofHost],
})

export const closeVote = defineContract({
  method: 'PUT',
  path: '/api/Member/Votes/:voteId/Closed',
  summary: 'Ends the voting. Idempotent.',
  access: 'member',
  params: ofVote,
  response,
  errors: [...ofHost],
})

export const deleteVote = defineContract({
  method: 'DELETE',
  path: '/api/Member/Votes/:voteId',
  summary: 'Deletes a vote with its guests. Idempotent.',
  access: 'member',
  params: ofVote,
  response: z.object({ id: z.string() }),
  errors: ['validation_failed', 'unauthorized', 'not_found'],
})
