import { percentOfBasisPoints } from '@dineward/core/reports/reports.rules.ts'
import { formatCents } from '@dineward/core/shared/format.ts'
import {
  type MerchantStatement,
  merchantStatements,
} from '../../../features/reports/merchant-statement.service.ts'
import { merchantColumns, plainUnits, unitOf } from '../../../features/reports/report-files.view.ts'
import type { Caller, Command } from '../../control.ts'
import {
  printAmounts,
  printCsv,
  readReportArguments,
  reportedFigures,
  requireMonth,
  writeFiles,
} from '../../report-arguments.ts'

/** It shows what restaurants owe for a month; nothing is posted. */
export const merchantStatementCommand: Command = async (world, args, caller) => {
  const wanted = readReportArguments(world, args, ['text', 'csv', 'pdf'])
  const { partners, merchantId, format } = wanted
  const month = requireMonth(wanted)
  const statements = await reportedFigures(world, caller, format, async db => {
    const made: MerchantStatement[] = []
    for (const partner of partners)
      made.push(...(await merchantStatements(db, partner, { month, merchantId })))
    return made
  })
  if (merchantId !== null && statements.length === 0)
    throw new Error(
      `There is no restaurant "${merchantId}" in ${partners.map(({ slug }) => slug).join(', ')}.`,
    )
  if (format === 'csv') printCsv(caller, merchantColumns, statements)
  else if (format === 'text') printStatements(caller, statements)
  else {
    await writeFiles(caller, wanted.folder, papers(statements, world.clock.now()))
    if (statements.length === 0) caller.print('No dines cleared in this month.')
  }
  return 0
}

function printStatements(caller: Caller, statements: readonly MerchantStatement[]): void {
  for (const [partner, own] of Map.groupBy(statements, one => one.partner)) {
    const sum = (field: 'dines' | 'netCents' | 'baseUnits' | 'bonusUnits' | 'feeCents') =>
      own.reduce((total, one) => total + one[field], 0)
    caller.print(`${partner.settings.programName} (${partner.slug}), ${own[0]!.month}`)
    const rewards = (units: number) => `${plainUnits(partner, units)} ${unitOf(partner)}`
    printAmounts(caller, [
      ['restaurant', 'dines', 'net spend', 'rewards', 'fee rate', 'fee'],
      ...own.map(({ merchant, ...one }) => [
        merchant.name,
        String(one.dines),
        formatCents(one.netCents),
        rewards(one.baseUnits + one.bonusUnits),
        one.feeRates.map(({ basisPoints }) => percentOfBasisPoints(basisPoints)).join(', '),
        formatCents(one.feeCents),
      ]),
      [
        `total (${own.length})`,
        String(sum('dines')),
        formatCents(sum('netCents')),
        rewards(sum('baseUnits') + sum('bonusUnits')),
        '',
        formatCents(sum('feeCents')),
      ],
    ])
  }
  if (statements.length === 0) caller.print('No dines cleared in this month.')
}

/** Each restaurant has its own file. */
async function* papers(statements: readonly MerchantStatement[], now: Date) {
  // The server, which runs commands, starts without it.
  const { statementPdf } = await import('../../../features/reports/statement-pdf.view.ts')
  for (const statement of statements) {
    const { partner, month, merchant } = statement
    const name = `statement-${partner.slug}-${month}-${merchant.id.replaceAll(/[^\w-]/g, '_')}.pdf`
    yield { name, content: await statementPdf(statement, now) }
  }
}
