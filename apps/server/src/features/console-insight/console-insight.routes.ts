import {
  getInsight,
  getInsightCohorts,
  getInsightEffects,
  getInsightTrend,
} from '@dineward/core/console-insight/insight.contract.ts'
import {
  deleteReportMail,
  deleteSavedReport,
  getReport,
  getReportValues,
  getSavedReports,
  postSavedReport,
  putReportMail,
  putSavedReport,
} from '@dineward/core/console-insight/report.contract.ts'
import type { FastifyInstance } from 'fastify'
import { originOf } from '../../http/origin.ts'
import { type ConsoleServices, serveConsole } from '../../http/serve-console.ts'
import { serveFigures } from '../../http/serve-figures.ts'
import { readCohorts, readEffects } from './cohorts.service.ts'
import { readInsight, readTrend } from './console-insight.service.ts'
import { readValues, runReport } from './report.service.ts'
import { mailFirst } from './report-mails.service.ts'
import {
  changeReport,
  endReportMail,
  listReports,
  mailReport,
  removeReport,
  saveReport,
} from './saved-reports.service.ts'

export function consoleInsightRoutes(app: FastifyInstance, services: ConsoleServices): void {
  serveFigures(app, services, getInsight, (ctx, { query }) => readInsight(ctx, query))
  serveFigures(app, services, getInsightTrend, (ctx, { query }) => readTrend(ctx, query))
  serveFigures(app, services, getInsightCohorts, (ctx, { query }) => readCohorts(ctx, query))
  serveFigures(app, services, getInsightEffects, (ctx, { query }) => readEffects(ctx, query))
  serveFigures(app, services, getReport, (ctx, { query }) => runReport(ctx, query))
  serveConsole(app, services, getReportValues, (ctx, { query }) => readValues(ctx, query))
  serveConsole(app, services, getSavedReports, async ctx => ({ items: await listReports(ctx) }))
  serveConsole(app, services, postSavedReport, async (ctx, { body }) => ({ id: await saveReport(ctx, body) }))
  serveConsole(app, services, putSavedReport, async (ctx, { params, body }) => {
    await changeReport(ctx, { ...params, ...body })
    return { done: true }
  })
  serveConsole(app, services, deleteSavedReport, async (ctx, { params }) => {
    await removeReport(ctx, params.id)
    return { done: true }
  })
  serveConsole(app, services, putReportMail, async (ctx, { params, body }, { request }) => {
    await mailReport(ctx, { ...params, ...body, origin: originOf(request) })
    await mailFirst(ctx, { reportId: params.id, staffId: ctx.actor.id })
    return { done: true }
  })
  serveConsole(app, services, deleteReportMail, async (ctx, { params }) => {
    await endReportMail(ctx, params.id)
    return { done: true }
  })
}
