import type { Db } from '../../db/open-database.ts'

export interface FeeTerms {
  readonly partnerId: string
  readonly merchantId: string
  /** Null: the partner's `merchantFee`. */
  readonly feeBasisPoints: number | null
}

/** In a transaction. @returns the terms before, null where the restaurant takes no part. */
export async function replaceFee(db: Db, terms: FeeTerms): Promise<FeeTerms | null> {
  const { partnerId, merchantId, feeBasisPoints } = terms
  const before = await db
    .selectFrom('merchantParticipations')
    .select(['partnerId', 'merchantId', 'feeBasisPoints'])
    .where('partnerId', '=', partnerId)
    .where('merchantId', '=', merchantId)
    .forUpdate()
    .executeTakeFirst()
  if (!before) return null
  await db
    .updateTable('merchantParticipations')
    .set({ feeBasisPoints })
    .where('partnerId', '=', partnerId)
    .where('merchantId', '=', merchantId)
    .execute()
  return before
}
