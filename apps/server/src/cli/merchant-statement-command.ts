import { mkdirSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { percentOfBasisPoints } from '@dineward/core/reports/reports.rules.ts'
import { formatCents } from '@dineward/core/shared/format.ts'
import { type MerchantStatement, merchantStatements } from '../features/reports/merchant-statement.service.ts'
import { merchantColumns, plainUnits, unitOf } from '../features/reports/report-files.view.ts'
import type { Caller, Command } from './control.ts'
import { printAmounts, printCsv, readReportArguments, requireMonth } from './report-arguments.ts'

/** What restaurants owe for a month; nothing is posted. */
export const merchantStatementCommand: Command = async (world, args, caller) => {
  const wanted = readReportArguments(world, args, ['text', 'csv', 'pdf'])
  const { partners, merchantId, format } = wanted
  const month = requireMonth(wanted)
  const statements: MerchantStatement[] = []
  for (const partner of partners)
    statements.push(...(await merchantStatements(world.database.db, partner, { month, merchantId })))
  if (merchantId !== null && statements.length === 0)
    throw new Error(
      `There is no restaurant "${merchantId}" in ${partners.map(({ slug }) => slug).join(', ')}.`,
    )
  if (format === 'csv') printCsv(caller, merchantColumns, statements)
  else if (format === 'text') printStatements(caller, statements)
  else await writePdfs(caller, statements, { folder: wanted.folder, now: world.clock.now() })
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
        percentOfBasisPoints(one.feeBasisPoints),
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

/** A file for each restaurant. */
async function writePdfs(
  { cwd, print }: Caller,
  statements: readonly MerchantStatement[],
  { folder, now }: { readonly folder: string; readonly now: Date },
): Promise<void> {
  // The server, which runs commands, starts without it.
  const { statementPdf } = await import('../features/reports/statement-pdf.view.ts')
  const path = resolve(cwd, folder)
  mkdirSync(path, { recursive: true })
  for (const statement of statements) {
    const { partner, month, merchant } = statement
    const name = merchant.id.replaceAll(/[^\w-]/g, '_')
    const file = join(path, `statement-${partner.slug}-${month}-${name}.pdf`)
    writeFileSync(file, await statementPdf(statement, now))
    print(`Wrote ${file}.`)
  }
  if (statements.length === 0) print('No dines cleared in this month.')
}
