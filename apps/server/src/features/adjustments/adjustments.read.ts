import type { Db } from '../../db/open-database.ts'
import type { Adjustment } from './adjustments.repository.ts'

/* These queries join members and dines. */

export interface ListedAdjustment extends Adjustment {
  readonly firstName: string
  readonly lastName: string
  readonly transactionId: string | null
}

/** The newest come first. */
export function selectAdjustments(
  db: Db,
  partnerIds: readonly string[],
  { memberId }: { readonly memberId?: string | undefined },
): Promise<ListedAdjustment[]> {
  return db
    .selectFrom('adjustments as adjustment')
    .innerJoin('members as member', join =>
      join
        .onRef('member.partnerId', '=', 'adjustment.partnerId')
        .onRef('member.id', '=', 'adjustment.memberId'),
    )
    .leftJoin('dines as dine', join =>
      join.onRef('dine.partnerId', '=', 'adjustment.partnerId').onRef('dine.id', '=', 'adjustment.dineId'),
    )
    .selectAll('adjustment')
    .select(['member.firstName', 'member.lastName', 'dine.sourceTransactionId as transactionId'])
    .where('adjustment.partnerId', 'in', partnerIds)
    .$if(memberId !== undefined, query => query.where('adjustment.memberId', '=', memberId!))
    .orderBy('adjustment.createdAt', 'desc')
    .orderBy('adjustment.id')
    .limit(500)
    .execute()
}

export async function findDineOfMember(
  db: Db,
  { partnerId, memberId }: { partnerId: string; memberId: string },
  transactionId: string,
): Promise<string | null> {
  const dine = await db
    .selectFrom('dines')
    .select('id')
    .where('partnerId', '=', partnerId)
    .where('memberId', '=', memberId)
    .where('sourceTransactionId', '=', transactionId)
    .executeTakeFirst()
  return dine?.id ?? null
}
