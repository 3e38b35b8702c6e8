import { type Insertable, type Selectable, sql } from 'kysely'
import type { Db } from '../../db/open-database.ts'
import type { VoteKey } from './votes.read.ts'
import type { DinnerVoteGuestsTable, DinnerVotesTable } from './votes.tables.ts'

export interface HostedVoteKey extends VoteKey {
  readonly memberId: string
}

export type GuestRow = Pick<
  Selectable<DinnerVoteGuestsTable>,
  'id' | 'name' | 'merchantIds' | 'tokenHash' | 'removedAt'
>

interface HostedVote extends Omit<Selectable<DinnerVotesTable>, 'partnerId' | 'memberId'> {
  readonly guests: number
}

/** The next day first. */
export async function selectVotesOf(
  db: Db,
  { partnerId, memberId }: Pick<HostedVoteKey, 'partnerId' | 'memberId'>,
): Promise<HostedVote[]> {
  const { rows } = await sql<HostedVote>`
    select id, name, merchant_ids, dine_on, dine_time, party_size, created_at, closed_at, (
      select count(*) from dinner_vote_guests guest
      where guest.partner_id = vote.partner_id and guest.vote_id = vote.id and removed_at is null) as guests
    from dinner_votes vote where partner_id = ${partnerId} and member_id = ${memberId}
    order by dine_on desc, dine_time desc, id
  `.execute(db)
  return rows
}

/** Votes of one host are counted under the lock of the member's row. */
export async function countVotes(
  db: Db,
  { partnerId, memberId }: Pick<HostedVoteKey, 'partnerId' | 'memberId'>,
): Promise<number> {
  const { count } = await db
    .selectFrom('dinnerVotes')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('partnerId', '=', partnerId)
    .where('memberId', '=', memberId)
    .executeTakeFirstOrThrow()
  return count
}

export async function insertVote(db: Db, vote: Insertable<DinnerVotesTable>): Promise<void> {
  await db.insertInto('dinnerVotes').values(vote).execute()
}

/** Ballots of one vote are counted one after another, and none after it was closed. */
export async function lockVote(
  db: Db,
  { partnerId, voteId }: VoteKey,
): Promise<Pick<Selectable<DinnerVotesTable>, 'merchantIds' | 'dineOn' | 'closedAt'> | undefined> {
  return db
    .selectFrom('dinnerVotes')
    .select(['merchantIds', 'dineOn', 'closedAt'])
    .where('partnerId', '=', partnerId)
    .where('id', '=', voteId)
    .forUpdate()
    .executeTakeFirst()
}

/** In the order of their first vote, with those that were removed. */
export async function selectGuests(db: Db, { partnerId, voteId }: VoteKey): Promise<GuestRow[]> {
  return db
    .selectFrom('dinnerVoteGuests')
    .select(['id', 'name', 'merchantIds', 'tokenHash', 'removedAt'])
    .where('partnerId', '=', partnerId)
    .where('voteId', '=', voteId)
    .orderBy('votedAt')
    .orderBy('id')
    .execute()
}

/** The same browser again replaces its vote. */
export async function upsertGuest(db: Db, guest: Insertable<DinnerVoteGuestsTable>): Promise<void> {
  const { name, merchantIds } = guest
  await db
    .insertInto('dinnerVoteGuests')
    .values(guest)
    .onConflict(conflict =>
      conflict.columns(['partnerId', 'voteId', 'tokenHash']).doUpdateSet({ name, merchantIds }),
    )
    .execute()
}

export async function clearGuest(
  db: Db,
  { partnerId, voteId, guestId, removedAt }: VoteKey & { guestId: string; removedAt: Date },
): Promise<void> {
  await db
    .updateTable('dinnerVoteGuests')
    .set({ name: '', merchantIds: [], removedAt })
    .where('partnerId', '=', partnerId)
    .where('voteId', '=', voteId)
    .where('id', '=', guestId)
    .execute()
}

export async function setVoteClosed(
  db: Db,
  { partnerId, memberId, voteId, closedAt }: HostedVoteKey & { closedAt: Date },
): Promise<void> {
  await db
    .updateTable('dinnerVotes')
    .set({ closedAt })
    .where('partnerId', '=', partnerId)
    .where('memberId', '=', memberId)
    .where('id', '=', voteId)
    .where('closedAt', 'is', null)
    .execute()
}

export async function deleteVoteRow(db: Db, { partnerId, memberId, voteId }: HostedVoteKey): Promise<void> {
  await db
    .deleteFrom('dinnerVotes')
    .where('partnerId', '=', partnerId)
    .where('memberId', '=', memberId)
    .where('id', '=', voteId)
    .execute()
}
