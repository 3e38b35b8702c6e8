import type { FiguresResponse } from '@dineward/core/shared/as-of.ts'
import type { Contract, ContractInput } from '@dineward/core/shared/contract.ts'
import type { FastifyInstance } from 'fastify'
import type * as z from 'zod/mini'
import type { ConsoleContext } from '../context.ts'
import { readFigures } from '../features/reports/read-figures.service.ts'
import { actorName } from '../features/staff/audit.service.ts'
import { type ConsoleServices, serveConsole } from './serve-console.ts'

/** Figures that a page shows: the answer says when they are of. */
export function serveFigures<const C extends Contract>(
  app: FastifyInstance,
  services: ConsoleServices,
  contract: C,
  read: (ctx: ConsoleContext, input: ContractInput<C>) => Promise<FiguresResponse<C>>,
): void {
  serveConsole(app, services, contract, async (ctx, input) => {
    const from = Object(input.query).ofNow === 'true' ? { ...ctx, replica: null } : ctx
    const of = { reader: actorName(ctx.actor) }
    const { value, asOf } = await readFigures(from, of, db => read({ ...ctx, db }, input))
    return { ...value, asOf: asOf?.toISOString() ?? null } as z.input<C['response']>
  })
}

export interface FiguresFile<Content extends string | Buffer> {
  readonly name: string
  readonly content: Content
}

/** A file does not say how old its figures are, so they are of now. */
export function serveFiguresFile<const C extends Contract>(
  app: FastifyInstance,
  services: ConsoleServices,
  contract: C,
  read: (ctx: ConsoleContext, input: ContractInput<C>) => Promise<FiguresFile<string | Buffer>>,
): void {
  serveConsole(app, services, contract, async (ctx, input, { reply }) => {
    const of = { reader: actorName(ctx.actor), isUnstated: true }
    const { value } = await readFigures(ctx, of, db => read({ ...ctx, db }, input))
    const { name, content } = value
    reply
      .type(name.endsWith('.pdf') ? 'application/pdf' : 'text/csv; charset=utf-8')
      .header('content-disposition', `attachment; filename="${name}"`)
    return content as z.input<C['response']>
  })
}
