import type { Partner } from '@dineward/core/partner/partner.ts'
import { daysOfMonth, type Month, merchantFeeCents } from '@dineward/core/reports/reports.rules.ts'
import type { Db } from '../../db/open-database.ts'
import {
  type MerchantDay,
  type StatementMerchant,
  selectMerchantDays,
  selectStatementMerchants,
} from './reports.read.ts'

type Totals = Omit<MerchantDay, 'merchantId' | 'clearedOn'>

/** Computed from dines as they are decided now; the fee is posted nowhere. */
export interface MerchantStatement extends Totals {
  readonly partner: Partner
  readonly month: Month
  readonly merchant: StatementMerchant
  readonly days: readonly MerchantDay[]
  readonly netCents: number
  readonly feeBasisPoints: number
  readonly feeCents: number
}

/** By name; those with dines in the month, or the one that is asked for. */
export async function merchantStatements(
  db: Db,
  partner: Partner,
  { month, merchantId }: { readonly month: Month; readonly merchantId: string | null },
): Promise<MerchantStatement[]> {
  const days = await selectMerchantDays(db, { partnerId: partner.slug, ...daysOfMonth(month)!, merchantId })
  const byMerchant = Map.groupBy(days, day => day.merchantId)
  const ids = merchantId === null ? [...byMerchant.keys()] : [merchantId]
  const merchants = await selectStatementMerchants(db, partner.slug, ids)
  return merchants.map(merchant => statementOf(partner, month, merchant, byMerchant.get(merchant.id) ?? []))
}

function statementOf(
  partner: Partner,
  month: Month,
  merchant: StatementMerchant,
  days: readonly MerchantDay[],
): MerchantStatement {
  const sum = (field: keyof Totals) => days.reduce((total, day) => total + day[field], 0)
  const [spentCents, refundedCents] = [sum('spentCents'), sum('refundedCents')]
  const netCents = spentCents - refundedCents
  const feeBasisPoints = merchant.feeBasisPoints ?? partner.settings.merchantFee.basisPoints
  return {
    ...{ partner, month, merchant, days, spentCents, refundedCents, netCents, feeBasisPoints },
    dines: sum('dines'),
    baseUnits: sum('baseUnits'),
    bonusUnits: sum('bonusUnits'),
    feeCents: merchantFeeCents(netCents, feeBasisPoints),
  }
}
