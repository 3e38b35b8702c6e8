import { getChanges } from '@dineward/core/live-updates/live-updates.contract.ts'
import type { FastifyInstance } from 'fastify'
import { type Services, serve } from '../../http/serve.ts'
import { createLiveUpdates, currentVersion } from './live-updates.service.ts'

export function liveUpdatesRoutes(app: FastifyInstance, services: Services): void {
  const updates = createLiveUpdates(services.db, app.log)
  app.addHook('preClose', async () => updates.close())

  serve(
    app,
    services,
    getChanges,
    async (ctx, _input, { request, reply }) => {
      const version = await currentVersion(ctx)
      if (!request.headers.accept?.includes('text/event-stream')) return { version }
      const stream = updates.open({ partnerId: ctx.partner.slug, memberId: ctx.actor.id }, version)
      // `x-accel-buffering`: nginx would keep events back.
      reply.headers({ 'content-type': 'text/event-stream', 'x-accel-buffering': 'no' })
      return reply.send(stream) as never
    },
    { background: true, compress: false },
  )
}
