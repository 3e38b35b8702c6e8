import { type Selectable, sql } from 'kysely'
import type { Db } from '../../db/open-database.ts'
import type { MembersTable } from '../members/members.tables.ts'

export interface ExpiringCard {
  readonly cardId: string
  readonly description: string
  readonly lastFour: string
  readonly expiresOn: string
  readonly member: Pick<Selectable<MembersTable>, 'id' | 'email' | 'emailConfirmedAt' | 'firstName'>
}

export const expiryCause = ({ cardId, expiresOn }: Pick<ExpiringCard, 'cardId' | 'expiresOn'>): string =>
  `card-expiry:${cardId}:${expiresOn}`

/** Linked cards whose last day is among these, and of which the member was not told. */
export async function listExpiringCards(
  db: Db,
  { partnerId, from, until }: { partnerId: string; from: string; until: string },
): Promise<ExpiringCard[]> {
  const rows = await db
    .selectFrom('linkedCards as card')
    .innerJoin('members as member', join =>
      join.onRef('member.partnerId', '=', 'card.partnerId').onRef('member.id', '=', 'card.memberId'),
    )
    .select(['card.id as cardId', 'card.description', 'card.lastFour', 'card.expiresOn'])
    .select(['member.id', 'member.email', 'member.emailConfirmedAt', 'member.firstName'])
    .where('card.partnerId', '=', partnerId)
    .where('card.removedAt', 'is', null)
    .where('card.expiresOn', '>=', from)
    .where('card.expiresOn', '<=', until)
    .where('member.memberType', '=', 'EnrolledCardMember')
    .where('member.emailConfirmedAt', 'is not', null)
    .where(
      sql<boolean>`not exists (
        select from outgoing_mails mail
        where mail.partner_id = card.partner_id
          and mail.cause = 'card-expiry:' || card.id || ':' || card.expires_on::text
      )`,
    )
    .orderBy('card.id')
    .execute()
  return rows.map(({ cardId, description, lastFour, expiresOn, ...member }) => ({
    cardId,
    description,
    lastFour,
    member,
    expiresOn: expiresOn!,
  }))
}
