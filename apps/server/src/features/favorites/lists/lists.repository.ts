import { type Insertable, sql } from 'kysely'
import type { Db } from '../../../db/open-database.ts'
import type { MemberListsTable } from '../favorites.tables.ts'
import { type ListOwner, savedPlaces } from './lists.read.ts'

export interface ListKey extends ListOwner {
  readonly listId: string
}

export interface ListRow {
  readonly id: string
  readonly name: string
  readonly shareId: string | null
  readonly places: number
}

const columns = sql`list.id, list.name, list.share_id, (
  select count(*) from member_list_places place
  where place.partner_id = list.partner_id and place.list_id = list.id) as places`

/** The newest come first. `hasPlace` says whether a list has the restaurant. */
export async function selectLists(
  db: Db,
  { partnerId, memberId }: ListOwner,
  merchantId: string | null,
): Promise<(ListRow & { readonly hasPlace: boolean })[]> {
  const { rows } = await sql<ListRow & { hasPlace: boolean }>`
    select ${columns}, exists (
      select from member_list_places place where place.partner_id = list.partner_id
        and place.list_id = list.id and place.merchant_id = ${merchantId}::text) as has_place
    from member_lists list where list.partner_id = ${partnerId} and list.member_id = ${memberId}
    order by list.created_at desc, list.id
  `.execute(db)
  return rows
}

export async function selectList(
  db: Db,
  { partnerId, memberId, listId }: ListKey,
): Promise<ListRow | undefined> {
  const { rows } = await sql<ListRow>`
    select ${columns} from member_lists list
    where list.partner_id = ${partnerId} and list.member_id = ${memberId} and list.id = ${listId}
  `.execute(db)
  return rows[0]
}

/** The newest come first, ties by id. */
export async function selectPlaceIds(
  db: Db,
  { partnerId, listId }: Pick<ListKey, 'partnerId' | 'listId'>,
): Promise<string[]> {
  const rows = await db
    .selectFrom('memberListPlaces')
    .select('merchantId')
    .where('partnerId', '=', partnerId)
    .where('listId', '=', listId)
    .orderBy('addedAt', 'desc')
    .orderBy('merchantId')
    .execute()
  return rows.map(({ merchantId }) => merchantId)
}

/** Lists of one member are counted under the lock of the member's row. */
export async function countLists(db: Db, { partnerId, memberId }: ListOwner): Promise<number> {
  const { count } = await db
    .selectFrom('memberLists')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('partnerId', '=', partnerId)
    .where('memberId', '=', memberId)
    .executeTakeFirstOrThrow()
  return count
}

export async function insertList(db: Db, list: Insertable<MemberListsTable>): Promise<void> {
  await db.insertInto('memberLists').values(list).execute()
}

export async function updateList(
  db: Db,
  { partnerId, memberId, listId }: ListKey,
  changes: Partial<Pick<MemberListsTable, 'name' | 'shareId'>>,
): Promise<void> {
  await db
    .updateTable('memberLists')
    .set(changes)
    .where('partnerId', '=', partnerId)
    .where('memberId', '=', memberId)
    .where('id', '=', listId)
    .execute()
}

/** Two calls at once answer the same. */
export async function setShareId(
  db: Db,
  { partnerId, memberId, listId }: ListKey,
  shareId: string,
): Promise<void> {
  await db
    .updateTable('memberLists')
    .set({ shareId })
    .where('partnerId', '=', partnerId)
    .where('memberId', '=', memberId)
    .where('id', '=', listId)
    .where('shareId', 'is', null)
    .execute()
}

export async function deleteListRow(db: Db, { partnerId, memberId, listId }: ListKey): Promise<void> {
  await db
    .deleteFrom('memberLists')
    .where('partnerId', '=', partnerId)
    .where('memberId', '=', memberId)
    .where('id', '=', listId)
    .execute()
}

interface NewPlace extends ListKey {
  readonly merchantId: string
  readonly addedAt: Date
  readonly most: number
  readonly mostOfList: number
}

/** A repeated call changes nothing. Nothing is inserted unless all of the answer is true. */
export async function insertPlace(
  db: Db,
  { partnerId, memberId, listId, merchantId, addedAt, most, mostOfList }: NewPlace,
): Promise<{ isList: boolean; isKnown: boolean; hasRoom: boolean; listHasRoom: boolean }> {
  const { rows } = await sql<{
    isList: boolean
    isKnown: boolean
    hasRoom: boolean
    listHasRoom: boolean
  }>`
    with list as (
      select id from member_lists where partner_id = ${partnerId} and member_id = ${memberId} and id = ${listId}
    ),
    known as (
      select merchant_id from merchant_participations
      where partner_id = ${partnerId} and merchant_id = ${merchantId}
    ),
    room as (
      select ${savedPlaces({ partnerId, memberId })} < ${most} as has_room,
        (select count(*) from member_list_places where partner_id = ${partnerId} and list_id = ${listId})
          < ${mostOfList} as list_has_room
    ),
    saved as (
      insert into member_list_places (partner_id, list_id, merchant_id, added_at)
      select ${partnerId}, list.id, known.merchant_id, ${addedAt}::timestamptz from list, known, room
      where has_room and list_has_room
      on conflict do nothing
    )
    select exists (select from list) as is_list, exists (select from known) as is_known, has_room, list_has_room
    from room
  `.execute(db)
  return rows[0]!
}

export async function deletePlace(
  db: Db,
  { partnerId, memberId, listId, merchantId }: ListKey & { readonly merchantId: string },
): Promise<void> {
  await db
    .deleteFrom('memberListPlaces')
    .where('partnerId', '=', partnerId)
    .where('listId', 'in', ({ selectFrom }) =>
      selectFrom('memberLists')
        .select('id')
        .where('partnerId', '=', partnerId)
        .where('memberId', '=', memberId)
        .where('id', '=', listId),
    )
    .where('merchantId', '=', merchantId)
    .execute()
}

/** Their order stays: the newest come first. @returns how many there are. */
export async function copyPlaces(
  db: Db,
  { partnerId, from, to, addedAt }: { partnerId: string; from: string; to: string; addedAt: Date },
): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    insert into member_list_places (partner_id, list_id, merchant_id, added_at)
    select partner_id, ${to}, merchant_id, ${addedAt}::timestamptz
      - row_number() over (order by added_at desc, merchant_id) * interval '1 millisecond'
    from member_list_places where partner_id = ${partnerId} and list_id = ${from}
  `.execute(db)
  return Number(numAffectedRows)
}
