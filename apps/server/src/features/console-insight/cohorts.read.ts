import type { Partner } from '@dineward/core/partner/partner.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../db/open-database.ts'

/* Members by the month in which they joined, in the program's time zone, and what they did in the months after. */

export interface CohortsOf {
  readonly programs: readonly Partner[]
  /** First days of months: the first one, and the one after the last. */
  readonly from: string
  readonly until: string
}

export interface CohortMonth {
  readonly month: string
  /** Months after joining: 0 is the month itself. */
  readonly after: number
  /** Members with a dine in it. */
  readonly active: number
  /** Members who made their first, third or tenth dine in it. */
  readonly firstDine: number
  readonly thirdDine: number
  readonly tenthDine: number
}

export async function selectCohortSizes(
  db: Db,
  of: CohortsOf,
): Promise<{ readonly month: string; readonly members: number }[]> {
  const { rows } = await sql<{ month: string; members: number }>`
    with ${joined(of)}
    select to_char(month, 'YYYY-MM') as month, count(*) as members from joined group by 1 order by 1`.execute(
    db,
  )
  return rows
}

export async function selectCohortMonths(db: Db, of: CohortsOf): Promise<CohortMonth[]> {
  const reached = (step: number) =>
    sql`count(*) filter (where total >= ${sql.lit(step)} and total - dines < ${sql.lit(step)})`
  const { rows } = await sql<CohortMonth>`
    with ${joined(of)}
    select to_char(month, 'YYYY-MM') as month, after, count(*) as active, ${reached(1)} as first_dine,
      ${reached(3)} as third_dine, ${reached(10)} as tenth_dine
    from (
      select month, after, dines, sum(dines) over (partition by partner_id, member_id order by after) as total
      from (
        select joined.partner_id, joined.member_id, month, ${monthsAfter} as after, count(*) as dines
        from joined ${joinDines}
        group by 1, 2, 3, 4
      ) one
    ) one
    group by 1, 2
    order by 1, 2`.execute(db)
  return rows
}

export interface SourceFunnel {
  readonly source: string | null
  readonly joined: number
  readonly linkedCard: number
  readonly firstDine: number
  readonly thirdDine: number
}

/** How far members have come until today, by what brought them. */
export async function selectSources(db: Db, of: CohortsOf, limit: number): Promise<SourceFunnel[]> {
  const hasCard = sql`, exists (select from linked_cards card
          where card.partner_id = member.partner_id and card.member_id = member.id) as has_card`
  const { rows } = await sql<SourceFunnel>`
    with ${joined(of, hasCard)}
    select source, count(*) as joined, count(*) filter (where has_card) as linked_card,
      count(*) filter (where dines >= 1) as first_dine, count(*) filter (where dines >= 3) as third_dine
    from (
      select joined.source, joined.has_card, count(dine.id) as dines
      from joined left ${joinDines}
      group by joined.partner_id, joined.member_id, joined.source, joined.has_card
    ) member
    group by source
    order by 2 desc, 1
    limit ${limit}`.execute(db)
  return rows
}

/** @param more further columns of each `member` */
const joined = (
  { programs, from, until }: CohortsOf,
  more: RawBuilder<unknown> = sql``,
): RawBuilder<unknown> => sql`joined as materialized (
    select member.partner_id, member.id as member_id, member.enrollment_source as source,
      date_trunc('month', member.joined_at at time zone program.time_zone)::date as month${more}
    from unnest(${programs.map(({ slug }) => slug)}::text[], ${programs.map(one => one.settings.timeZone)}::text[])
      as program (partner_id, time_zone)
    join members member on member.partner_id = program.partner_id and member.member_type <> 'NonCardMember'
      and member.joined_at >= ${from}::timestamp at time zone program.time_zone
      and member.joined_at < ${until}::timestamp at time zone program.time_zone
  )`

const joinDines = sql`join dines dine on dine.partner_id = joined.partner_id and dine.member_id = joined.member_id
        and dine.status in ('Awarded', 'Deferred', 'Paid')`

/** A card that the partner linked may have dined before its member joined. */
const monthsAfter = sql`greatest(0, (
      (extract(year from dined_at) - extract(year from month)) * 12 + extract(month from dined_at) - extract(month from month)
    )::integer)`
