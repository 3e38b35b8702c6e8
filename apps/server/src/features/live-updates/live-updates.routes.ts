import { getChanges } from '@dineward/core/live-updates/live-updates.contract.ts'
import type { FastifyInstance } from 'fastify'
import type { Changes } from '../../db/changes.ts'
import { type Services, serve } from '../../http/serve.ts'
import { sessionId } from '../identity/sessions.service.ts'
import { createLiveUpdates, currentVersion, fastPollMs, slowPollMs } from './live-updates.service.ts'

export interface LiveUpdateServices extends Services {
  /** Absent with the embedded database: it is asked often instead. */
  readonly changes?: Changes | null
}

export function liveUpdatesRoutes(app: FastifyInstance, services: LiveUpdateServices): void {
  const { changes } = services
  const pollMs = changes ? slowPollMs : fastPollMs
  const updates = createLiveUpdates({ ...services, log: app.log, pollMs })
  changes?.on('members', members => void updates.look(members))
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
