import type { Selectable } from 'kysely'
import type { Db } from '../../db/open-database.ts'
import type { DinnerVotesTable } from './votes.tables.ts'

export interface VoteKey {
  readonly partnerId: string
  readonly voteId: string
}

export type VoteRow = Selectable<DinnerVotesTable> & {
  readonly firstName: string
  readonly memberType: string
}

export async function selectVote(db: Db, { partnerId, voteId }: VoteKey): Promise<VoteRow | undefined> {
  return db
    .selectFrom('dinnerVotes as vote')
    .innerJoin('members as member', join =>
      join.onRef('member.partnerId', '=', 'vote.partnerId').onRef('member.id', '=', 'vote.memberId'),
    )
    .selectAll('vote')
    .select(['member.firstName', 'member.memberType'])
    .where('vote.partnerId', '=', partnerId)
    .where('vote.id', '=', voteId)
    .executeTakeFirst()
}
