import { AppError } from '@dineward/core/shared/errors.ts'
import rateLimit from '@fastify/rate-limit'
import type { FastifyInstance, RouteOptions } from 'fastify'
import type { Db } from '../db/open-database.ts'
import { SharedLimit } from '../features/rate-limits/shared-limit.service.ts'
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
  recovery: { max: 60, timeWindow: 60_000, shared: true },
  /** Receipts are large. */
  claims: { max: 60, timeWindow: 60_000, shared: true },
  reviewReports: { max: 20, timeWindow: 60_000, shared: true },
  /** An export reads every table. */
  leaving: { max: 30, timeWindow: 60_000, shared: true },
  /** A page takes some 10 ms of the processor. */
  renderedPages: { max: 600, timeWindow: 60_000 },
  tracking: { max: 1_200, timeWindow: 60_000 },
} as const

declare module '@fastify/rate-limit' {
  interface RateLimitOptions {
    /** Counts in all processes together. */
    shared?: boolean
  }
}

declare module 'fastify' {
  interface FastifyInstance {
    /** Calls that no hook sees. @returns whether the client has not had too many */
    countCall(client: string): boolean
  }
}

/** @param db null: this process is the only one. */
export async function addRateLimits(app: FastifyInstance, db: Db | null): Promise<void> {
  const { max, timeWindow } = limits.everything
  const counts = new CallCounts()
  app.decorate('countCall', client => counts.add(client, timeWindow) <= max)
  if (db) app.addHook('onRoute', route => shareLimit(db, route))
  await app.register(rateLimit, {
    max,
    timeWindow,
    keyGenerator: clientOf,
    store: function CallCountsStore() {
      return counts
    } as unknown as typeof CallCounts,
    // Signed network events must not be lost; health checks are frequent.
    allowList: request => request.routeOptions.config.ops === true,
    errorResponseBuilder: () => new AppError('rate_limited'),
  })
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
