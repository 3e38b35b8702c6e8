import type {
  getLiabilityFile,
  getMerchantStatementPdf,
  getMerchantStatements,
  getPartnerStatement,
} from '@dineward/core/console-finance/statements.contract.ts'
import type { FiguresResponse } from '@dineward/core/shared/as-of.ts'
import type { ContractInput } from '@dineward/core/shared/contract.ts'
import { AppError } from '@dineward/core/shared/errors.ts'
import { csvFile } from '@dineward/core/shared/text/csv.ts'
import type { ConsoleContext } from '../../context.ts'
import { inProgram, programContext } from '../../http/serve-console.ts'
import type { FiguresFile } from '../../http/serve-figures.ts'
import { closedPeriods, isUnchanged } from '../reports/close-period.service.ts'
import { liabilityOf } from '../reports/liability.service.ts'
import { merchantStatements } from '../reports/merchant-statement.service.ts'
import { closes, partnerStatement } from '../reports/partner-statement.service.ts'
import { csvLines, liabilityColumns, merchantColumns, partnerColumns } from '../reports/report-files.view.ts'
import { earningPrograms } from './console-finance.service.ts'

type OfMonth = ContractInput<typeof getPartnerStatement>['query']

export async function readPartnerStatement(
  ctx: ConsoleContext,
  query: OfMonth,
): Promise<FiguresResponse<typeof getPartnerStatement>> {
  const { movements, period, db } = await statementOf(ctx, query)
  return {
    movements,
    addsUp: closes(movements),
    closed: period && {
      closedAt: period.closedAt.toISOString(),
      closedBy: period.closedBy,
      hash: period.hash,
      isUnchanged: (await isUnchanged(db, period)) && movements.closing === period.closingUnits,
    },
  }
}

async function statementOf(ctx: ConsoleContext, { partner: slug, month }: OfMonth) {
  const { partner, db } = programContext(ctx, slug)
  const movements = await partnerStatement(db, partner, month)
  const period = (await closedPeriods(db, partner)).find(one => one.month === month) ?? null
  return { partner, month, movements, period, db }
}

export async function listMerchantStatements(
  ctx: ConsoleContext,
  { partner: slug, month }: OfMonth,
): Promise<FiguresResponse<typeof getMerchantStatements>> {
  const { partner, db } = programContext(ctx, slug)
  const statements = await merchantStatements(db, partner, { month, merchantId: null })
  return {
    items: statements.map(({ merchant, corrections, baseUnits, bonusUnits, ...one }) => ({
      merchantId: merchant.id,
      name: merchant.name,
      city: merchant.city,
      dines: one.dines,
      spentCents: one.spentCents,
      refundedCents: one.refundedCents,
      netCents: one.netCents,
      correctedNetCents: corrections.spentCents - corrections.refundedCents,
      rewardUnits: baseUnits + bonusUnits,
      feeRates: one.feeRates.map(({ basisPoints }) => basisPoints),
      feeCents: one.feeCents,
    })),
    closedAt: statements[0]?.closedAt?.toISOString() ?? null,
  }
}

export async function liabilityFile(
  ctx: ConsoleContext,
  { partner, month }: ContractInput<typeof getLiabilityFile>['query'],
): Promise<FiguresFile<string>> {
  const rows = []
  for (const program of earningPrograms(ctx, partner))
    rows.push(await liabilityOf(inProgram(ctx, program), program, month ?? null))
  return { name: `liability-${month ?? 'now'}.csv`, content: csvFile(csvLines(liabilityColumns, rows)) }
}

export async function partnerStatementFile(
  ctx: ConsoleContext,
  query: OfMonth,
): Promise<FiguresFile<string>> {
  const content = csvFile(csvLines(partnerColumns, [await statementOf(ctx, query)]))
  return { name: `partner-statement-${query.partner}-${query.month}.csv`, content }
}

export async function partnerStatementPaper(
  ctx: ConsoleContext,
  query: OfMonth,
): Promise<FiguresFile<Buffer>> {
  const row = await statementOf(ctx, query)
  // The server starts without it.
  const { partnerStatementPdf } = await import('../reports/partner-statement-pdf.view.ts')
  const times = { now: ctx.clock.now(), closedAt: row.period?.closedAt ?? null }
  const content = await partnerStatementPdf(row, times)
  return { name: `partner-statement-${query.partner}-${query.month}.pdf`, content }
}

export async function merchantStatementsFile(
  ctx: ConsoleContext,
  query: OfMonth,
): Promise<FiguresFile<string>> {
  const { partner, db } = programContext(ctx, query.partner)
  const rows = await merchantStatements(db, partner, { month: query.month, merchantId: null })
  const content = csvFile(csvLines(merchantColumns, rows))
  return { name: `restaurant-statements-${query.partner}-${query.month}.csv`, content }
}

/** @throws `not_found` for a restaurant that was never in the program. */
export async function merchantStatementPaper(
  ctx: ConsoleContext,
  { partner: slug, month, merchantId }: ContractInput<typeof getMerchantStatementPdf>['query'],
): Promise<FiguresFile<Buffer>> {
  const { partner, db, clock } = programContext(ctx, slug)
  const [statement] = await merchantStatements(db, partner, { month, merchantId })
  if (!statement) throw new AppError('not_found')
  const { statementPdf } = await import('../reports/statement-pdf.view.ts')
  const name = `restaurant-statement-${slug}-${month}-${merchantId.replaceAll(/[^\w-]/g, '_')}.pdf`
  return { name, content: await statementPdf(statement, clock.now()) }
}
