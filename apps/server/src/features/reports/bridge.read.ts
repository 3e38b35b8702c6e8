import type { bridgeFigureNames } from '@dineward/core/ledger/figures.ts'
import { daysOfMonth, type Month } from '@dineward/core/reports/reports.rules.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../db/open-database.ts'
import { accountedAt, type Figure, rewards, sumOf } from './figures.read.ts'
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

/** Rewards in neither of them are of dines of the month, posted in it. */
export function bridgeFigures({ partnerId, month, ...at }: MonthOf): Record<BridgeFigure, Figure> {
  const { from, to } = daysOfMonth(month)!
  const dines = clearedDines({ partnerId, merchantId: null })
  const isOfDines = (during: RawBuilder<unknown>) =>
    sql`posting.dine_id in (select id from ${dines} where ${during})`
  const isOfMonth = isOfDines(sql`cleared_at >= ${from}::date and cleared_at < ${to}::date`)
  const isPosted = sql`(${accountedAt} >= ${at.from.toISOString()}::timestamptz
    and ${accountedAt} < ${at.until.toISOString()}::timestamptz)`
  const isReward = sql`${rewards('dine', 'bonus')} and entry.account = 'program_rewards'`
  return {
    postedInOtherMonths: { where: sql`${isReward} and not ${isPosted} and ${isOfMonth}`, sign: -1 },
    dinesOfOtherMonths: {
      where: sql`${isReward} and ${isPosted} and ${isOfDines(sql`cleared_at < ${from}::date or cleared_at >= ${to}::date`)}`,
      sign: -1,
    },
    dinesOfNoStatement: {
      where: sql`${isReward} and ${isPosted} and posting.dine_id is not null
        and not ${isOfDines(sql`cleared_at is not null`)}`,
      sign: -1,
    },
    withoutDine: { where: sql`${isReward} and ${isPosted} and posting.dine_id is null`, sign: -1 },
    bonusesPaidByPartner: {
      where: sql`${rewards('dine', 'bonus')} and entry.account = 'partner_rewards' and ${isPosted}`,
      sign: -1,
    },
  }
}

export async function selectBridge(db: Db, month: MonthOf): Promise<Record<BridgeFigure, number>> {
  const figures = Object.entries(bridgeFigures(month))
  const sums = figures.map(([name, figure]) => sql`${sumOf(figure, sql`true`)} as ${sql.ref(name)}`)
  const { rows } = await sql<Record<BridgeFigure, number>>`
    select ${sql.join(sums)}
    from ledger_entries entry
    join ledger_postings posting on posting.partner_id = entry.partner_id and posting.id = entry.posting_id
    where entry.partner_id = ${month.partnerId}
      and entry.account in ('program_rewards', 'partner_rewards')`.execute(db)
  return rows[0]!
}
