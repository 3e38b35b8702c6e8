import type { bridgeFigureNames } from '@dineward/core/ledger/figures.ts'
import { daysOfMonth, type Month } from '@dineward/core/reports/reports.rules.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../db/open-database.ts'
import { accountedAt, type Figure, isOfIdsPosted, rewards, sumOf } from './figures.read.ts'
import { clearedDines } from './statement-dines.read.ts'

/* Restaurants count a reward in the month of its dine, partners in the month of its posting. */

export interface MonthOf {
  readonly partnerId: string
  readonly month: Month
  /** Midnight at the beginning and end of the month in the partner's time zone. */
  readonly from: Date
  readonly until: Date
}

export type BridgeFigure = (typeof bridgeFigureNames)[number]

const isPostedIn = ({ from, until }: MonthOf) => sql`(${accountedAt} >= ${from.toISOString()}::timestamptz
  and ${accountedAt} < ${until.toISOString()}::timestamptz)`

/** Rewards in neither of them are of dines of the month, posted in it. */
export function bridgeFigures(of: MonthOf): Record<BridgeFigure, Figure> {
  const { from, to } = daysOfMonth(of.month)!
  const isOfMonth = sql`(dine_of.cleared_at >= ${from}::date and dine_of.cleared_at < ${to}::date)`
  const isPosted = isPostedIn(of)
  const isReward = sql`${rewards('dine', 'bonus')} and entry.account = 'program_rewards'`
  const figure = (where: RawBuilder<unknown>): Figure => ({ join: joinDines(of.partnerId), where, sign: -1 })
  return {
    postedInOtherMonths: figure(sql`${isReward} and not ${isPosted} and ${isOfMonth}`),
    dinesOfOtherMonths: figure(
      sql`${isReward} and ${isPosted} and dine_of.cleared_at is not null and not ${isOfMonth}`,
    ),
    dinesOfNoStatement: figure(
      sql`${isReward} and ${isPosted} and posting.dine_id is not null and dine_of.cleared_at is null`,
    ),
    withoutDine: figure(sql`${isReward} and ${isPosted} and posting.dine_id is null`),
    bonusesPaidByPartner: figure(
      sql`${rewards('dine', 'bonus')} and entry.account = 'partner_rewards' and ${isPosted}`,
    ),
  }
}

/** The dine of a posting, where a statement of a restaurant counts it. */
const joinDines = (partnerId: string) => sql`left join (
    select id, cleared_at from ${clearedDines({ partnerId, merchantId: null })}
  ) dine_of on dine_of.id = posting.dine_id`

/** It reads what was posted in the month, and the postings of its dines: not those of the program. */
export async function selectBridge(db: Db, of: MonthOf): Promise<Record<BridgeFigure, number>> {
  const { partnerId, month } = of
  const { postedInOtherMonths, ...posted } = bridgeFigures(of)
  const { from, to } = daysOfMonth(month)!
  const sums = Object.entries(posted).map(
    ([name, figure]) => sql`${sumOf(figure, sql`true`)} as ${sql.ref(name)}`,
  )
  const { rows } = await sql<Record<BridgeFigure, number>>`
    with of_dines as materialized (
      select posting.*, dine.cleared_at from ${clearedDines({ partnerId, merchantId: null })}
      join ledger_postings posting on posting.partner_id = ${partnerId} and posting.dine_id = dine.id
      where dine.cleared_at >= ${from}::date and dine.cleared_at < ${to}::date
    )
    select * from (
      select ${sql.join(sums)}
      from ledger_entries entry
      join ledger_postings posting on posting.partner_id = entry.partner_id and posting.id = entry.posting_id
        and posting.counts_at = entry.counts_at and ${isOfIdsPosted(of)}
      ${joinDines(partnerId)}
      where entry.partner_id = ${partnerId} and ${isPostedIn(of)}
    ) posted cross join (
      select ${sumOf(postedInOtherMonths, sql`true`)} as "postedInOtherMonths"
      from of_dines posting
      cross join lateral (select posting.cleared_at) dine_of
      join ledger_entries entry on entry.partner_id = ${partnerId} and entry.posting_id = posting.id
        and entry.counts_at = posting.counts_at
        and entry.counts_at >= (select min(counts_at) from of_dines)
        and entry.counts_at <= (select max(counts_at) from of_dines)
    ) other`.execute(db)
  return rows[0]!
}
