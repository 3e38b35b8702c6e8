import { AppError } from '@dineward/core/shared/errors.ts'
import rateLimit from '@fastify/rate-limit'
import type { FastifyInstance } from 'fastify'

/** Calls a minute from one address; an office is one. Guessing at one account is stopped by its lock. */
export const limits = {
  everything: { max: 6_000, timeWindow: 60_000 },
  signIn: { max: 240, timeWindow: 60_000 },
  botCheck: { max: 240, timeWindow: 60_000 },
  visitor: { max: 120, timeWindow: 60_000 },
  join: { max: 120, timeWindow: 60_000 },
  recovery: { max: 60, timeWindow: 60_000 },
  /** Receipts are large. */
  claims: { max: 60, timeWindow: 60_000 },
  reviewReports: { max: 20, timeWindow: 60_000 },
  /** An export reads every table. */
  leaving: { max: 30, timeWindow: 60_000 },
  /** A page takes some 10 ms of the processor. */
  renderedPages: { max: 600, timeWindow: 60_000 },
  tracking: { max: 1_200, timeWindow: 60_000 },
} as const

export async function addRateLimits(app: FastifyInstance): Promise<void> {
  await app.register(rateLimit, {
    ...limits.everything,
    // Signed network events must not be lost; health checks are frequent.
    allowList: request => request.routeOptions.config.ops === true,
    errorResponseBuilder: () => new AppError('rate_limited'),
  })
}
