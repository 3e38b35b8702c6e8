import {
  getDineSummary,
  getStatementCreditBalance,
  getTransactions,
  getTransactionsAndCredits,
} from '@dineward/core/activity/activity.contract.ts'
import type { FastifyInstance } from 'fastify'
import { type Services, serve } from '../../http/serve.ts'
import { creditBalance, dineSummary, listDines, listDinesAndCredits } from './activity.service.ts'

export function activityRoutes(app: FastifyInstance, services: Services): void {
  serve(app, services, getTransactions, (ctx, { query }) => listDines(ctx, query))
  serve(app, services, getTransactionsAndCredits, (ctx, { query }) => listDinesAndCredits(ctx, query))
  serve(app, services, getStatementCreditBalance, ctx => creditBalance(ctx))
  serve(app, services, getDineSummary, ctx => dineSummary(ctx))
}
