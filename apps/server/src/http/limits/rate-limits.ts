import { AppError } from '@dineward/core/shared/errors.ts'
import rateLimit from '@fastify/rate-limit'
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import type { Db } from '../../db/open-database.ts'
import { SharedLimit } from '../../features/rate-limits/shared-limit.service.ts'
import { clientOf } from './allowances.ts'
import { CallCounts } from './call-counts.ts'

/**
 * Calls a minute from one address; an office is one. Guessing at one account is stopped by its lock. Those that are
 * shared count in all processes together; the others protect what each process has of its own, mostly its processor.
 */
export const limits = {
  everything: { max: 6_000, timeWindow: 60_000 },
  signIn: { max: 240, timeWindow: 60_000, shared: true },
  botCheck: { max: 240, timeWindow: 60_000, shared: true },
  visitor: { max: 120, timeWindow: 60_000, shared: true },
  join: { max: 120, timeWindow: 60_000, shared: true },
  guests: { max: 60, timeWindow: 60_000, shared: true },
  recovery: { max: 60, timeWindow: 60_000, shared: true },
  /** Receipts are large. */
  claims: { max: 60, timeWindow: 60_000, shared: true },
  /** Pages that members share; a party at one table is one address. */
  sharedLinks: { max: 600, timeWindow: 60_000, shared: true },
  reviewReports: { max: 20, timeWindow: 60_000, shared: true },
  /** An export reads every table. */
  leaving: { max: 30, timeWindow: 60_000, shared: true },
  /** A page takes some 10 ms of the processor. */
  renderedPages: { max: 600, timeWindow: 60_000 },
  tracking: { max: 1_200, timeWindow: 60_000 },
  /** It is of one key, in all processes together. */
  partnerApi: { max: 1_200, timeWindow: 60_000 },
} as const

declare module '@fastify/rate-limit' {
  interface RateLimitOptions {
    /** Counts in all processes together. */
    shared?: boolean
  }
}

declare module 'fastify' {
  interface FastifyInstance {
    /** Each call without a limit of its own is counted here once. */
    countCall(client: string): CountedCall
  }
}

export interface CountedCall {
  readonly isAllowed: boolean
  /** Names and values in turn, as `writeHead` takes them. */
  readonly headers: readonly string[]
}

/** @param db null: this process is the only one. */
export async function addRateLimits(app: FastifyInstance, db: Db | null): Promise<void> {
  const { max, timeWindow } = limits.everything
  const counts = new CallCounts()
  app.decorate('countCall', client => {
    const { current, ttl } = counts.add(client, timeWindow)
    return { isAllowed: current <= max, headers: limitHeaders(max, current, ttl) }
  })
  if (db) app.addHook('onRoute', route => shareLimit(db, route))
  await app.register(rateLimit, {
    global: false,
    keyGenerator: clientOf,
    store: CallCounts,
    errorResponseBuilder: () => new AppError('rate_limited'),
  })
  app.addHook('onRequest', countCall)
}

async function countCall(request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const { ops, api: isApi, rateLimit: ownLimit } = request.routeOptions.config
  // Signed network events must not be lost; health checks are frequent.
  if (ops || ownLimit) return
  const { isAllowed, headers } = request.server.countCall(clientOf(request))
  // Those of the key are told there.
  for (let at = isApi ? headers.length : 0; at < headers.length; at += 2)
    reply.header(headers[at]!, headers[at + 1])
  if (!isAllowed) throw new AppError('rate_limited')
}

/** The plugin gives routes with a limit of their own the same names. */
function limitHeaders(max: number, current: number, ttl: number): readonly string[] {
  const reset = String(Math.ceil(ttl / 1_000))
  const told = [
    'x-ratelimit-limit',
    String(max),
    'x-ratelimit-remaining',
    String(Math.max(0, max - current)),
    'x-ratelimit-reset',
    reset,
  ]
  return current > max ? [...told, 'retry-after', reset] : told
}

/** Behind the process's own limit. */
function shareLimit(db: Db, route: RouteOptions): void {
  const limit = route.config?.rateLimit
  if (typeof limit !== 'object' || !limit.shared) return
  const { max, timeWindow } = limit as { max: number; timeWindow: number }
  const shared = new SharedLimit(db, {
    name: `${route.method} ${route.url}`,
    max,
    windowMinutes: timeWindow / 60_000,
  })
  const hooks = [route.onRequest ?? []].flat()
  route.onRequest = [
    ...hooks,
    async (request, reply) => {
      const waitMs = await shared.millisecondsToWait(clientOf(request))
      if (waitMs === 0) return
      reply.header('retry-after', Math.ceil(waitMs / 1_000))
      throw new AppError('rate_limited')
    },
  ]
}
