import type { AdjustmentState } from '@dineward/core/adjustments/adjustments.rules.ts'
import type { Db } from '../../db/open-database.ts'
import type { Adjustment } from './adjustments.repository.ts'

/* These queries join members and dines. */

export interface ListedAdjustment extends Adjustment {
  readonly email: string
  readonly firstName: string
  readonly lastName: string
  readonly transactionId: string | null
}

/** The oldest come first; the list has those that wait, or those of one state or member. */
export function selectAdjustments(
  db: Db,
  partnerIds: readonly string[],
  { state, memberId }: { readonly state: AdjustmentState; readonly memberId?: string },
): Promise<ListedAdjustment[]> {
  const query = db
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
    .select([
      'member.email',
      'member.firstName',
      'member.lastName',
      'dine.sourceTransactionId as transactionId',
    ])
    .where('adjustment.partnerId', 'in', partnerIds)
    .where('adjustment.state', '=', state)
    .orderBy('adjustment.createdAt')
    .orderBy('adjustment.id')
    .limit(500)
  return (memberId ? query.where('adjustment.memberId', '=', memberId) : query).execute()
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
