import type * as contract from '@dineward/core/votes/votes.contract.ts'
import { queryOptions } from '@tanstack/react-query'
import type { AppContext } from '../../app-context.ts'
import { toListed } from '../../lib/listed-merchant.ts'

type Answer = Omit<contract.Vote, 'places'> & ReturnType<typeof placesOf>
export type ShownVote = Answer
export type VotePlace = Answer['places'][number]

/** Other guests vote while the page is open. */
const pollMs = 10_000

export function voteQuery(app: AppContext, voteId: string) {
  return queryOptions({
    queryKey: ['vote', voteId],
    queryFn: async (): Promise<ShownVote> => {
      const { vote } = await app.api.inBackground(() =>
        app.api.call<typeof contract.getVote>('GET', '/api/Votes/:voteId', { params: { voteId } }),
      )
      return { ...vote, ...placesOf(vote) }
    },
    refetchInterval: ({ state }) => (state.data?.isClosed ? false : pollMs),
  })
}

const placesOf = ({ places }: contract.Vote) => ({
  places: places.map(place => ({ ...toListed(place), votes: place.votes })),
})

export function hostedVotesQuery({ api }: AppContext) {
  return queryOptions({
    queryKey: ['votes'],
    queryFn: async () => (await api.call<typeof contract.getVotes>('GET', '/api/Member/Votes', {})).items,
  })
}

export interface Question {
  readonly listId: string
  readonly merchantIds: string[]
  readonly date: string
  readonly time: string
  readonly partySize: number
}

export async function createVote(app: AppContext, body: Question): Promise<string> {
  const { voteId } = await app.api.call<typeof contract.createVote>('POST', '/api/Member/Votes', { body })
  await app.queryClient.invalidateQueries({ queryKey: ['votes'] })
  return voteId
}

interface Ballot {
  readonly name: string
  readonly merchantIds: string[]
}

export async function castBallot(app: AppContext, voteId: string, body: Ballot): Promise<void> {
  const params = { voteId }
  await app.api.call<typeof contract.castBallot>('PUT', '/api/Votes/:voteId/Ballot', { params, body })
  await refresh(app, voteId)
}

export async function removeGuest(app: AppContext, voteId: string, guestId: string): Promise<void> {
  const path = '/api/Member/Votes/:voteId/Guests/:guestId'
  await app.api.call<typeof contract.removeGuest>('DELETE', path, { params: { voteId, guestId } })
  await refresh(app, voteId)
}

export async function closeVote(app: AppContext, voteId: string): Promise<void> {
  const params = { voteId }
  await app.api.call<typeof contract.closeVote>('PUT', '/api/Member/Votes/:voteId/Closed', { params })
  await refresh(app, voteId)
}

export async function deleteVote(app: AppContext, voteId: string): Promise<void> {
  const params = { voteId }
  await app.api.call<typeof contract.deleteVote>('DELETE', '/api/Member/Votes/:voteId', { params })
  await app.queryClient.invalidateQueries({ queryKey: ['votes'] })
}

export const votePath = (voteId: string) => `/votes/${encodeURIComponent(voteId)}`

const refresh = ({ queryClient }: AppContext, voteId: string) =>
  queryClient.invalidateQueries({ queryKey: ['vote', voteId] })
