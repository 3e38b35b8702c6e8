import type { Timestamp } from '../../db/column-types.ts'

export interface VotesTables {
  dinnerVotes: DinnerVotesTable
  dinnerVoteGuests: DinnerVoteGuestsTable
}

export interface DinnerVotesTable {
  partnerId: string
  /** It is in the address of the vote's page. */
  id: string
  /** The host. */
  memberId: string
  name: string
  merchantIds: string[]
  dineOn: string
  dineTime: string
  partySize: number
  createdAt: Timestamp
  closedAt: Timestamp | null
}

export interface DinnerVoteGuestsTable {
  partnerId: string
  voteId: string
  id: string
  /** The browser has the token. */
  tokenHash: string
  /** Empty once removed. */
  name: string
  merchantIds: string[]
  votedAt: Timestamp
  removedAt: Timestamp | null
}
