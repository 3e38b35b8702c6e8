import type { NameParts } from '@dineward/core/console-support/member-search.rules.ts'
import type { MemberType } from '@dineward/core/members/member-questions.ts'
import { transactionIdsOf } from '@dineward/core/rewards/reports/networks.rules.ts'
import { type RawBuilder, sql } from 'kysely'
import { fromEachProgram, ofPrograms } from '../../db/of-programs.ts'
import type { Db } from '../../db/open-database.ts'
import { outcomeOfReward, statusOfReward } from '../activity/reward-status.read.ts'

/*
 * How staff find members. Each kind of search is one statement with an index of its own, which is asked for each program
 * in turn, so that among a million members it reads no more rows than it lists.
 */

export interface MemberListRow {
  readonly id: string
  readonly partnerId: string
  readonly email: string
  readonly memberNumber: string | null
  readonly firstName: string
  readonly lastName: string
  readonly tierLevel: number
  readonly memberType: MemberType
  readonly joinedAt: Date
  readonly closedAt: Date | null
  readonly erasureDueAt: Date | null
  readonly erasedAt: Date | null
}

const columns = sql`member.id, member.partner_id, member.email, member.member_number, member.first_name,
  member.last_name, member.tier_level, member.member_type, member.joined_at, member.closed_at, member.erasure_due_at,
  member.erased_at`

interface Lookup {
  readonly slugs: readonly string[]
  readonly limit: number
}

