import { timingSafeEqual } from 'node:crypto'
import { AppError } from '@dineward/core/shared/errors.ts'
import type { FastifyInstance } from 'fastify'

export interface HealthServices {
  readonly isReady: () => Promise<boolean>
  readonly metricsToken: string | null
}

/** `/healthz`: the process lives. `/readyz`: it can serve. `/metrics`: figures, behind a token. */
export function healthRoutes(app: FastifyInstance, services: HealthServices): void {
  const requests = new Map<string, number>()
  app.addHook('onResponse', async (request, reply) => {
    const key = `method="${request.method}",route="${request.routeOptions.url ?? 'none'}",status="${reply.statusCode}"`
    requests.set(key, (requests.get(key) ?? 0) + 1)
  })

  app.get('/healthz', { schema: { hide: true } as object }, async () => ({ status: 'ok' }))

  app.get('/readyz', { schema: { hide: true } as object }, async (_request, reply) => {
    if (await services.isReady()) return { status: 'ready' }
    return reply.status(503).header('retry-after', '1').send({ status: 'starting' })
  })

  app.get('/metrics', { schema: { hide: true } as object }, async (request, reply) => {
    if (!services.metricsToken || !bearerIs(request.headers.authorization, services.metricsToken))
      throw new AppError('not_found')
    const memory = process.memoryUsage()
    const lines = [
      '# TYPE http_requests_total counter',
      ...[...requests].map(([labels, count]) => `http_requests_total{${labels}} ${count}`),
      '# TYPE process_resident_memory_bytes gauge',
      `process_resident_memory_bytes ${memory.rss}`,
      '# TYPE process_uptime_seconds gauge',
      `process_uptime_seconds ${process.uptime().toFixed(1)}`,
    ]
    return reply.type('text/plain; version=0.0.4').send(`${lines.join('\n')}\n`)
  })
}

function bearerIs(header: string | undefined, token: string): boolean {
  const [given, wanted] = [Buffer.from(header ?? ''), Buffer.from(`Bearer ${token}`)]
  return given.length === wanted.length && timingSafeEqual(given, wanted)
}
