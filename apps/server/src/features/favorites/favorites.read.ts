import { sql } from 'kysely'
import type { Db } from '../../db/open-database.ts'
import {
  type MemberFieldsRow,
  type MemberKey,
  memberFieldsColumn,
} from '../merchants/member-fields/member-fields.read.ts'
import { type SummaryRow, summaryColumns } from '../merchants/merchants.view.ts'

/** The newest come first, ties by id. Each row says how many there are. */
export function selectFavorites(
  db: Db,
  { partnerId, memberId, now, limit, offset }: MemberKey & { limit: number; offset: number },
): Promise<(SummaryRow & { memberFields: MemberFieldsRow; total: number })[]> {
  return db
    .selectFrom('memberFavorites as favorite')
    .innerJoin('merchants as merchant', 'merchant.id', 'favorite.merchantId')
    .innerJoin('merchantParticipations as participation', join =>
      join
        .onRef('participation.merchantId', '=', 'merchant.id')
        .onRef('participation.partnerId', '=', 'favorite.partnerId'),
    )
    .select([...summaryColumns, memberFieldsColumn({ partnerId, memberId, now }).as('memberFields')])
    .select(sql<number>`count(*) over ()::int`.as('total'))
    .where('favorite.partnerId', '=', partnerId)
    .where('favorite.memberId', '=', memberId)
    .orderBy('favorite.addedAt', 'desc')
    .orderBy('merchant.id')
    .limit(limit)
    .offset(offset)
    .execute()
}