/** The comparison is by bytes, as `text_pattern_ops` orders: from the prefix to the last text that begins with it. */
const beginsWith = (value: RawBuilder<unknown>, prefix: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`${value} ~>=~ ${prefix} and ${value} ~<~ (${prefix} || chr(1114111))`

const lastName = sql`name_key(member.last_name)`
const firstName = sql`name_key(member.first_name)`
const keyOf = (name: string) => sql`name_key(${name}::text)`

export async function findByName(
  db: Db,
  lookup: Lookup,
  parts: readonly NameParts[],
): Promise<MemberListRow[]> {
  const searches = parts.map(({ first, last }) => {
    // The order of the index that the longer part of the name is the beginning of.
    const order = last === '' ? [firstName, lastName] : [lastName, firstName]
    const conditions = [
      ...(last === '' ? [] : [beginsWith(lastName, keyOf(last))]),
      ...(first === '' ? [] : [beginsWith(firstName, keyOf(first))]),
    ]
    return (slug: string) => sql`(select ${columns} from members member
      where member.partner_id = ${slug} and ${sql.join(conditions, sql` and `)}
      order by ${sql.join(order.map(one => sql`${one} using ~<~`))}, member.id limit ${lookup.limit})`
  })
  const found = (slug: string) =>
    sql.join(
      searches.map(search => search(slug)),
      sql` union `,
    )
  const { rows } = await sql<MemberListRow>`
    select found.* from ${fromEachProgram(lookup.slugs, found)} found
    where found.erased_at is null
    order by found.last_name, found.first_name, found.id limit ${lookup.limit}`.execute(db)
  return rows
}

/** @param prefix as addresses are stored */
export async function findByEmail(db: Db, lookup: Lookup, prefix: string): Promise<MemberListRow[]> {
  const found = (slug: string) => sql`
      select ${columns} from members member
      where member.partner_id = ${slug} and ${beginsWith(sql`member.sign_in_name`, sql`${prefix}::text`)}
      order by member.sign_in_name using ~<~ limit ${lookup.limit}`
  const { rows } = await sql<MemberListRow>`
    select found.* from ${fromEachProgram(lookup.slugs, found)} found
    order by found.email, found.id limit ${lookup.limit}`.execute(db)
  return rows
}

/** Also by the member's id, which mails and links carry. */
export async function findByNumber(db: Db, lookup: Lookup, number: string): Promise<MemberListRow[]> {
  const found = (slug: string) => sql`
      (select ${columns} from members member
        where member.partner_id = ${slug} and member.member_number is not null
          and number_key(member.member_number) = number_key(${number}) limit ${lookup.limit})
      union
      (select ${columns} from members member where member.partner_id = ${slug} and member.id = ${number})`
  const { rows } = await sql<MemberListRow>`
    select found.* from ${fromEachProgram(lookup.slugs, found)} found
    order by found.id limit ${lookup.limit}`.execute(db)
  return rows
}

/** @param digits ten, or the last four */
export async function findByPhone(db: Db, lookup: Lookup, digits: string): Promise<MemberListRow[]> {
  const isWhole = digits.length > 4
  const fits = isWhole ? sql`member.phone_number = ${digits}` : sql`right(member.phone_number, 4) = ${digits}`
  const found = (slug: string) => sql`
      select ${columns} from members member
      where member.partner_id = ${slug} and member.phone_number <> '' and ${fits} limit ${lookup.limit}`
  const { rows } = await sql<MemberListRow>`
    select found.* from ${fromEachProgram(lookup.slugs, found)} found
    order by found.last_name, found.first_name, found.id limit ${lookup.limit}`.execute(db)
  return rows
}

/** Linked cards first, then those that were removed. */
export async function findByLastFour(db: Db, lookup: Lookup, lastFour: string): Promise<MemberListRow[]> {
  const owners = sql`
      select card.partner_id, card.member_id, bool_or(card.removed_at is null) as is_linked from linked_cards card
      where ${ofPrograms('card.partner_id', lookup.slugs)} and card.last_four = ${lastFour}
      group by card.partner_id, card.member_id`
  const { rows } = await sql<MemberListRow>`
    select ${columns} from (${owners}) owner
    join members member on member.partner_id = owner.partner_id and member.id = owner.member_id
    where member.erased_at is null
    order by owner.is_linked desc, member.last_name, member.first_name, member.id limit ${lookup.limit}`.execute(
    db,
  )
  return rows
}

export interface FoundTransactionRow {
  readonly id: string
  readonly partnerId: string | null
  readonly memberId: string | null
  readonly kind: 'dine' | 'reward' | 'event'
  readonly title: string
  readonly at: string
  readonly status: string
}

/**
 * By the network's id or ours. An event that became no dine is listed itself; one whose card is not known is of no
 * program, and is for those who may see all.
 */
export async function findTransactions(
  db: Db,
  { slugs, limit, isNetworkWide }: Lookup & { readonly isNetworkWide: boolean },
  id: string,
): Promise<FoundTransactionRow[]> {
  const ids = transactionIdsOf(id)
  const { rows } = await sql<FoundTransactionRow>`
    with found as (
      select partner_id, id from dines
      where ${ofPrograms('dines.partner_id', slugs)} and dines.source_transaction_id = any(${ids}::text[])
      union
      select partner_id, id from dines where ${ofPrograms('dines.partner_id', slugs)} and dines.id = ${id}
      union
      select partner_id, dine_id from dine_amounts amount
      where ${ofPrograms('amount.partner_id', slugs)} and amount.transaction_id = any(${ids}::text[])
    )
    select dine.source_transaction_id as id, dine.partner_id, dine.member_id, 'dine' as kind, dine.merchant_name as title,
      to_char(dine.dined_at, 'YYYY-MM-DD"T"HH24:MI:SS') as at, dine.status
    from found join dines dine on dine.partner_id = found.partner_id and dine.id = found.id
    union all
    select reward.id, reward.partner_id, reward.member_id, 'reward', reward.description,
      to_char(reward.rewarded_at, 'YYYY-MM-DD"T"HH24:MI:SS'), ${statusOfReward}
    from account_rewards reward ${outcomeOfReward}
    where ${ofPrograms('reward.partner_id', slugs)} and reward.id = ${id} and reward.dine_id is null
    union all
    select event.transaction_id, max(event.partner_id), max(card.member_id), 'event', max(event.event),
      to_char(max(event.received_at) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'), max(event.status)
    from card_events event
    left join linked_cards card on card.partner_id = event.partner_id and card.id = event.linked_card_id
    where event.transaction_id = any(${ids}::text[]) and event.dine_id is null
      and (${ofPrograms('event.partner_id', slugs)} or (event.partner_id is null and ${isNetworkWide}::boolean))
      and not exists (select from found)
    group by event.transaction_id
    limit ${limit}`.execute(db)
  return rows
}
