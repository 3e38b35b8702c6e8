import type { Dimension, MeasureName } from '@dineward/core/console-insight/report-measures.ts'
import { type RawBuilder, sql } from 'kysely'
import { ofPrograms } from '../../db/of-programs.ts'
import { accountedAt, type Figure, movementFigures, rewards } from '../reports/figures.read.ts'

/*
 * How each measure of a report is counted. Rows of a source are named `one`; what they join to is read only where a
 * dimension needs it, since the planner drops joins to a key whose columns are not used.
 */

type Sql = RawBuilder<unknown>
type Join = keyof typeof joins

export interface Source {
  /** They have `partner_id`, `at`, what the joins need, and what the measures add up. */
  readonly rows: (slugs: readonly string[]) => Sql
  /** `at` is local time, or a date; else an instant. */
  readonly isLocal?: true
  /** Rows are changes of a state, which is their sum since the beginning. */
  readonly isState?: true
  readonly joins: readonly Join[]
  /** Columns of dimensions that the joins do not have. */
  readonly columns?: Readonly<Partial<Record<Dimension, Sql>>>
}

export const joins = {
  merchant: sql`left join merchants merchant on merchant.id = one.merchant_id`,
  member: sql`left join members member on member.partner_id = one.partner_id and member.id = one.member_id`,
  card: sql`left join linked_cards card on card.partner_id = one.partner_id and card.id = one.linked_card_id`,
  component: sql`left join dine_components component on component.partner_id = one.partner_id
    and component.id = one.correlation_id`,
} as const

const columnsOfJoins: Readonly<Record<Join, Readonly<Partial<Record<Dimension, Sql>>>>> = {
  merchant: {
    restaurant: sql`one.merchant_id`,
    // A restaurant with two cuisines counts once.
    cuisine: sql`merchant.cuisines[1]`,
    city: sql`merchant.city || ', ' || merchant.state`,
    area: sql`nullif(merchant.neighborhood, '')`,
  },
  member: { tier: sql`member.tier_level::text`, source: sql`member.enrollment_source` },
  card: { network: sql`card.card_type` },
  component: { code: sql`component.code` },
}

/** The key of a row in a dimension, as text. @throws where the source lacks it: core allows no such report */
export function columnOf({ joins, columns, isLocal }: Source, dimension: Dimension): Sql {
  const local = isLocal ? sql`one.at` : sql`(one.at at time zone program.time_zone)`
  const column: Sql | undefined = {
    program: sql`one.partner_id`,
    month: sql`to_char(${local}, 'YYYY-MM')`,
    week: sql`to_char(date_trunc('week', ${local}), 'YYYY-MM-DD')`,
    day: sql`to_char(${local}, 'YYYY-MM-DD')`,
    ...Object.assign({}, ...joins.map(join => columnsOfJoins[join])),
    ...columns,
  }[dimension]
  if (!column) throw new Error(`a source of reports has no ${dimension}`)
  return column
}

const dineColumns = sql`partner_id, dined_at as at, member_id, merchant_id, linked_card_id`
const place = ['merchant', 'member'] as const
const status = { status: sql`one.status` }

const earnedDines: Source = {
  rows: slugs => sql`
    select ${dineColumns}, coalesce(cleared_cents, 0) - refunded_cents as cents from dines
    where ${ofPrograms('partner_id', slugs)} and status in ('Awarded', 'Deferred', 'Paid')`,
  isLocal: true,
  joins: [...place, 'card'],
}
const everyDine: Source = {
  ...earnedDines,
  rows: slugs => sql`
    select ${dineColumns}, status, case when status = 'Pending' then reward_units + component_units end as promised
    from dines where ${ofPrograms('partner_id', slugs)}`,
  columns: status,
}

const unitsOf = ({ where, sign }: Figure) => sql`case when ${where} then ${sql.lit(sign)} * entry.units end`
const { outstanding, earned, bonuses, takenBack, adjusted, paidOut, settled } = movementFigures
const entries = (slugs: readonly string[], columns: Sql) => sql`
  select posting.partner_id, ${accountedAt} as at, ${columns}
  from ledger_postings posting
  join ledger_entries entry on entry.partner_id = posting.partner_id and entry.posting_id = posting.id
    and entry.counts_at = posting.counts_at
  left join dines dine on dine.partner_id = posting.partner_id and dine.id = posting.dine_id
  where ${ofPrograms('posting.partner_id', slugs)}`

const postings: Source = {
  rows: slugs =>
    entries(
      slugs,
      sql`posting.kind, posting.correlation_id, dine.merchant_id, dine.linked_card_id,
      coalesce(dine.member_id, (select min(own.member_id) from ledger_entries own
        where own.partner_id = posting.partner_id and own.posting_id = posting.id
          and own.counts_at = posting.counts_at)) as member_id,
      ${unitsOf({ where: rewards('dine', 'bonus', 'manual'), sign: -1 })} as rewards,
      ${unitsOf(earned)} as earned, ${unitsOf(bonuses)} as bonuses, ${unitsOf(takenBack)} as taken_back,
      ${unitsOf(adjusted)} as adjusted, coalesce(${unitsOf(paidOut)}, ${unitsOf(settled)}) as paid`,
    ),
  joins: [...place, 'card', 'component'],
  columns: { kind: sql`one.kind` },
}
const outstandingUnits: Source = {
  rows: slugs => entries(slugs, sql`${unitsOf(outstanding)} as change`),
  isState: true,
  joins: [],
}

