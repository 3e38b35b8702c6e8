import { timingSafeEqual } from 'node:crypto'
import { AppError } from '@dineward/core/shared/errors.ts'
import type { FastifyInstance } from 'fastify'
import { addMetrics, type MetricSources } from './metrics.ts'

export interface HealthServices {
  readonly isReady: () => Promise<boolean>
  readonly metricsToken: string | null
}

/** `/healthz`: the process runs. `/readyz`: it can serve. `/metrics`: Prometheus, behind a token. */
export function healthRoutes(app: FastifyInstance, services: HealthServices, sources: MetricSources): void {
  const registry = addMetrics(app, sources)
  const hidden = { schema: { hide: true } as object, config: { ops: true as const } }
  app.get('/healthz', hidden, async () => ({ status: 'ok' }))

  app.get('/readyz', hidden, async (_request, reply) => {
    if (await services.isReady()) return { status: 'ready' }
    return reply.status(503).header('retry-after', '1').send({ status: 'starting' })
  })

  app.get('/metrics', hidden, async (request, reply) => {
    if (!services.metricsToken || !bearerIs(request.headers.authorization, services.metricsToken))
      throw new AppError('not_found')
    return reply.type(registry.contentType).send(await registry.metrics())
  })
}

function bearerIs(header: string | undefined, token: string): boolean {
  const [given, wanted] = [Buffer.from(header ?? ''), Buffer.from(`Bearer ${token}`)]
  return given.length === wanted.length && timingSafeEqual(given, wanted)
}
