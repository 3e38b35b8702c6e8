import { getOverview } from '@dineward/core/console-overview/overview.contract.ts'
import type { FastifyInstance } from 'fastify'
import { type ConsoleServices, serveConsole } from '../../http/serve-console.ts'
import { readOverview } from './console-overview.service.ts'

export function consoleOverviewRoutes(app: FastifyInstance, services: ConsoleServices): void {
  serveConsole(app, services, getOverview, ctx => readOverview(ctx))
}
