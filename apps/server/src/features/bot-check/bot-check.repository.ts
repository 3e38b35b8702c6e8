import type { Db } from '../../db/open-database.ts'

/** Store an answer as used. @returns false when it already was; of two concurrent calls, one wins. */
export async function insertUsedAnswer(
  db: Db,
  answer: { partnerId: string; answerHash: string; expiresAt: Date },
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('usedBotChecks')
    .values(answer)
    .onConflict(conflict => conflict.doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}
