import { AppError } from '@dineward/core/shared/errors.ts'
import rateLimit from '@fastify/rate-limit'
import type { FastifyInstance } from 'fastify'
import { isOpsPath } from './partner.ts'

/**
 * Calls a minute from one address, a page's own calls included: an office or a phone network is one address. Tight where
 * guessing pays; what stops guessing at one account is its lock.
 */
export const limits = {
  everything: { max: 6_000, timeWindow: 60_000 },
  signIn: { max: 240, timeWindow: 60_000 },
  botCheck: { max: 240, timeWindow: 60_000 },
  visitor: { max: 120, timeWindow: 60_000 },
  join: { max: 120, timeWindow: 60_000 },
  tracking: { max: 1_200, timeWindow: 60_000 },
} as const

export async function addRateLimits(app: FastifyInstance): Promise<void> {
  await app.register(rateLimit, {
    ...limits.everything,
    // The card network's events are signed and stored first; losing one to a limit would lose a member's reward. What
    // watches the process is not to be told that it is down because it looks often.
    allowList: request => isOpsPath(request.url),
    errorResponseBuilder: () => new AppError('rate_limited'),
  })
}
