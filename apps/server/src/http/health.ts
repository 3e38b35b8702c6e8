import { AppError } from '@dineward/core/shared/errors.ts'
import type { FastifyInstance } from 'fastify'
import { securityEvent } from '../features/security-events/security-events.service.ts'
import { equalsAny } from '../secrets/constant-time.ts'
import { addMetrics, type MetricSources } from './metrics.ts'

export interface HealthServices {
  readonly isReady: () => Promise<boolean>
  /** Where there are none, there are no metrics. */
  readonly metricsTokens: readonly string[]
}

/** `/healthz` says that the process runs, `/readyz` that it can serve. `/metrics` is for Prometheus, behind a token. */
export function healthRoutes(app: FastifyInstance, services: HealthServices, sources: MetricSources): void {
  const metrics = addMetrics(app, sources)
  const hidden = { schema: { hide: true } as object, config: { ops: true as const } }
  app.get('/healthz', hidden, async () => ({ status: 'ok' }))

  app.get('/readyz', hidden, async (_request, reply) => {
    if (await services.isReady()) {
      // Without it the primary is read, so that the process can serve all the same.
      const replica = sources.replica?.state()
      return { status: 'ready', ...(replica && { replica: replica.isUsed ? 'used' : 'not used' }) }
    }
    return reply.status(503).header('retry-after', '1').send({ status: 'starting' })
  })

  app.get('/metrics', hidden, async (request, reply) => {
    const bearers = services.metricsTokens.map(token => `Bearer ${token}`)
    const { authorization = '' } = request.headers
    if (!equalsAny(authorization, bearers)) {
      if (authorization) securityEvent(request, 'token', 'metrics_token_invalid')
      throw new AppError('not_found')
    }
    return reply.type(metrics.contentType).send(await metrics.read())
  })
}
