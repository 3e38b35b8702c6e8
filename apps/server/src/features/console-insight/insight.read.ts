import type { Partner } from '@dineward/core/partner/partner.ts'
import { type RawBuilder, sql } from 'kysely'
import { ofPrograms } from '../../db/of-programs.ts'
import type { Db } from '../../db/open-database.ts'
import { rewardKinds } from '../reports/figures.read.ts'

/*
 * One plain statement a figure, by program, to be read and checked by people who know SQL. A dine counts once it has
 * cleared and is not forfeited, on the restaurant's local date; moments are days in the program's time zone.
 */

export interface Period {
  readonly programs: readonly Partner[]
  /** This is the first day. */
  readonly from: string
  /** This is the day after the last. */
  readonly until: string
}

type OfProgram<T> = T & { readonly partnerId: string }

export interface MemberFigures {
  readonly members: number
  readonly newMembers: number
  readonly linkedCards: number
}

export async function selectMemberFigures(db: Db, period: Period): Promise<OfProgram<MemberFigures>[]> {
  const { rows } = await sql<OfProgram<MemberFigures>>`
    with ${programsOf(period)}, member_count as (
      select partner_id,
        count(*) filter (where (member.closed_at is null or member.closed_at >= until_at)
          and (member.erased_at is null or member.erased_at >= until_at)) as members,
        count(*) filter (where member.joined_at >= from_at) as new_members
      from program
      join members member using (partner_id)
      where member.member_type <> 'NonCardMember' and member.joined_at < until_at
      group by partner_id
    ), card_count as (
      select partner_id, count(*) as linked_cards
      from program
      join linked_cards card using (partner_id)
      where card.linked_at < until_at and (card.removed_at is null or card.removed_at >= until_at)
      group by partner_id
    )
    select partner_id, coalesce(members, 0) as members, coalesce(new_members, 0) as new_members,
      coalesce(linked_cards, 0) as linked_cards
    from program
    left join member_count using (partner_id)
    left join card_count using (partner_id)`.execute(db)
  return rows
}

export async function selectActiveMembers(
  db: Db,
  { programs, from, until }: Period,
): Promise<OfProgram<{ readonly activeMembers: number }>[]> {
  const { rows } = await sql<OfProgram<{ readonly activeMembers: number }>>`
    select partner_id, count(*) as active_members
    from (
      select distinct partner_id, member_id from dines
      where ${ofPrograms('partner_id', slugs(programs))} and status in ('Awarded', 'Deferred', 'Paid')
        and dined_at >= ${from}::date and dined_at < ${until}::date
    ) active
    group by partner_id`.execute(db)
  return rows
}

interface DineDay {
  readonly day: string
  readonly dines: number
  readonly spentCents: number
}

export async function selectDineDays(
  db: Db,
  { programs, from, until }: Period,
): Promise<OfProgram<DineDay>[]> {
  const { rows } = await sql<OfProgram<DineDay>>`
    select partner_id, to_char(dined_on, 'YYYY-MM-DD') as day, dines, spent_cents
    from (
      select partner_id, dined_at::date as dined_on, count(*) as dines,
        sum(coalesce(cleared_cents, 0) - refunded_cents) as spent_cents
      from dines
      where ${ofPrograms('partner_id', slugs(programs))} and status in ('Awarded', 'Deferred', 'Paid')
        and dined_at >= ${from}::date and dined_at < ${until}::date
      group by 1, 2
    ) day
    order by 2, 1`.execute(db)
  return rows
}

/** By the day on which they joined. */
export async function selectJoinDays(
  db: Db,
  period: Period,
): Promise<OfProgram<{ readonly day: string; readonly newMembers: number }>[]> {
  const { rows } = await sql<OfProgram<{ readonly day: string; readonly newMembers: number }>>`
    with ${programsOf(period)}
    select partner_id, to_char(joined_at at time zone time_zone, 'YYYY-MM-DD') as day, count(*) as new_members
    from program
    join members member using (partner_id)
    where member.member_type <> 'NonCardMember' and member.joined_at >= from_at and member.joined_at < until_at
    group by 1, 2
    order by 2, 1`.execute(db)
  return rows
}

interface RewardDay {
  readonly day: string
  readonly rewardUnits: number
}

/**
 * Sums by quarter of an hour, and what was posted since they were added up. The position is read first, as a number that the
 * planner knows: else it expects a third of all postings and reads them. It may have moved on since.
 */
