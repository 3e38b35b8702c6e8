import type { ParticipationTerms } from '@dineward/core/merchants/participation-terms.rules.ts'
import type { Db } from '../../../db/open-database.ts'

interface Place {
  readonly partnerId: string
  readonly merchantId: string
}

/** Call it in a transaction. It is null where the restaurant never took part. */
export async function lockTerms(
  db: Db,
  { partnerId, merchantId }: Place,
): Promise<ParticipationTerms | null> {
  const row = await db
    .selectFrom('merchantParticipations')
    .select([
      'joinedOn',
      'leftOn',
      'benefitDays',
      'campaignCodes',
      'maxSpendPerMonthCents',
      'maxVisitsPerMonth',
      'reservationBonus',
      'feeBasisPoints',
    ])
    .where('partnerId', '=', partnerId)
    .where('merchantId', '=', merchantId)
    .forUpdate()
    .executeTakeFirst()
  return (row as ParticipationTerms | undefined) ?? null
}

/** @returns false where it has terms already. */
export async function insertTerms(
  db: Db,
  { partnerId, merchantId }: Place,
  terms: ParticipationTerms,
): Promise<boolean> {
  const row = await db
    .insertInto('merchantParticipations')
    .values({ partnerId, merchantId, ...terms })
    .onConflict(conflict => conflict.doNothing())
    .returning('merchantId')
    .executeTakeFirst()
  return row !== undefined
}

/** @param termsFrom undefined: as it is. */
export async function updateTerms(
  db: Db,
  { partnerId, merchantId }: Place,
  { terms, termsFrom }: { terms: ParticipationTerms; termsFrom?: string },
): Promise<void> {
  await db
    .updateTable('merchantParticipations')
    .set({ ...terms, ...(termsFrom === undefined ? {} : { termsFrom }) })
    .where('partnerId', '=', partnerId)
    .where('merchantId', '=', merchantId)
    .execute()
}
