import type { CardInTime, MemberInTime, MemberKey } from '@dineward/core/rewards/snapshot.ts'
import { sql } from 'kysely'
import { forEachProgram } from '../../../db/of-programs.ts'
import type { Db } from '../../../db/open-database.ts'

/* Cards and members with all that was valid at some time. Members are locked until the transaction ends. */

/** The columns are for `members as member`. */
const memberColumns = [
  'member.partnerId',
  'member.id as memberId',
  'member.tierLevel',
  'member.emailOptIn',
  'member.closedAt',
  'member.joinedAt',
  'member.enrollmentSource',
  'member.referrer',
] as const

const intervals = [
  sql<MemberInTime['tiers']>`(
    select coalesce(json_agg(json_build_object('id', id, 'tierBefore', tier_before, 'tierLevel', tier_level,
      'validFrom', extract(epoch from valid_from) * 1000, 'createdAt', extract(epoch from created_at) * 1000,
      'vip', case when vip_year is not null then json_build_object('year', vip_year, 'dineId', dine_id,
        'validTo', extract(epoch from valid_to) * 1000, 'revokedAt', extract(epoch from revoked_at) * 1000)
        end) order by id), '[]')
    from member_tiers tier
    where tier.partner_id = member.partner_id and tier.member_id = member.id)`.as('tiers'),
  sql<MemberInTime['rates']>`(
    select coalesce(json_agg(json_build_object('validFrom', extract(epoch from valid_from) * 1000,
      'rates', rates, 'vipQualification', vip_qualification)), '[]')
    from rate_versions rate where rate.partner_id = member.partner_id)`.as('rates'),
  sql<MemberInTime['closures']>`(
    select coalesce(json_agg(json_build_object('closedAt', extract(epoch from closure.closed_at) * 1000,
      'reopenedAt', extract(epoch from closure.reopened_at) * 1000)), '[]')
    from account_closures closure
    where closure.partner_id = member.partner_id and closure.member_id = member.id)`.as('closures'),
]

export interface MemberOfCard {
  readonly member: MemberInTime
  readonly card: CardInTime
  readonly isErased: boolean
}

export interface CardKey {
  readonly partnerId: string
  readonly id: string
}

/**
 * The cards are linked or removed ones, by their ids. A network does not know partners: its card decides which one it is,
 * and `partnerId` is null.
 */
export async function selectCardKeys(
  db: Db,
  ids: readonly string[],
  partnerId: string | null,
): Promise<CardKey[]> {
  const unique = [...new Set(ids)]
  if (partnerId !== null) return unique.map(id => ({ partnerId, id }))
  if (unique.length === 0) return []
  return db
    .selectFrom('linkedCards')
    .select(['partnerId', 'id'])
    .where(sql<boolean>`id = any(${unique}::text[])`)
    .execute()
}

/** Members are locked in one order, so that two processes that lock several never wait for each other. */
export async function lockMembersOfCards(
  db: Db,
  cards: readonly CardKey[],
): Promise<ReadonlyMap<string, MemberOfCard>> {
  const found = await forEachProgram(cards, (slug, ofProgram) => lockMembersWithCards(db, slug, ofProgram))
  return new Map(found.map(one => [one.card.id, one]))
}

async function lockMembersWithCards(
  db: Db,
  partnerId: string,
  cards: readonly CardKey[],
): Promise<MemberOfCard[]> {
  const rows = await db
    .selectFrom('linkedCards as card')
    .innerJoin('members as member', join =>
      join.onRef('member.id', '=', 'card.memberId').onRef('member.partnerId', '=', 'card.partnerId'),
    )
    .select([
      'card.id',
      'card.cardToken',
      'card.lastFour',
      'card.linkedAt',
      'card.removedAt',
      'member.erasedAt',
    ])
    .select(memberColumns)
    .select(intervals)
    .select(
      sql<CardInTime['links']>`(
        select json_agg(json_build_object('linkedAt', linked_at, 'removedAt', removed_at) order by linked_at)
        from linked_cards
        where partner_id = card.partner_id and member_id = card.member_id and card_token = card.card_token)`.as(
        'links',
      ),
    )
    .where(sql<boolean>`card.id = any(${cards.map(({ id }) => id)}::text[])`)
    .where('card.partnerId', '=', partnerId)
    .orderBy('card.memberId')
    .forNoKeyUpdate('member')
    .execute()
  return rows.map(({ id, cardToken, lastFour, linkedAt, removedAt, links, erasedAt, ...member }) => ({
    member,
    card: { id, cardToken, lastFour, linkedAt, removedAt, links },
    isErased: erasedAt !== null,
  }))
}

/**
 * It locks in the same order, and comes first: a statement that waits for a lock has read everything else before it
 * waited. @returns members' ids by those of cards
 */
export async function lockMembersFirst(
  db: Db,
  cards: readonly CardKey[],
): Promise<ReadonlyMap<string, string>> {
  const found = await forEachProgram(cards, async (slug, ofProgram) => {
    const { rows } = await sql<{ cardId: string; memberId: string }>`
      select card.id as card_id, member.id as member_id from linked_cards card
      join members member on member.partner_id = card.partner_id and member.id = card.member_id
      where card.partner_id = ${slug} and card.id = any(${ofProgram.map(({ id }) => id)}::text[])
      order by card.member_id
      for no key update of member`.execute(db)
    return rows
  })
  return new Map(found.map(({ cardId, memberId }) => [cardId, memberId]))
}

/** @throws where there is no such member. */
export function lockMember(db: Db, { partnerId, memberId }: MemberKey): Promise<MemberInTime> {
  return db
    .selectFrom('members as member')
    .select(memberColumns)
    .select(intervals)
    .where('member.partnerId', '=', partnerId)
    .where('member.id', '=', memberId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
}
