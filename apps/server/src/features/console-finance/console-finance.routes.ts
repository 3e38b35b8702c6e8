import {
  getAccruals,
  postAccrualsReceive,
  postAccrualsSend,
} from '@dineward/core/console-finance/accruals.contract.ts'
import { getExceptions } from '@dineward/core/console-finance/exceptions.contract.ts'
import { getLedgerCheck, postLedgerCheck } from '@dineward/core/console-finance/finance-runs.contract.ts'
import { getLiability } from '@dineward/core/console-finance/liability.contract.ts'
import {
  getPayouts,
  postPayoutRetry,
  postPayoutReturn,
} from '@dineward/core/console-finance/payouts.contract.ts'
import type { FastifyInstance } from 'fastify'
import { serveConsole } from '../../http/serve-console.ts'
import { serveControlled } from '../../http/serve-controlled.ts'
import { serveFigures } from '../../http/serve-figures.ts'
import { askAboutPayout, returnSeenPayout } from '../payouts/payout-operations.service.ts'
import { receiveAnswers } from '../settlement/receive-answers.service.ts'
import { sendAccruals } from '../settlement/send-accruals.service.ts'
import {
  listAccruals,
  listExceptions,
  listLiability,
  listProgramPayouts,
  withOrigin,
} from './console-finance.service.ts'
import { drillDownRoutes } from './drill-down.routes.ts'
import { toPayout } from './finance.view.ts'
import { measurePayout, measureSending, showHeldRows } from './finance-effects.service.ts'
import { newestLedgerCheck, startLedgerCheck } from './finance-runs.service.ts'
import { reconciliationRoutes } from './reconciliation.routes.ts'
import { type FinanceServices, statementRoutes } from './statements.routes.ts'

export function consoleFinanceRoutes(app: FastifyInstance, services: FinanceServices): void {
  statementRoutes(app, services)
  drillDownRoutes(app, services)
  void app.register(async scope => reconciliationRoutes(scope, services))
  serveFigures(app, services, getLiability, (ctx, { query }) => listLiability(ctx, query))
  serveConsole(app, services, getExceptions, (ctx, { query }) => listExceptions(ctx, query))
  serveConsole(app, services, getLedgerCheck, (ctx, { query }) => newestLedgerCheck(ctx, query))
  serveConsole(app, services, postLedgerCheck, async (ctx, { body }) => {
    const started = await startLedgerCheck(ctx, body)
    services.wakeFinance()
    return started
  })

  serveConsole(app, services, getAccruals, (ctx, { query }) => listAccruals(ctx, query))
  serveControlled(app, services, postAccrualsSend, {
    measure: (ctx, { body }) => measureSending(ctx, body.partner),
    showHeld: (ctx, { body }) => showHeldRows(ctx, body.partner),
    perform: async (ctx, { body }) => ({ sent: await sendAccruals(withOrigin(ctx, body.partner)) }),
  })
  serveConsole(app, services, postAccrualsReceive, async (ctx, { body }) => ({
    answers: await receiveAnswers(withOrigin(ctx, body.partner)),
  }))

  serveConsole(app, services, getPayouts, (ctx, { query }) => listProgramPayouts(ctx, query))
  serveControlled(app, services, postPayoutRetry, {
    measure: (ctx, { params: { id }, body }) => measurePayout(ctx, { ...body, id }, 'Ask again about'),
    perform: async (ctx, { params: { id }, body }) => ({
      payout: toPayout(await askAboutPayout(withOrigin(ctx, body.partner), id)),
    }),
  })
  serveControlled(app, services, postPayoutReturn, {
    measure: (ctx, { params: { id }, body }) => measurePayout(ctx, { ...body, id }, 'Return'),
    perform: async (ctx, { params: { id }, body }) => {
      const { partner, ...seen } = body
      return { payout: toPayout(await returnSeenPayout(withOrigin(ctx, partner), { id, ...seen })) }
    },
  })
}
