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
import type { FastifyInstance } from 'fastify'
import { type ConsoleServices, serveConsole } from '../../http/serve-console.ts'
import { serveControlled } from '../../http/serve-controlled.ts'
import { serveFigures, serveFiguresFile } from '../../http/serve-figures.ts'
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
} from './statements.service.ts'

export interface FinanceServices extends ConsoleServices {
  readonly wakeFinance: () => void
}

export function statementRoutes(app: FastifyInstance, services: FinanceServices): void {
  serveFigures(app, services, getPartnerStatement, (ctx, { query }) => readPartnerStatement(ctx, query))
  serveFigures(app, services, getMerchantStatements, (ctx, { query }) => listMerchantStatements(ctx, query))
  serveFiguresFile(app, services, getLiabilityFile, (ctx, { query }) => liabilityFile(ctx, query))
  serveFiguresFile(app, services, getPartnerStatementFile, (ctx, { query }) =>
    partnerStatementFile(ctx, query),
  )
  serveFiguresFile(app, services, getPartnerStatementPdf, (ctx, { query }) =>
    partnerStatementPaper(ctx, query),
  )
  serveFiguresFile(app, services, getMerchantStatementsFile, (ctx, { query }) =>
    merchantStatementsFile(ctx, query),
  )
  serveFiguresFile(app, services, getMerchantStatementPdf, (ctx, { query }) =>
    merchantStatementPaper(ctx, query),
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
