import { getExports, getJournalFile } from '@dineward/core/exports/exports.contract.ts'
import { AppError } from '@dineward/core/shared/errors.ts'
import { csvFile } from '@dineward/core/shared/text/csv.ts'
import type { FastifyInstance } from 'fastify'
import { type ConsoleServices, programContext, serveConsole } from '../../http/serve-console.ts'
import { readFigures } from '../reports/read-figures.service.ts'
import { csvLines } from '../reports/report-files.view.ts'
import { actorName, recordAudit } from '../staff/audit.service.ts'
import { listExports } from './export-tables.service.ts'
import { JournalRefused, journalColumns, journalName, journalOf, journalRows } from './journal.service.ts'

export function exportsRoutes(app: FastifyInstance, services: ConsoleServices): void {
  serveConsole(app, services, getExports, (ctx, { query }) => listExports(ctx, query))
  serveConsole(app, services, getJournalFile, async (ctx, { query: { partner: slug, month } }, { reply }) => {
    const program = programContext(ctx, slug)
    const of = { reader: actorName(ctx.actor), isUnstated: true }
    const { value: journal } = await readFigures(ctx, of, db =>
      journalOf({ ...program, db }, program.partner, month),
    ).catch(error => {
      if (!(error instanceof JournalRefused)) throw error
      throw new AppError('validation_failed', {
        fieldErrors: [{ field: 'month', message: error.message }],
      })
    })
    await recordAudit(program, { action: 'export.journal', subject: month, partnerId: slug })
    reply
      .type('text/csv; charset=utf-8')
      .header('content-disposition', `attachment; filename="${journalName(journal)}"`)
    return csvFile(csvLines(journalColumns, journalRows(journal)))
  })
}
