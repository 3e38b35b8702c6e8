import type { Partner } from '@dineward/core/partner/partner.ts'
import { daysOfMonth, type Month } from '@dineward/core/reports/reports.rules.ts'
import type { Db } from '../../db/open-database.ts'
import { selectMidnight, selectPartnerMovements } from './reports.read.ts'
import type { PartnerMovements } from './reports.tables.ts'

/** Of a month in the partner's time zone, in its unit. */
export async function partnerStatement(db: Db, partner: Partner, month: Month): Promise<PartnerMovements> {
  const { from, to } = daysOfMonth(month)!
  const { timeZone } = partner.settings
  return selectPartnerMovements(db, {
    partnerId: partner.slug,
    from: await selectMidnight(db, from, timeZone),
    until: await selectMidnight(db, to, timeZone),
  })
}

export function closes(statement: PartnerMovements): boolean {
  const { opening, earned, bonuses, takenBack, adjusted, returnedToProgram, settled, paidOut } = statement
  const change = earned + bonuses - takenBack + adjusted - returnedToProgram - settled - paidOut
  return opening + change === statement.closing
}
