import { getChanges } from '@dineward/core/live-updates/live-updates.contract.ts'
import type { FastifyInstance } from 'fastify'
import { type Services, serve } from '../../http/serve.ts'
import { sessionId } from '../identity/sessions/sessions.service.ts'
import { createLiveUpdates, currentVersion, type FollowsChanges } from './live-updates.service.ts'

export function liveUpdatesRoutes(app: FastifyInstance, services: Services & FollowsChanges): void {
  const updates = createLiveUpdates({ ...services, log: app.log })
  app.addHook('preClose', async () => updates.close())

  serve(
    app,
    services,
    getChanges,
    async (ctx, _input, { request, reply }) => {
      const { sessionToken, headers } = request
      // Staff who view as a member have no session of the member's, with which a stream would end: their page asks.
      if (!headers.accept?.includes('text/event-stream') || !sessionToken || request.emulationToken)
        return { version: await currentVersion(ctx) }
      const follower = {
        partnerId: ctx.partner.slug,
        memberId: ctx.actor.id,
        sessionId: sessionId(sessionToken),
      }
      const stream = updates.open(follower)
      // `x-accel-buffering`: nginx would keep events back.
      reply.headers({ 'content-type': 'text/event-stream', 'x-accel-buffering': 'no' })
      return reply.send(stream) as never
    },
    { background: true, compress: false },
  )
}
