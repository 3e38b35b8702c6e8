import type { Partner } from '@dineward/core/partner/partner.ts'
import { currencyWords, rewardsAreCents } from '@dineward/core/partner/partner-questions.ts'
import type { Month } from '@dineward/core/reports/reports.rules.ts'
import { decimalOfCents } from '@dineward/core/shared/money.ts'
import { csvLine } from '@dineward/core/shared/text/csv.ts'
import { type LedgerAccount, ledgerAccounts } from '../ledger/accounts.rules.ts'
import type { Liability } from './liability.service.ts'
import type { MerchantStatement } from './merchant-statement.service.ts'
import type { PartnerMovements } from './reports.tables.ts'

/* Commands and the console write these columns of the files. */

/** Dollars and credits are decimal, points and miles whole units. */
export function plainUnits(partner: Partner, units: number): string {
  return rewardsAreCents(partner) ? decimalOfCents(units) : String(units)
}

export const unitOf = (partner: Partner): string =>
  rewardsAreCents(partner) ? 'USD' : currencyWords(partner).plural

export type Column<T> = readonly [name: string, value: (row: T) => string | number]

/** The lines are a header and a line for each row. */
export function csvLines<T>(columns: readonly Column<T>[], rows: readonly T[]): string[] {
  return [
    csvLine(columns.map(([name]) => name)),
    ...rows.map(row => csvLine(columns.map(([, value]) => value(row)))),
  ]
}

export const accountNames = Object.keys(ledgerAccounts) as LedgerAccount[]

export const liabilityUnits =
  (
    field:
      | 'owedToMembers'
      | 'expectedBreakage'
      | 'owedByMembers'
      | 'inFlight'
      | 'outstanding'
      | 'awaitingPartner',
  ) =>
  (liability: Liability) =>
    plainUnits(liability.partner, liability[field])

export const liabilityColumns: readonly Column<Liability>[] = [
  ['partner', ({ partner }) => partner.slug],
  ['until', ({ until }) => until.toISOString()],
  ['unit', ({ partner }) => unitOf(partner)],
  ['members_owed', ({ creditors }) => creditors],
  ['owed_to_members', liabilityUnits('owedToMembers')],
  ['expected_breakage', liabilityUnits('expectedBreakage')],
  ['members_owing', ({ debtors }) => debtors],
  ['owed_by_members', liabilityUnits('owedByMembers')],
  ['payouts_in_flight', liabilityUnits('inFlight')],
  ['outstanding', liabilityUnits('outstanding')],
  ['awaiting_partner', liabilityUnits('awaitingPartner')],
  ...accountNames.map(
    (account): Column<Liability> => [
      `account_${account}`,
      ({ partner, accounts }) => plainUnits(partner, accounts[account]),
    ],
  ),
]

export interface PartnerStatementRow {
  readonly partner: Partner
  readonly month: Month
  readonly movements: PartnerMovements
}

/** The lines are in the order of the statement, with the sign of each one's effect. */
export const movementLines = [
  ['opening', 'outstanding to members before', 1],
  ['earned', 'earned by dines', 1],
  ['bonuses', 'offers and bonuses', 1],
  ['takenBack', 'taken back after refunds', -1],
  ['adjusted', 'adjusted by staff', 1],
  ['paidByPartner', 'part of these that the partner pays', 1],
  ['returnedToProgram', 'given up by erased members', -1],
  ['settled', 'credited by the partner', -1],
  ['paidOut', 'paid out', -1],
  ['closing', 'outstanding to members after', 1],
] as const satisfies readonly (readonly [keyof PartnerMovements, string, 1 | -1])[]

/** Zero stays without a minus sign. */
export const withSign = (units: number, sign: 1 | -1): number => (sign < 0 && units !== 0 ? -units : units)

const snakeCase = (name: string): string => name.replace(/[A-Z]/g, letter => `_${letter.toLowerCase()}`)

export const partnerColumns: readonly Column<PartnerStatementRow>[] = [
  ['partner', ({ partner }) => partner.slug],
  ['month', ({ month }) => month],
  ['unit', ({ partner }) => unitOf(partner)],
  ...movementLines.map(
    ([field, , sign]): Column<PartnerStatementRow> => [
      snakeCase(field),
      ({ partner, movements }) => plainUnits(partner, withSign(movements[field], sign)),
    ],
  ),
]

export const merchantColumns: readonly Column<MerchantStatement>[] = [
  ['partner', ({ partner }) => partner.slug],
  ['month', ({ month }) => month],
  ['merchant_id', ({ merchant }) => merchant.id],
  ['merchant', ({ merchant }) => merchant.name],
  ['dines', ({ dines }) => dines],
  ['spent', ({ spentCents }) => decimalOfCents(spentCents)],
  ['refunded', ({ refundedCents }) => decimalOfCents(refundedCents)],
  ['net_spend', ({ netCents }) => decimalOfCents(netCents)],
  ['unit', ({ partner }) => unitOf(partner)],
  ['base_reward', ({ partner, baseUnits }) => plainUnits(partner, baseUnits)],
  ['bonus_reward', ({ partner, bonusUnits }) => plainUnits(partner, bonusUnits)],
  ['fee_basis_points', ({ feeRates }) => feeRates.map(({ basisPoints }) => basisPoints).join(' ')],
  ['fee', ({ feeCents }) => decimalOfCents(feeCents)],
  [
    'corrected_net_spend',
    ({ corrections: { spentCents, refundedCents } }) => decimalOfCents(spentCents - refundedCents),
  ],
]
