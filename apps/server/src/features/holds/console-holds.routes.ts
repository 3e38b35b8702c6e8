import {
  getConsoleHold,
  getConsoleHolds,
  postConsoleHoldAssignee,
  postConsoleHoldDecision,
} from '@dineward/core/holds/holds.contract.ts'
import type { FastifyInstance } from 'fastify'
import { type ConsoleServices, serveConsole } from '../../http/serve-console.ts'
import { serveControlled } from '../../http/serve-controlled.ts'
import {
  assignConsoleHold,
  decideConsoleHold,
  describeConsoleHold,
  listConsoleHolds,
  measureHoldDecision,
} from './console-holds.service.ts'

export function consoleHoldRoutes(app: FastifyInstance, services: ConsoleServices): void {
  serveConsole(app, services, getConsoleHolds, (ctx, { query }) => listConsoleHolds(ctx, query))
  serveConsole(app, services, getConsoleHold, (ctx, { params }) => describeConsoleHold(ctx, params.id))
  serveConsole(app, services, postConsoleHoldAssignee, (ctx, { params, body }) =>
    assignConsoleHold(ctx, params.id, body),
  )
  serveControlled(app, services, postConsoleHoldDecision, {
    measure: (ctx, { params, body }) => measureHoldDecision(ctx, params.id, body),
    perform: (ctx, { params, body }) => decideConsoleHold(ctx, params.id, body),
  })
}