export async function selectRewardDays(db: Db, period: Period): Promise<OfProgram<RewardDay>[]> {
  const until = sql`select until_id from reward_totals_until`
  const { rows: position } = await sql<{ untilId: number }>`${until}`.execute(db)
  const { rows } = await sql<OfProgram<RewardDay>>`
    with ${programsOf(period)}, posted as (
      select partner_id, kind, accounted_at, units
      from reward_totals
      where ${ofPrograms('partner_id', slugs(period.programs))}
      union all
      select posting.partner_id, posting.kind, entry.counts_at, entry.units
      from ledger_postings posting
      join ledger_entries entry on entry.partner_id = posting.partner_id and entry.posting_id = posting.id
        and entry.counts_at = posting.counts_at
        and entry.account in ('program_rewards', 'partner_rewards')
      where ${ofPrograms('posting.partner_id', slugs(period.programs))}
        and posting.id > ${position[0]!.untilId} and posting.id > (${until})
    )
    select partner_id, to_char(accounted_at at time zone time_zone, 'YYYY-MM-DD') as day, -sum(units) as reward_units
    from program
    join posted using (partner_id)
    where accounted_at >= from_at and accounted_at < until_at and kind = any(${rewardKinds}::text[])
    group by 1, 2
    order by 2, 1`.execute(db)
  return rows
}

export interface FunnelSteps {
  readonly joined: number
  readonly linkedCard: number
  readonly firstDine: number
  readonly thirdDine: number
}

/** The funnel is of members who joined in the period, and counts their steps until today. */
export async function selectFunnel(db: Db, period: Period): Promise<OfProgram<FunnelSteps>[]> {
  const { rows } = await sql<OfProgram<FunnelSteps>>`
    with ${programsOf(period)}
    select partner_id, count(*) as joined, count(*) filter (where has_card) as linked_card,
      count(*) filter (where dines >= 1) as first_dine, count(*) filter (where dines >= 3) as third_dine
    from (
      select member.partner_id, count(dine.member_id) as dines,
        exists (select from linked_cards card
          where card.partner_id = member.partner_id and card.member_id = member.id) as has_card
      from program
      join members member on member.partner_id = program.partner_id and member.member_type <> 'NonCardMember'
        and member.joined_at >= program.from_at and member.joined_at < program.until_at
      left join dines dine on dine.partner_id = member.partner_id and dine.member_id = member.id
        and dine.status in ('Awarded', 'Deferred', 'Paid')
      group by member.partner_id, member.id
    ) joined
    group by partner_id`.execute(db)
  return rows
}

interface ClaimCount {
  readonly state: string
  readonly answer: string
  readonly count: number
}

export async function selectClaimCounts(db: Db, period: Period): Promise<OfProgram<ClaimCount>[]> {
  const { rows } = await sql<OfProgram<ClaimCount>>`
    with ${programsOf(period)}
    select claim.partner_id, claim.state, claim.answer, count(*) as count
    from program
    join claims claim on claim.partner_id = program.partner_id
      and claim.created_at >= program.from_at and claim.created_at < program.until_at
    group by 1, 2, 3
    order by 4 desc, 2, 3`.execute(db)
  return rows
}

export interface TopRestaurant extends Omit<DineDay, 'day'> {
  readonly merchantId: string
  readonly name: string
}

export async function selectTopRestaurants(
  db: Db,
  { programs, from, until }: Period,
  limit: number,
): Promise<TopRestaurant[]> {
  const { rows } = await sql<TopRestaurant>`
    select merchant_id, merchant.name, dines, spent_cents
    from (
      select merchant_id, count(*) as dines, sum(coalesce(cleared_cents, 0) - refunded_cents) as spent_cents
      from dines
      where ${ofPrograms('partner_id', slugs(programs))} and status in ('Awarded', 'Deferred', 'Paid')
        and dined_at >= ${from}::date and dined_at < ${until}::date
      group by merchant_id
    ) dined
    join merchants merchant on merchant.id = dined.merchant_id
    order by spent_cents desc, dines desc, 2, 1
    limit ${limit}`.execute(db)
  return rows
}

const slugs = (programs: readonly Partner[]): string[] => programs.map(({ slug }) => slug)

/** The period of each program begins and ends at midnight in its time zone. */
export function programsOf({ programs: all, from, until }: Period): RawBuilder<unknown> {
  return sql`program as materialized (
      select partner_id, time_zone, ${from}::timestamp at time zone time_zone as from_at,
        ${until}::timestamp at time zone time_zone as until_at
      from unnest(${slugs(all)}::text[], ${all.map(one => one.settings.timeZone)}::text[])
        as one (partner_id, time_zone)
    )`
}