const memberColumns = sql`partner_id, id as member_id, tier_level, enrollment_source`
const ofMembers = {
  joins: [],
  columns: { tier: sql`one.tier_level::text`, source: sql`one.enrollment_source` },
} as const
const ofAccounts = (slugs: readonly string[]) =>
  sql`from members where ${ofPrograms('partner_id', slugs)} and member_type <> 'NonCardMember'`
const joinedMembers: Source = {
  rows: slugs => sql`
    select ${memberColumns}, joined_at as at, exists (select from linked_cards card
      where card.partner_id = members.partner_id and card.member_id = members.id) as has_card
    ${ofAccounts(slugs)}`,
  ...ofMembers,
}
const openMembers: Source = {
  rows: slugs => sql`
    select ${memberColumns}, joined_at as at, 1 as change ${ofAccounts(slugs)}
    union all
    select ${memberColumns}, greatest(joined_at, least(closed_at, erased_at)), -1
    ${ofAccounts(slugs)} and (closed_at is not null or erased_at is not null)`,
  isState: true,
  ...ofMembers,
}

const cardChanges = (slugs: readonly string[]) => sql`
  select partner_id, member_id, card_type, linked_at as at, 1 as change from linked_cards
  where ${ofPrograms('partner_id', slugs)}
  union all
  select partner_id, member_id, card_type, greatest(linked_at, removed_at), -1 from linked_cards
  where ${ofPrograms('partner_id', slugs)} and removed_at is not null`
const linkedCards: Source = {
  rows: cardChanges,
  isState: true,
  joins: ['member'],
  columns: { network: sql`one.card_type` },
}
/** A member has a card from the first one that is linked until the last one is removed. */
const cardMembers: Source = {
  rows: slugs => sql`
    select partner_id, member_id, at, (cards > 0)::integer - (cards - change > 0)::integer as change
    from (
      select partner_id, member_id, at, change, sum(change) over (partition by partner_id, member_id order by at) as cards
      from (select partner_id, member_id, at, sum(change) as change from (${cardChanges(slugs)}) card group by 1, 2, 3) card
    ) card`,
  isState: true,
  joins: ['member'],
}

const participations: Source = {
  rows: slugs => sql`
    select partner_id, merchant_id, joined_on as at from merchant_participations
    where ${ofPrograms('partner_id', slugs)}`,
  isLocal: true,
  joins: ['merchant'],
}
const openParticipations: Source = {
  ...participations,
  rows: slugs => sql`
    select partner_id, merchant_id, joined_on as at, 1 as change from merchant_participations
    where ${ofPrograms('partner_id', slugs)}
    union all
    select partner_id, merchant_id, greatest(joined_on, left_on), -1 from merchant_participations
    where ${ofPrograms('partner_id', slugs)} and left_on is not null`,
  isState: true,
}

const claims: Source = {
  rows: slugs => sql`
    select partner_id, member_id, merchant_id, state as status, created_at as at from claims
    where ${ofPrograms('partner_id', slugs)}`,
  joins: place,
  columns: status,
}
const bookings: Source = {
  ...claims,
  rows: slugs => sql`
    select partner_id, member_id, merchant_id, status, booked_at as at from reservations
    where ${ofPrograms('partner_id', slugs)}`,
}

interface Count {
  readonly of: Source
  readonly as: Sql
}

const sum = (column: string) => sql`coalesce(sum(${sql.ref(`one.${column}`)}), 0)`
const count = sql`count(*)`
const change = sum('change')

export const counts: Readonly<Record<MeasureName, Count>> = {
  dines: { of: earnedDines, as: count },
  spend: { of: earnedDines, as: sum('cents') },
  activeMembers: { of: earnedDines, as: sql`count(distinct (one.partner_id, one.member_id))` },
  activeRestaurants: { of: earnedDines, as: sql`count(distinct one.merchant_id)` },
  allDines: { of: everyDine, as: count },
  promised: { of: everyDine, as: sum('promised') },
  rewards: { of: postings, as: sum('rewards') },
  earned: { of: postings, as: sum('earned') },
  bonuses: { of: postings, as: sum('bonuses') },
  takenBack: { of: postings, as: sum('taken_back') },
  adjusted: { of: postings, as: sum('adjusted') },
  paid: { of: postings, as: sum('paid') },
  joined: { of: joinedMembers, as: count },
  joinedWithCard: { of: joinedMembers, as: sql`count(*) filter (where one.has_card)` },
  bookings: { of: bookings, as: count },
  claims: { of: claims, as: count },
  newRestaurants: { of: participations, as: count },
  members: { of: openMembers, as: change },
  cards: { of: linkedCards, as: change },
  cardMembers: { of: cardMembers, as: change },
  restaurants: { of: openParticipations, as: change },
  liability: { of: outstandingUnits, as: change },
}
