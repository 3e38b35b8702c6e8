import { ledgerAccounts } from '../../features/ledger/accounts.rules.ts'
import { closedPeriods } from '../../features/reports/close-period.service.ts'
import { addsUp, type Liability, liabilityOf } from '../../features/reports/liability.service.ts'
import { closes, partnerStatement } from '../../features/reports/partner-statement.service.ts'
import {
  accountNames,
  liabilityColumns,
  liabilityUnits,
  movementLines,
  type PartnerStatementRow,
  partnerColumns,
  plainUnits,
  unitOf,
  withSign,
} from '../../features/reports/report-files.view.ts'
import type { World } from '../../world.ts'
import type { Caller, Command } from '../control.ts'
import {
  printAmounts,
  printCsv,
  readReportArguments,
  reportedFigures,
  requireMonth,
  writeFiles,
} from '../report-arguments.ts'

/** What is outstanding to members. Exit code 1 when it does not add up with the ledger. */
export const liabilityCommand: Command = async (world, args, caller) => {
  const { partners, month, format } = readReportArguments(world, args, ['text', 'csv'])
  const { clock } = world
  const liabilities = await reportedFigures(world, caller, format, async db => {
    const made: Liability[] = []
    for (const partner of partners) made.push(await liabilityOf({ db, clock }, partner, month))
    return made
  })
  if (format === 'csv') printCsv(caller, liabilityColumns, liabilities)
  else {
    for (const liability of liabilities) printLiability(caller, liability)
    printAccounts(caller)
  }
  return liabilities.every(addsUp) ? 0 : 1
}

function printLiability(caller: Caller, liability: Liability): void {
  const { partner, until, creditors, debtors, accounts } = liability
  caller.print(
    `${partner.settings.programName} (${partner.slug}), ${unitOf(partner)}, ${until.toISOString()}`,
  )
  printAmounts(caller, [
    [`owed to members (${creditors})`, liabilityUnits('owedToMembers')(liability)],
    ['of that, expected never to be claimed', liabilityUnits('expectedBreakage')(liability)],
    [`owed by members (${debtors})`, liabilityUnits('owedByMembers')(liability)],
    ['payouts in flight', liabilityUnits('inFlight')(liability)],
    ['outstanding to members', liabilityUnits('outstanding')(liability)],
    ['of that, waiting for the partner', liabilityUnits('awaitingPartner')(liability)],
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

/** What members earned and were given in a month. Exit code 1 when it does not add up with the ledger. */
export const partnerStatementCommand: Command = async (world, args, caller) => {
  const wanted = readReportArguments(world, args, ['text', 'csv', 'pdf'])
  const month = requireMonth(wanted)
  const rows = await reportedFigures(world, caller, wanted.format, async db => {
    const made: PartnerStatementRow[] = []
    for (const partner of wanted.partners)
      made.push({ partner, month, movements: await partnerStatement(db, partner, month) })
    return made
  })
  if (wanted.format === 'csv') printCsv(caller, partnerColumns, rows)
  else if (wanted.format === 'pdf') await writeFiles(caller, wanted.folder, papers(world, rows))
  else for (const row of rows) printPartnerStatement(caller, row)
  return rows.every(({ movements }) => closes(movements)) ? 0 : 1
}

/** Each program has its own file. */
async function* papers({ database: { db }, clock }: World, rows: readonly PartnerStatementRow[]) {
  // The server, which runs commands, starts without it.
  const { partnerStatementPdf } = await import('../../features/reports/partner-statement-pdf.view.ts')
  for (const row of rows) {
    const period = (await closedPeriods(db, row.partner)).find(({ month }) => month === row.month)
    const content = await partnerStatementPdf(row, { now: clock.now(), closedAt: period?.closedAt ?? null })
    yield { name: `partner-statement-${row.partner.slug}-${row.month}.pdf`, content }
  }
}

function printPartnerStatement(caller: Caller, { partner, month, movements }: PartnerStatementRow): void {
  caller.print(`${partner.settings.programName} (${partner.slug}), ${unitOf(partner)}, ${month}`)
  printAmounts(
    caller,
    movementLines.map(([field, name, sign]) => [name, plainUnits(partner, withSign(movements[field], sign))]),
  )
  caller.print(closes(movements) ? '  The lines add up.' : '  THE LINES DO NOT ADD UP.')
}
