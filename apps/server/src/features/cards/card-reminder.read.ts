import { sql } from 'kysely'
import type { Db } from '../../db/open-database.ts'

export interface MemberWithoutCard {
  readonly id: string
  readonly email: string
  readonly emailConfirmedAt: Date | null
  readonly firstName: string
}

/** Members who joined in this time, have confirmed their address, and were not reminded. */
export async function listMembersWithoutCard(
  db: Db,
  { partnerId, joined }: { partnerId: string; joined: { after: Date; until: Date } },
): Promise<MemberWithoutCard[]> {
  return db
    .selectFrom('members')
    .select(['id', 'email', 'emailConfirmedAt', 'firstName'])
    .where('partnerId', '=', partnerId)
    .where('joinedAt', '>', joined.after)
    .where('joinedAt', '<=', joined.until)
    .where('emailConfirmedAt', 'is not', null)
    .where('memberType', '=', 'EnrolledCardMember')
    .where(
      sql<boolean>`not exists (
        select from linked_cards card
        where card.partner_id = members.partner_id and card.member_id = members.id
      )`,
    )
    .where(
      sql<boolean>`not exists (
        select from outgoing_mails mail
        where mail.partner_id = members.partner_id and mail.cause = 'card-reminder:' || members.id
      )`,
    )
    .execute()
}
