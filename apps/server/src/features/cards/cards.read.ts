import { quietDays } from '@dineward/core/cards/cards.rules.ts'
import { days } from '@dineward/core/shared/clock.ts'
import { type Selectable, sql } from 'kysely'
import type { Db } from '../../db/open-database.ts'
import type { CardsTables } from './cards.tables.ts'

export type UsedCard = Selectable<CardsTables['linkedCards']> & { readonly hasRecentDine: boolean }

/** The cards of a member, and whether each has a dine of the last days: these alone are read, once for all cards. */
export async function listCardsWithUse(
  db: Db,
  owner: { readonly partnerId: string; readonly memberId: string },
  now: Date,
): Promise<UsedCard[]> {
  const { partnerId, memberId } = owner
  // Dines are in local time.
  const since = new Date(now.getTime() - days(quietDays)).toISOString().slice(0, 19)
  return db
    .selectFrom('linkedCards')
    .selectAll()
    .select(
      sql<boolean>`id in (
        select linked_card_id from dines
        where partner_id = ${partnerId} and member_id = ${memberId} and dined_at >= ${since}::timestamp
      )`.as('hasRecentDine'),
    )
    .where('partnerId', '=', partnerId)
    .where('memberId', '=', memberId)
    .where('removedAt', 'is', null)
    .orderBy('linkedAt')
    .orderBy('id')
    .execute()
}
