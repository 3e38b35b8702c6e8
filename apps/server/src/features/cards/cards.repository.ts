import { type Insertable, type Selectable, sql } from 'kysely'
import type { Db } from '../../db/open-database.ts'
import type { LinkedCardsTable } from './cards.tables.ts'

interface Owner {
  readonly partnerId: string
  readonly memberId: string
}

export async function listLinkedCards(db: Db, owner: Owner): Promise<Selectable<LinkedCardsTable>[]> {
  return db
    .selectFrom('linkedCards')
    .selectAll()
    .where('partnerId', '=', owner.partnerId)
    .where('memberId', '=', owner.memberId)
    .where('removedAt', 'is', null)
    .orderBy('linkedAt')
    .orderBy('id')
    .execute()
}

export async function countLinkedCards(db: Db, owner: Owner): Promise<number> {
  const { count } = await db
    .selectFrom('linkedCards')
    .select(sql<number>`count(*)`.as('count'))
    .where('partnerId', '=', owner.partnerId)
    .where('memberId', '=', owner.memberId)
    .where('removedAt', 'is', null)
    .executeTakeFirstOrThrow()
  return count
}

export async function isCardLinked(db: Db, partnerId: string, cardToken: string): Promise<boolean> {
  const row = await db
    .selectFrom('linkedCards')
    .select('id')
    .where('partnerId', '=', partnerId)
    .where('cardToken', '=', cardToken)
    .where('removedAt', 'is', null)
    .executeTakeFirst()
  return row !== undefined
}

/** @returns false when a member of the partner has this card linked: the unique index decides. */
export async function insertLinkedCard(db: Db, card: Insertable<LinkedCardsTable>): Promise<boolean> {
  const row = await db
    .insertInto('linkedCards')
    .values(card)
    .onConflict(conflict =>
      conflict.columns(['partnerId', 'cardToken']).where('removedAt', 'is', null).doNothing(),
    )
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** Its dines stay. @returns false when there is no such card. */
export async function removeLinkedCard(db: Db, owner: Owner, id: string, now: Date): Promise<boolean> {
  const row = await db
    .updateTable('linkedCards')
    .set({ removedAt: now })
    .where('partnerId', '=', owner.partnerId)
    .where('memberId', '=', owner.memberId)
    .where('id', '=', id)
    .where('removedAt', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** @returns false when it was used before. */
export async function useCardToken(
  db: Db,
  token: { partnerId: string; tokenHash: string; expiresAt: Date },
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('usedCardTokens')
    .values(token)
    .onConflict(conflict => conflict.doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

export async function deleteCardTokensBefore(db: Db, end: Date): Promise<void> {
  await db.deleteFrom('usedCardTokens').where('expiresAt', '<', end).execute()
}
