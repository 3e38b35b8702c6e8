import { type Insertable, sql } from 'kysely'
import type { Db } from '../../db/open-database.ts'
import type { LinkedCardsTable } from './cards.tables.ts'

interface Owner {
  readonly partnerId: string
  readonly memberId: string
}

interface CardIdentity {
  readonly partnerId: string
  readonly cardToken: string
  readonly partnerCardId: string | null
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

/** @returns the member who has the card linked; null where it is free. */
export async function findCardOwner(
  db: Db,
  { partnerId, cardToken, partnerCardId }: CardIdentity,
): Promise<string | null> {
  const row = await db
    .selectFrom('linkedCards')
    .select('memberId')
    .where('partnerId', '=', partnerId)
    .where(({ or, eb }) =>
      or([
        eb('cardToken', '=', cardToken),
        ...(partnerCardId === null ? [] : [eb('partnerCardId', '=', partnerCardId)]),
      ]),
    )
    .where('removedAt', 'is', null)
    .executeTakeFirst()
  return row?.memberId ?? null
}

/** @returns false when a member of the partner has this card linked: the unique indexes decide. */
export async function insertLinkedCard(db: Db, card: Insertable<LinkedCardsTable>): Promise<boolean> {
  const row = await db
    .insertInto('linkedCards')
    .values(card)
    .onConflict(conflict => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** The bank has sent the same card again, with a later expiry. Null where the member has no such card. */
export async function renewLinkedCard(
  db: Db,
  owner: Owner,
  { cardToken, expiresOn }: { cardToken: string; expiresOn: string | null },
): Promise<{ id: string } | null> {
  if (expiresOn === null) return null
  const row = await db
    .updateTable('linkedCards')
    .set({ expiresOn })
    .where('partnerId', '=', owner.partnerId)
    .where('memberId', '=', owner.memberId)
    .where('cardToken', '=', cardToken)
    .where('removedAt', 'is', null)
    .where('expiresOn', '<', expiresOn)
    .returning('id')
    .executeTakeFirst()
  return row ?? null
}

/** @returns false when there is no such card. */
export async function updateCardName(
  db: Db,
  owner: Owner,
  { id, name }: { id: string; name: string | null },
): Promise<boolean> {
  const row = await db
    .updateTable('linkedCards')
    .set({ name })
    .where('partnerId', '=', owner.partnerId)
    .where('memberId', '=', owner.memberId)
    .where('id', '=', id)
    .where('removedAt', 'is', null)
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
