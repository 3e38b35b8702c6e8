import type { Contract } from '@dineward/core/shared/contract.ts'
import { AppError } from '@dineward/core/shared/errors.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import {
  type ControlledCall,
  type ControlledHandler,
  doOrAsk,
} from '../features/approvals/approvals.service.ts'
import {
  type ConsoleServices,
  programContext,
  type ServeConsoleOptions,
  serveConsole,
} from './serve-console.ts'

/** It is method and path. */
export const callOf = ({ method, path }: Contract): string => `${method} ${path}`

declare module 'fastify' {
  interface FastifyInstance {
    /** By `callOf`, of this app: an approval does what was asked for. */
    controlledCalls: Map<string, ControlledCall>
  }
}

/** A call that moves or promises money: done within the rule of the program, else kept for a second person. */
export function serveControlled<const C extends Contract>(
  app: FastifyInstance,
  services: ConsoleServices,
  contract: C,
  handler: ControlledHandler<C>,
  options: ServeConsoleOptions = {},
): void {
  const { approval: action } = contract
  if (!action) throw new Error(`${callOf(contract)} names no action.`)
  app.controlledCalls.set(callOf(contract), {
    contract,
    handler: handler as unknown as ControlledHandler<Contract>,
  })
  serveConsole(
    app,
    services,
    contract,
    async (ctx, input, { request }) => {
      const effect = await handler.measure(ctx, input)
      const perform = (used: string | null) =>
        handler.perform(ctx, input, { request, key: used ?? undefined })
      const key = idempotencyKey(request) ?? null
      if (effect === null) return perform(key)
      const asked = { action, call: callOf(contract), input, effect, reason: reasonIn(input.body), key }
      const program =
        effect.partner === null ? { ...ctx, partner: null } : programContext(ctx, effect.partner)
      return doOrAsk(program, asked, perform)
    },
    options,
  )
}

function reasonIn(body: unknown): string | null {
  const { reason, note } = (body ?? {}) as { reason?: unknown; note?: unknown }
  const text = reason ?? note
  return typeof text === 'string' ? text.replaceAll('\0', '') : null
}

/** @throws `validation_failed` */
function idempotencyKey({ headers }: FastifyRequest): string | undefined {
  const key = headers['idempotency-key']
  if (key === undefined) return undefined
  if (typeof key === 'string' && /^[\w-]{1,100}$/.test(key)) return key
  const message = 'It has up to 100 letters, digits, hyphens and underscores.'
  throw new AppError('validation_failed', { fieldErrors: [{ field: 'Idempotency-Key', message }] })
}
