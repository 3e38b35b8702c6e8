import type { Insertable, Selectable } from 'kysely'
import type { Db } from '../../db/open-database.ts'
import type { PasskeysTable } from './passkeys.tables.ts'

export type PasskeyRow = Selectable<PasskeysTable>

interface MemberKey {
  readonly partnerId: string
  readonly memberId: string
}

/** The newest come first. */
export async function findPasskeys(db: Db, { partnerId, memberId }: MemberKey): Promise<PasskeyRow[]> {
  return db
    .selectFrom('passkeys')
    .selectAll()
    .where('partnerId', '=', partnerId)
    .where('memberId', '=', memberId)
    .orderBy('createdAt', 'desc')
    .orderBy('id')
    .execute()
}

export async function findPasskey(db: Db, partnerId: string, id: string): Promise<PasskeyRow | null> {
  const row = await db
    .selectFrom('passkeys')
    .selectAll()
    .where('partnerId', '=', partnerId)
    .where('id', '=', id)
    .executeTakeFirst()
  return row ?? null
}

/** @returns false when a member has it. */
export async function insertPasskey(db: Db, passkey: Insertable<PasskeysTable>): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('passkeys')
    .values(passkey)
    .onConflict(conflict => conflict.doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

/** @returns false when another call has counted on meanwhile, so that two copies of a passkey are noticed. */
export async function updatePasskeyUse(
  db: Db,
  { partnerId, id, counter: before }: PasskeyRow,
  use: { readonly counter: number; readonly at: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('passkeys')
    .set({ counter: use.counter, lastUsedAt: use.at })
    .where('partnerId', '=', partnerId)
    .where('id', '=', id)
    .where('counter', '=', before)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

export async function deletePasskeyOf(
  db: Db,
  { partnerId, memberId }: MemberKey,
  id: string,
): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('passkeys')
    .where('partnerId', '=', partnerId)
    .where('memberId', '=', memberId)
    .where('id', '=', id)
    .executeTakeFirst()
  return numDeletedRows === 1n
}

/** @returns how many. */
export async function deletePasskeysSince(
  db: Db,
  { partnerId, memberId }: MemberKey,
  since: Date,
): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('passkeys')
    .where('partnerId', '=', partnerId)
    .where('memberId', '=', memberId)
    .where('createdAt', '>=', since)
    .executeTakeFirst()
  return Number(numDeletedRows)
}
