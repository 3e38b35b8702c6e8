import {
  getAccruals,
  postAccrualsReceive,
  postAccrualsSend,
} from '@dineward/core/console-finance/accruals.contract.ts'
import { getExceptions, getLedgerCheck } from '@dineward/core/console-finance/exceptions.contract.ts'
import { getLiability } from '@dineward/core/console-finance/liability.contract.ts'
import {
  getPayouts,
  postPayoutRetry,
  postPayoutReturn,
} from '@dineward/core/console-finance/payouts.contract.ts'
import type { FastifyInstance } from 'fastify'
import { type ConsoleServices, serveConsole } from '../../http/serve-console.ts'
import { askAboutPayout, returnSeenPayout } from '../payouts/payout-operations.service.ts'
import { receiveAnswers } from '../settlement/receive-answers.service.ts'
import { sendAccruals } from '../settlement/send-accruals.service.ts'
import {
  checkLedger,
  listAccruals,
  listExceptions,
  listLiability,
  listProgramPayouts,
  withOrigin,
} from './console-finance.service.ts'
import { toPayout } from './finance.view.ts'
import { reconciliationRoutes } from './reconciliation.routes.ts'
import { statementRoutes } from './statements.routes.ts'

export function consoleFinanceRoutes(app: FastifyInstance, services: ConsoleServices): void {
  statementRoutes(app, services)
  void app.register(async scope => reconciliationRoutes(scope, services))
  serveConsole(app, services, getLiability, (ctx, { query }) => listLiability(ctx, query))
  serveConsole(app, services, getExceptions, (ctx, { query }) => listExceptions(ctx, query))
  serveConsole(app, services, getLedgerCheck, (ctx, { query }) => checkLedger(ctx, query))

  serveConsole(app, services, getAccruals, (ctx, { query }) => listAccruals(ctx, query))
  serveConsole(app, services, postAccrualsSend, async (ctx, { body }) => ({
    sent: await sendAccruals(withOrigin(ctx, body.partner)),
  }))
  serveConsole(app, services, postAccrualsReceive, async (ctx, { body }) => ({
    answers: await receiveAnswers(withOrigin(ctx, body.partner)),
  }))

  serveConsole(app, services, getPayouts, (ctx, { query }) => listProgramPayouts(ctx, query))
  serveConsole(app, services, postPayoutRetry, async (ctx, { params: { id }, body }) => ({
    payout: toPayout(await askAboutPayout(withOrigin(ctx, body.partner), id)),
  }))
  serveConsole(app, services, postPayoutReturn, async (ctx, { params: { id }, body }) => {
    const { partner, ...seen } = body
    return { payout: toPayout(await returnSeenPayout(withOrigin(ctx, partner), { id, ...seen })) }
  })
}
