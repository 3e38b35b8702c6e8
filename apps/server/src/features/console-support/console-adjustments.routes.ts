import {
  getConsoleAdjustments,
  postConsoleAdjustment as postAdjustmentCall,
  postConsoleAdjustmentApprove,
  postConsoleAdjustmentReject,
  postConsoleAdjustmentWithdraw,
} from '@dineward/core/console-support/adjustments.contract.ts'
import { AppError } from '@dineward/core/shared/errors.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type ConsoleServices, serveConsole } from '../../http/serve-console.ts'
import {
  approveConsoleAdjustment,
  listConsoleAdjustments,
  postConsoleAdjustment,
  rejectConsoleAdjustment,
  withdrawConsoleAdjustment,
} from './console-adjustments.service.ts'

export function consoleAdjustmentRoutes(app: FastifyInstance, services: ConsoleServices): void {
  serveConsole(app, services, getConsoleAdjustments, (ctx, { query }) => listConsoleAdjustments(ctx, query))
  serveConsole(app, services, postAdjustmentCall, async (ctx, { body }, { request }) =>
    postConsoleAdjustment(ctx, { ...body, idempotencyKey: idempotencyKey(request) }),
  )
  serveConsole(app, services, postConsoleAdjustmentApprove, (ctx, { params }) =>
    approveConsoleAdjustment(ctx, params.id),
  )
  serveConsole(app, services, postConsoleAdjustmentReject, (ctx, { params, body }) =>
    rejectConsoleAdjustment(ctx, { id: params.id, ...body }),
  )
  serveConsole(app, services, postConsoleAdjustmentWithdraw, (ctx, { params, body }) =>
    withdrawConsoleAdjustment(ctx, { id: params.id, ...body }),
  )
}

/** @throws `validation_failed` */
function idempotencyKey({ headers }: FastifyRequest): string | undefined {
  const key = headers['idempotency-key']
  if (key === undefined) return undefined
  if (typeof key === 'string' && /^[\w-]{1,100}$/.test(key)) return key
  const message = 'It has up to 100 letters, digits, hyphens and underscores.'
  throw new AppError('validation_failed', { fieldErrors: [{ field: 'Idempotency-Key', message }] })
}
