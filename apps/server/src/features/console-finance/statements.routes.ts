import {
  getPeriodChecklist,
  getPeriods,
  postPeriodClose,
} from '@dineward/core/console-finance/periods.contract.ts'
import {
  getLiabilityFile,
  getMerchantStatementPdf,
  getMerchantStatements,
  getMerchantStatementsFile,
  getPartnerStatement,
  getPartnerStatementFile,
  getPartnerStatementPdf,
} from '@dineward/core/console-finance/statements.contract.ts'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { type ConsoleServices, serveConsole } from '../../http/serve-console.ts'
import { serveControlled } from '../../http/serve-controlled.ts'
import { measureClosing } from './finance-effects.service.ts'
import { closeMonth, listPeriods, readChecklist } from './periods.service.ts'
import {
  liabilityFile,
  listMerchantStatements,
  merchantStatementPaper,
  merchantStatementsFile,
  partnerStatementFile,
  partnerStatementPaper,
  readPartnerStatement,
  type StatementFile,
} from './statements.service.ts'

export interface FinanceServices extends ConsoleServices {
  readonly wakeFinance: () => void
}

export function statementRoutes(app: FastifyInstance, services: FinanceServices): void {
  serveConsole(app, services, getPartnerStatement, (ctx, { query }) => readPartnerStatement(ctx, query))
  serveConsole(app, services, getMerchantStatements, (ctx, { query }) => listMerchantStatements(ctx, query))
  serveConsole(app, services, getLiabilityFile, async (ctx, { query }, { reply }) =>
    asFile(reply, await liabilityFile(ctx, query)),
  )
  serveConsole(app, services, getPartnerStatementFile, async (ctx, { query }, { reply }) =>
    asFile(reply, await partnerStatementFile(ctx, query)),
  )
  serveConsole(app, services, getPartnerStatementPdf, async (ctx, { query }, { reply }) =>
    asFile(reply, await partnerStatementPaper(ctx, query)),
  )
  serveConsole(app, services, getMerchantStatementsFile, async (ctx, { query }, { reply }) =>
    asFile(reply, await merchantStatementsFile(ctx, query)),
  )
  serveConsole(app, services, getMerchantStatementPdf, async (ctx, { query }, { reply }) =>
    asFile(reply, await merchantStatementPaper(ctx, query)),
  )

  serveConsole(app, services, getPeriods, (ctx, { query }) => listPeriods(ctx, query))
  serveConsole(app, services, getPeriodChecklist, (ctx, { query }) => readChecklist(ctx, query))
  serveControlled(app, services, postPeriodClose, {
    measure: measureClosing,
    perform: async (ctx, { body }) => {
      const started = await closeMonth(ctx, body)
      services.wakeFinance()
      return started
    },
  })
}

function asFile<Content extends string | Buffer>(
  reply: FastifyReply,
  { name, content }: StatementFile<Content>,
): Content {
  reply
    .type(name.endsWith('.pdf') ? 'application/pdf' : 'text/csv; charset=utf-8')
    .header('content-disposition', `attachment; filename="${name}"`)
  return content
}
