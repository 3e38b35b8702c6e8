import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../../db/open-database.ts'

export interface ListOwner {
  readonly partnerId: string
  readonly memberId: string
}

/** Favorites and the places of all lists of a member. */
export const savedPlaces = ({ partnerId, memberId }: ListOwner): RawBuilder<number> => sql`(
  (select count(*) from member_favorites where partner_id = ${partnerId} and member_id = ${memberId}) +
  (select count(*) from member_list_places place
    join member_lists list on list.partner_id = place.partner_id and list.id = place.list_id
    where list.partner_id = ${partnerId} and list.member_id = ${memberId}))`

export async function countSavedPlaces(db: Db, owner: ListOwner): Promise<number> {
  const { rows } = await sql<{ count: number }>`select ${savedPlaces(owner)} as count`.execute(db)
  return rows[0]!.count
}

export interface SharedListRow {
  readonly id: string
  readonly name: string
  readonly memberId: string
  readonly firstName: string
  readonly memberType: string
}

export async function selectSharedList(
  db: Db,
  { partnerId, shareId }: { partnerId: string; shareId: string },
): Promise<SharedListRow | undefined> {
  return db
    .selectFrom('memberLists as list')
    .innerJoin('members as member', join =>
      join.onRef('member.partnerId', '=', 'list.partnerId').onRef('member.id', '=', 'list.memberId'),
    )
    .select(['list.id', 'list.name', 'list.memberId', 'member.firstName', 'member.memberType'])
    .where('list.partnerId', '=', partnerId)
    .where('list.shareId', '=', shareId)
    .executeTakeFirst()
}
