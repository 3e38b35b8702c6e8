import type { PromisedBonus } from '@dineward/core/partner/bonus-definition.ts'
import type { BonusProgress } from '@dineward/core/rewards/components/bonus/bonus.rules.ts'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Db } from '../../db/open-database.ts'

export interface Recipient {
  readonly id: string
  readonly email: string
  readonly emailConfirmedAt: Date | null
  readonly firstName: string
}

export interface Award {
  readonly id: number
  readonly partnerId: string
  readonly kind: string
  readonly correlationId: string
  readonly postedAt: Date
}

/** The newest come first, before an id: postings have no index by time, and the newest come last. */
export function selectNewestPostings(
  db: Db,
  { before, limit }: { readonly before: number | null; readonly limit: number },
): Promise<Award[]> {
  const query = db
    .selectFrom('ledgerPostings')
    .select(['id', 'partnerId', 'kind', 'correlationId', 'postedAt'])
    .orderBy('id', 'desc')
    .limit(limit)
  return (before === null ? query : query.where('id', '<', before)).execute()
}

export interface EarnedDine {
  readonly dineId: string
  readonly merchantName: string
  readonly dinedOn: string
  readonly cardLastFour: string
  readonly netCents: number
  readonly units: number
  readonly member: Recipient
}

/** Of these dines, those whose member wants mails and got none about it. */
export async function selectEarnedDines(
  db: Db,
  partnerId: string,
  { dineIds, since, onlyFirst }: { dineIds: readonly string[]; since: string; onlyFirst: boolean },
): Promise<EarnedDine[]> {
  const isFirst = onlyFirst
    ? sql`and not exists (
        select from dines other
        where other.partner_id = dine.partner_id and other.member_id = dine.member_id
          and other.status in ('Awarded', 'Deferred', 'Paid')
          and (other.dined_at, other.id) < (dine.dined_at, dine.id))`
    : sql``
  const { rows } = await sql<EarnedDine>`
    select dine.id as dine_id, dine.merchant_name, to_char(dine.dined_at, 'YYYY-MM-DD') as dined_on,
      dine.card_last_four, dine.cleared_cents - dine.refunded_cents as net_cents,
      dine.reward_units + dine.component_units as units, ${recipient} as member
    from dines dine
    join members member on member.partner_id = dine.partner_id and member.id = dine.member_id
    where dine.partner_id = ${partnerId} and dine.id = any(${[...dineIds]}::text[])
      and dine.status in ('Awarded', 'Deferred', 'Paid') and dine.reward_units + dine.component_units > 0
      and dine.dined_at >= ${since}::timestamp and ${wantsMails}
      and not exists (
        select from outgoing_mails mail
        where mail.partner_id = dine.partner_id and mail.cause = 'earned:' || dine.id)
      ${isFirst}
    order by dine.dined_at, dine.id`.execute(db)
  return rows.map(({ member, ...dine }) => ({ ...dine, member: withDate(member) }))
}

export interface OpenBonus {
  readonly code: string
  readonly description: string
  readonly definition: PromisedBonus
  readonly progress: BonusProgress | null
  readonly joinedAt: Date
  readonly member: Recipient
}

/** Registered for and not earned, with an end that may be near; no mail was sent about it. */
export async function selectOpenBonuses(
  db: Db,
  partnerId: string,
  { from, until }: { readonly from: string; readonly until: string },
): Promise<OpenBonus[]> {
  const { rows } = await sql<OpenBonus>`
    select bonus.code, bonus.description, bonus.definition, bonus.progress, member.joined_at, ${recipient} as member
    from member_bonuses bonus
    join members member on member.partner_id = bonus.partner_id and member.id = bonus.member_id
    where bonus.partner_id = ${partnerId} and bonus.bonus_status = 'Enrolled' and bonus.definition is not null
      and (bonus.definition->>'to' between ${from} and ${until} or bonus.definition->>'forNewMembers' = 'true')
      and ${wantsMails}
      and not exists (
        select from outgoing_mails mail
        where mail.partner_id = bonus.partner_id
          and mail.cause = 'bonus-ending:' || bonus.member_id || ':' || bonus.code)
    order by bonus.member_id, bonus.code`.execute(db)
  return rows.map(({ member, ...bonus }) => ({ ...bonus, member: withDate(member) }))
}

const recipient = sql`json_build_object('id', member.id, 'email', member.email,
  'emailConfirmedAt', member.email_confirmed_at, 'firstName', member.first_name)`

const wantsMails: RawBuilder<SqlBool> = sql`member.email_opt_in and member.email_confirmed_at is not null
  and member.member_type = 'EnrolledCardMember' and member.erased_at is null`

/** JSON has no dates. */
const withDate = (member: Recipient): Recipient => ({
  ...member,
  emailConfirmedAt: member.emailConfirmedAt && new Date(member.emailConfirmedAt),
})
