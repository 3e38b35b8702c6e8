import type { Partner } from '@dineward/core/partner/partner.ts'
import { daysOfMonth, type Month } from '@dineward/core/reports/reports.rules.ts'
import type { Clock } from '@dineward/core/shared/clock.ts'
import type { Db } from '../../db/open-database.ts'
import { type LedgerAccount, ledgerAccounts } from '../ledger/accounts.rules.ts'
import {
  type MemberBalances,
  selectAccountTotals,
  selectAwaitingPartner,
  selectMemberBalances,
  selectMidnight,
} from './reports.read.ts'

/** In the partner's unit. */
export interface Liability extends MemberBalances {
  readonly partner: Partner
  readonly until: Date
  readonly inFlight: number
  /** This is owed to members, payouts in flight included, less what members owe. */
  readonly outstanding: number
  /** This part of it is points and miles that the partner has not answered. */
  readonly awaitingPartner: number
  readonly accounts: Readonly<Record<LedgerAccount, number>>
}

export interface ReportServices {
  readonly db: Db
  readonly clock: Clock
}

/** At the end of a month in the partner's time zone; null: now. One snapshot. */
export function liabilityOf(
  { db, clock }: ReportServices,
  partner: Partner,
  month: Month | null,
): Promise<Liability> {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async trx => {
      // What was posted this very millisecond counts.
      const until =
        month === null ? new Date(clock.now().getTime() + 1) : await endOfMonth(trx, partner, month)
      const at = { partnerId: partner.slug, until }
      const totals = await selectAccountTotals(trx, at)
      const balances = await selectMemberBalances(trx, { ...at, isNow: month === null })
      const awaitingPartner = await selectAwaitingPartner(trx, at)
      const inFlight = totals.get('payouts_in_flight') ?? 0
      return {
        partner,
        until,
        ...balances,
        inFlight,
        outstanding: (totals.get('member_rewards') ?? 0) + inFlight,
        awaitingPartner,
        accounts: everyAccount(totals),
      }
    })
}

/** What members are owed and owe is the account of the members, and all accounts sum to zero. */
export function addsUp({ accounts, owedToMembers, owedByMembers }: Liability): boolean {
  const total = Object.values(accounts).reduce((sum, units) => sum + units, 0)
  return total === 0 && owedToMembers - owedByMembers === accounts.member_rewards
}

function endOfMonth(db: Db, { settings }: Partner, month: Month): Promise<Date> {
  return selectMidnight(db, daysOfMonth(month)!.to, settings.timeZone)
}

function everyAccount(totals: ReadonlyMap<LedgerAccount, number>): Record<LedgerAccount, number> {
  const names = Object.keys(ledgerAccounts) as LedgerAccount[]
  return Object.fromEntries(names.map(name => [name, totals.get(name) ?? 0])) as Record<LedgerAccount, number>
}
