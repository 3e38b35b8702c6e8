import {
  getConsoleAdjustments,
  postConsoleAdjustment as postAdjustmentCall,
  postConsoleAdjustmentReverse,
} from '@dineward/core/console-support/adjustments.contract.ts'
import type { FastifyInstance } from 'fastify'
import { type ConsoleServices, serveConsole } from '../../http/serve-console.ts'
import { serveControlled } from '../../http/serve-controlled.ts'
import {
  listConsoleAdjustments,
  measureAdjustment,
  measureReversal,
  postConsoleAdjustment,
  reverseConsoleAdjustment,
} from './console-adjustments.service.ts'

export function consoleAdjustmentRoutes(app: FastifyInstance, services: ConsoleServices): void {
  serveConsole(app, services, getConsoleAdjustments, (ctx, { query }) => listConsoleAdjustments(ctx, query))
  serveControlled(app, services, postAdjustmentCall, {
    measure: (ctx, { body }) => measureAdjustment(ctx, body),
    perform: (ctx, { body }, { key }) => postConsoleAdjustment(ctx, { ...body, idempotencyKey: key }),
  })
  serveControlled(app, services, postConsoleAdjustmentReverse, {
    measure: (ctx, { params }) => measureReversal(ctx, params.id),
    perform: (ctx, { params, body }) => reverseConsoleAdjustment(ctx, { ...params, ...body }),
  })
}
