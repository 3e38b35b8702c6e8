import type { Partner } from '@dineward/core/partner/partner.ts'
import { type LedgerAccount, ledgerAccounts } from '../features/ledger/accounts.rules.ts'
import { addsUp, type Liability, liabilityOf } from '../features/reports/liability.service.ts'
import { closes, partnerStatement } from '../features/reports/partner-statement.service.ts'
import type { PartnerMovements } from '../features/reports/reports.read.ts'
import type { Caller, Command } from './control.ts'
import {
  type Column,
  plainUnits,
  printAmounts,
  printCsv,
  readReportArguments,
  requireMonth,
  unitOf,
} from './report-arguments.ts'

/** What is outstanding to members. Exit code 1 when it does not add up with the ledger. */
export const liabilityCommand: Command = async (world, args, caller) => {
  const { partners, month, format } = readReportArguments(world, args, ['text', 'csv'])
  const services = { db: world.database.db, clock: world.clock }
  const liabilities: Liability[] = []
  for (const partner of partners) liabilities.push(await liabilityOf(services, partner, month))
  if (format === 'csv') printCsv(caller, liabilityColumns, liabilities)
  else {
    for (const liability of liabilities) printLiability(caller, liability)
    printAccounts(caller)
  }
  return liabilities.every(addsUp) ? 0 : 1
}

const accountNames = Object.keys(ledgerAccounts) as LedgerAccount[]

const units =
  (field: 'owedToMembers' | 'owedByMembers' | 'inFlight' | 'outstanding' | 'awaitingPartner') =>
  (liability: Liability) =>
    plainUnits(liability.partner, liability[field])

const liabilityColumns: readonly Column<Liability>[] = [
  ['partner', ({ partner }) => partner.slug],
  ['until', ({ until }) => until.toISOString()],
  ['unit', ({ partner }) => unitOf(partner)],
  ['members_owed', ({ creditors }) => creditors],
  ['owed_to_members', units('owedToMembers')],
  ['members_owing', ({ debtors }) => debtors],
  ['owed_by_members', units('owedByMembers')],
  ['payouts_in_flight', units('inFlight')],
  ['outstanding', units('outstanding')],
  ['awaiting_partner', units('awaitingPartner')],
  ...accountNames.map(
    (account): Column<Liability> => [
      `account_${account}`,
      ({ partner, accounts }) => plainUnits(partner, accounts[account]),
    ],
  ),
]

function printLiability(caller: Caller, liability: Liability): void {
  const { partner, until, creditors, debtors, accounts } = liability
  caller.print(
    `${partner.settings.programName} (${partner.slug}), ${unitOf(partner)}, ${until.toISOString()}`,
  )
  printAmounts(caller, [
    [`owed to members (${creditors})`, units('owedToMembers')(liability)],
    [`owed by members (${debtors})`, units('owedByMembers')(liability)],
    ['payouts in flight', units('inFlight')(liability)],
    ['outstanding to members', units('outstanding')(liability)],
    ['of that, waiting for the partner', units('awaitingPartner')(liability)],
  ])
  printAmounts(
    caller,
    accountNames.map(account => [account, plainUnits(partner, accounts[account])]),
  )
  caller.print(addsUp(liability) ? '  The accounts add up to zero.' : '  THE ACCOUNTS DO NOT ADD UP.')
}

function printAccounts({ print }: Caller): void {
  print('Accounts: the debtor owes the creditor; an amount below zero is owed the other way around.')
  for (const account of accountNames) {
    const { debtor, creditor, sentence } = ledgerAccounts[account]
    print(`  ${account}: ${debtor} -> ${creditor}. ${sentence}`)
  }
}

type PartnerRow = { readonly partner: Partner; readonly month: string; readonly movements: PartnerMovements }

/** What members earned and were given in a month. Exit code 1 when it does not add up with the ledger. */
export const partnerStatementCommand: Command = async (world, args, caller) => {
  const wanted = readReportArguments(world, args, ['text', 'csv'])
  const month = requireMonth(wanted)
  const rows: PartnerRow[] = []
  for (const partner of wanted.partners)
    rows.push({ partner, month, movements: await partnerStatement(world.database.db, partner, month) })
  if (wanted.format === 'csv') printCsv(caller, partnerColumns, rows)
  else for (const row of rows) printPartnerStatement(caller, row)
  return rows.every(({ movements }) => closes(movements)) ? 0 : 1
}

/** In the order of the statement, with the sign of its effect. */
const movementLines = [
  ['opening', 'outstanding to members before', 1],
  ['earned', 'earned by dines', 1],
  ['bonuses', 'offers and bonuses', 1],
  ['takenBack', 'taken back after refunds', -1],
  ['adjusted', 'adjusted by staff', 1],
  ['returnedToProgram', 'given up by erased members', -1],
  ['settled', 'credited by the partner', -1],
  ['paidOut', 'paid out', -1],
  ['closing', 'outstanding to members after', 1],
] as const satisfies readonly (readonly [keyof PartnerMovements, string, 1 | -1])[]

const snakeCase = (name: string): string => name.replace(/[A-Z]/g, letter => `_${letter.toLowerCase()}`)

const partnerColumns: readonly Column<PartnerRow>[] = [
  ['partner', ({ partner }) => partner.slug],
  ['month', ({ month }) => month],
  ['unit', ({ partner }) => unitOf(partner)],
  ...movementLines.map(
    ([field, , sign]): Column<PartnerRow> => [
      snakeCase(field),
      ({ partner, movements }) => plainUnits(partner, withSign(movements[field], sign)),
    ],
  ),
]

function printPartnerStatement(caller: Caller, { partner, month, movements }: PartnerRow): void {
  caller.print(`${partner.settings.programName} (${partner.slug}), ${unitOf(partner)}, ${month}`)
  printAmounts(
    caller,
    movementLines.map(([field, name, sign]) => [name, plainUnits(partner, withSign(movements[field], sign))]),
  )
  caller.print(closes(movements) ? '  The lines add up.' : '  THE LINES DO NOT ADD UP.')
}

/** Without a negative zero. */
const withSign = (units: number, sign: 1 | -1): number => (sign < 0 && units !== 0 ? -units : units)
