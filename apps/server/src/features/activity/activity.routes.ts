import {
  getDineSummary,
  getStatementCreditBalance,
  getTransactions,
  getTransactionsAndCredits,
} from '@dineward/core/activity/activity.contract.ts'
import type { FastifyInstance } from 'fastify'
import type { AppOptions } from '../../app.ts'
import { serve } from '../../http/serve.ts'
import { creditBalance, dineSummary, listDines, listDinesAndCredits } from './activity.service.ts'

/** What a member did and what came of it (wire: Activity). */
export function activityRoutes(app: FastifyInstance, options: AppOptions): void {
  serve(app, options, getTransactions, (ctx, { query }) => listDines(ctx, query))
  serve(app, options, getTransactionsAndCredits, (ctx, { query }) => listDinesAndCredits(ctx, query))
  serve(app, options, getStatementCreditBalance, ctx => creditBalance(ctx))
  serve(app, options, getDineSummary, ctx => dineSummary(ctx))
}
