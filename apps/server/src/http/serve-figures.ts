import type { FiguresResponse } from '@dineward/core/shared/as-of.ts'
import type { Contract, ContractInput } from '@dineward/core/shared/contract.ts'
import type { FastifyInstance } from 'fastify'
import type * as z from 'zod/mini'
import type { ConsoleContext } from '../context.ts'
import { tookTooLong } from '../db/connection-error.ts'
import { type FiguresOf, readFigures } from '../features/reports/read-figures.service.ts'
import { actorName } from '../features/staff/audit.service.ts'
import { LongReads } from './long-reads.ts'
import { type ConsoleServices, serveConsole } from './serve-console.ts'

/** Figures that a page shows: the answer says when they are of. */
export function serveFigures<const C extends Contract>(
  app: FastifyInstance,
  services: ConsoleServices,
  contract: C,
  read: (ctx: ConsoleContext, input: ContractInput<C>) => Promise<FiguresResponse<C>>,
): void {
  const inTime = readsInTime<z.input<C['response']>>()
  serveConsole(app, services, contract, (ctx, input) => {
    const from = Object(input.query).ofNow === 'true' ? { ...ctx, replica: null } : ctx
    return inTime(ctx, input, async mayTakeLong => {
      const of = { reader: actorName(ctx.actor), mayTakeLong }
      const { value, asOf } = await readFigures(from, of, db => read({ ...ctx, db }, input))
      return { ...value, asOf: asOf?.toISOString() ?? null } as z.input<C['response']>
    })
  })
}

/**
 * Figures for which the time of a request is too short are read once more without that limit, and answer the next request
 * (docs/decisions/106). Each person has answers of their own.
 */
function readsInTime<T>(long = new LongReads<T>()) {
  return async (
    { actor, allowed, longDb }: ConsoleContext,
    input: object,
    read: (mayTakeLong: boolean) => Promise<T>,
  ): Promise<T> => {
    const key = JSON.stringify([actorName(actor), allowed.map(({ slug }) => slug), input])
    if (!long.has(key))
      try {
        return await read(false)
      } catch (error) {
        if (!longDb || !tookTooLong(error)) throw error
      }
    return long.answer(key, () => read(true))
  }
}

export interface FiguresFile<Content extends string | Buffer> {
  readonly name: string
  readonly content: Content
}

/** The console asks each second until a file is there. */
const keptFileMs = 10_000

/** A file does not say how old its figures are, so they are of now. */
export function serveFiguresFile<const C extends Contract>(
  app: FastifyInstance,
  services: ConsoleServices,
  contract: C,
  read: (ctx: ConsoleContext, input: ContractInput<C>) => Promise<FiguresFile<string | Buffer>>,
): void {
  const inTime = readsInTime(new LongReads<FiguresFile<string | Buffer>>({ keptMs: keptFileMs }))
  serveConsole(app, services, contract, async (ctx, input, { reply }) => {
    const { name, content } = await inTime(ctx, input, async mayTakeLong => {
      const of: FiguresOf = { reader: actorName(ctx.actor), isUnstated: true, mayTakeLong }
      return (await readFigures(ctx, of, db => read({ ...ctx, db }, input))).value
    })
    reply
      .type(name.endsWith('.pdf') ? 'application/pdf' : 'text/csv; charset=utf-8')
      .header('content-disposition', `attachment; filename="${name}"`)
    return content as z.input<C['response']>
  })
}
