import {
  getInsight,
  getInsightCohorts,
  getInsightEffects,
  getInsightTrend,
} from '@dineward/core/console-insight/insight.contract.ts'
import type { FastifyInstance } from 'fastify'
import { type ConsoleServices, serveConsole } from '../../http/serve-console.ts'
import { readCohorts, readEffects } from './cohorts.service.ts'
import { readInsight, readTrend } from './console-insight.service.ts'

export function consoleInsightRoutes(app: FastifyInstance, services: ConsoleServices): void {
  serveConsole(app, services, getInsight, (ctx, { query }) => readInsight(ctx, query))
  serveConsole(app, services, getInsightTrend, (ctx, { query }) => readTrend(ctx, query))
  serveConsole(app, services, getInsightCohorts, (ctx, { query }) => readCohorts(ctx, query))
  serveConsole(app, services, getInsightEffects, (ctx, { query }) => readEffects(ctx, query))
}
