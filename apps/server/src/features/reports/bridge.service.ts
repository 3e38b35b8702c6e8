import type { Partner } from '@dineward/core/partner/partner.ts'
import { daysOfMonth, type Month } from '@dineward/core/reports/reports.rules.ts'
import type { Db } from '../../db/open-database.ts'
import { selectBridge } from './bridge.read.ts'
import { listClosedPeriods } from './closed-periods.repository.ts'
import { merchantStatements } from './merchant-statement.service.ts'
import { partnerStatement } from './partner-statement.service.ts'
import { selectMidnight } from './reports.read.ts'
import type { DineTotals } from './reports.tables.ts'
import { sumStatementDines } from './statement-dines.service.ts'

/** What leads from the rewards in statements of restaurants to those of the partner statement. One snapshot. */
export function bridgeOf(db: Db, partner: Partner, month: Month) {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async trx => {
      const { from, to } = daysOfMonth(month)!
      const { timeZone } = partner.settings
      const statements = await merchantStatements(trx, partner, { month, merchantId: null })
      const restaurants = sum(statements.map(rewardOf))
      const corrections = sum(statements.map(one => rewardOf(one.corrections)))
      // Statements of an open month are of the dines as they are now.
      const isClosed = (await listClosedPeriods(trx, partner.slug)).some(one => one.month === month)
      const ofMonth = { month, merchantId: null, part: 'dines' } as const
      const dinesOfMonth = isClosed
        ? rewardOf((await sumStatementDines(trx, partner, ofMonth)).listed)
        : restaurants - corrections
      const lines = await selectBridge(trx, {
        partnerId: partner.slug,
        month,
        from: await selectMidnight(trx, from, timeZone),
        until: await selectMidnight(trx, to, timeZone),
      })
      const { earned, bonuses, takenBack, adjusted } = await partnerStatement(trx, partner, month)
      const partnerUnits = earned + bonuses - takenBack
      const { postedInOtherMonths, ...added } = lines
      return {
        restaurants,
        corrections,
        changedLater: dinesOfMonth - (restaurants - corrections),
        dinesOfMonth,
        ...lines,
        partner: partnerUnits,
        adjusted,
        addsUp: dinesOfMonth - postedInOtherMonths + sum(Object.values(added)) === partnerUnits,
      }
    })
}

const rewardOf = ({ baseUnits, bonusUnits }: Pick<DineTotals, 'baseUnits' | 'bonusUnits'>) =>
  baseUnits + bonusUnits
const sum = (amounts: readonly number[]) => amounts.reduce((total, one) => total + one, 0)
