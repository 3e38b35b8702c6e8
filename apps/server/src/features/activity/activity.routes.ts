import {
  getDineSummary,
  getStatementCreditBalance,
  getTransactions,
  getTransactionsAndCredits,
  getTransactionsFile,
} from '@dineward/core/activity/activity.contract.ts'
import { getRewardsYear } from '@dineward/core/activity/rewards-year.contract.ts'
import type { FastifyInstance } from 'fastify'
import { type Services, serve } from '../../http/serve.ts'
import { activityFile, creditBalance, listDines, listDinesAndCredits } from './activity.service.ts'
import { dineSummary, rewardsYear } from './rewards-year.service.ts'

export function activityRoutes(app: FastifyInstance, services: Services): void {
  serve(app, services, getTransactions, (ctx, { query }) => listDines(ctx, query))
  serve(app, services, getTransactionsAndCredits, (ctx, { query }) => listDinesAndCredits(ctx, query))
  serve(app, services, getTransactionsFile, async (ctx, { query }, { reply }) => {
    const file = await activityFile(ctx, query)
    reply
      .type('text/csv; charset=utf-8')
      .header('content-disposition', `attachment; filename="${ctx.partner.slug}-activity.csv"`)
    return file
  })
  serve(app, services, getStatementCreditBalance, ctx => creditBalance(ctx))
  serve(app, services, getDineSummary, ctx => dineSummary(ctx))
  serve(app, services, getRewardsYear, ctx => rewardsYear(ctx))
}
