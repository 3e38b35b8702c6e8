import type { Partner } from '@dineward/core/partner/partner.ts'
import { sql } from 'kysely'
import { ofPrograms } from '../../db/of-programs.ts'
import type { Db } from '../../db/open-database.ts'

/* What members did before and after a bonus or an offer, and restaurants that fell silent. */

export interface EffectsOf {
  readonly programs: readonly Partner[]
  readonly today: string
}

export interface Effect {
  readonly partner: string
  readonly kind: 'bonus' | 'offer'
  readonly code: string
  readonly name: string
  /** Who registered for the bonus, or used the offer. */
  readonly members: number
  /** Those of them whose 30 days afterwards have passed: the rest is about them. */
  readonly compared: number
  readonly dinesBefore: number
  readonly dinesAfter: number
  readonly spentBeforeCents: number
  readonly spentAfterCents: number
  /** What all dines earned by it, in the program's unit. */
  readonly rewardUnits: number
}

/** An offer's own first dine is in neither of the 30 days. */
export async function selectEffects(
  db: Db,
  { programs, today }: EffectsOf,
  limit: number,
): Promise<Effect[]> {
  const slugs = programs.map(({ slug }) => slug)
  const { rows } = await sql<Effect>`
    with had as (
      select member.partner_id, 'bonus' as kind, member.code, member.member_id, max(member.description) as name,
        min(member.enrolled_at at time zone program.time_zone)::date as before_until,
        min(member.enrolled_at at time zone program.time_zone)::date as after_from
      from unnest(${slugs}::text[], ${programs.map(one => one.settings.timeZone)}::text[])
        as program (partner_id, time_zone)
      join member_bonuses member on member.partner_id = program.partner_id and member.enrolled_at is not null
      group by 1, 3, 4
      union all
      select component.partner_id, 'offer', component.code, component.member_id, max(offer.name),
        min(dine.dined_at)::date, min(dine.dined_at)::date + 1
      from dine_components component
      join dines dine on dine.partner_id = component.partner_id and dine.id = component.dine_id
      join offers offer on offer.partner_id = component.partner_id and offer.id = component.code
      where ${ofPrograms('component.partner_id', slugs)} and component.kind = 'offer' and component.units > 0
      group by 1, 3, 4
    ), dined as (
      select had.partner_id, kind, had.code, had.member_id, had.name, after_from + 30 <= ${today}::date as is_over,
        count(dine.id) filter (where dined_at < before_until) as dines_before,
        count(dine.id) filter (where dined_at >= after_from) as dines_after,
        coalesce(sum(coalesce(cleared_cents, 0) - refunded_cents) filter (where dined_at < before_until), 0)
          as spent_before,
        coalesce(sum(coalesce(cleared_cents, 0) - refunded_cents) filter (where dined_at >= after_from), 0)
          as spent_after
      from had
      left join dines dine on dine.partner_id = had.partner_id and dine.member_id = had.member_id
        and status in ('Awarded', 'Deferred', 'Paid')
        and dined_at >= before_until - 30 and dined_at < after_from + 30
      group by had.partner_id, kind, had.code, had.member_id, had.name, before_until, after_from
    ), cost as (
      select partner_id, case when kind = 'offer' then 'offer' else 'bonus' end as kind, code, sum(units) as reward_units
      from dine_components
      where ${ofPrograms('partner_id', slugs)} and kind in ('offer', 'bonus', 'corporate')
      group by 1, 2, 3
    )
    select partner_id as partner, kind, code, max(name) as name, count(*) as members,
      count(*) filter (where is_over) as compared,
      coalesce(sum(dines_before) filter (where is_over), 0) as dines_before,
      coalesce(sum(dines_after) filter (where is_over), 0) as dines_after,
      coalesce(sum(spent_before) filter (where is_over), 0) as spent_before_cents,
      coalesce(sum(spent_after) filter (where is_over), 0) as spent_after_cents,
      coalesce(max(cost.reward_units), 0) as reward_units
    from dined
    left join cost using (partner_id, kind, code)
    group by partner_id, kind, code
    order by 5 desc, 1, 2, 3
    limit ${limit}`.execute(db)
  return rows
}

export interface SilentRestaurant {
  readonly partner: string
  readonly merchantId: string
  readonly name: string
  readonly city: string
  /** In the 180 days before the last 30. */
  readonly dines: number
  readonly spentCents: number
  readonly lastDinedOn: string
}

/** They take part, had dines, and none for 30 days. */
export async function selectSilentRestaurants(
  db: Db,
  { programs, today }: EffectsOf,
  limit: number,
): Promise<SilentRestaurant[]> {
  const slugs = programs.map(({ slug }) => slug)
  const { rows } = await sql<SilentRestaurant>`
    select dined.partner_id as partner, dined.merchant_id, merchant.name, merchant.city, dines, spent_cents,
      to_char(last_dined_at, 'YYYY-MM-DD') as last_dined_on
    from (
      select partner_id, merchant_id, count(*) as dines, max(dined_at) as last_dined_at,
        sum(coalesce(cleared_cents, 0) - refunded_cents) as spent_cents
      from dines
      where ${ofPrograms('partner_id', slugs)} and status in ('Awarded', 'Deferred', 'Paid')
        and dined_at >= ${today}::date - 210
      group by 1, 2
      having max(dined_at) < ${today}::date - 30
    ) dined
    join merchants merchant on merchant.id = dined.merchant_id
    join merchant_participations participation on participation.partner_id = dined.partner_id
      and participation.merchant_id = dined.merchant_id
    where participation.left_on is null
    order by spent_cents desc, 1, 2
    limit ${limit}`.execute(db)
  return rows
}
