import * as contract from '@dineward/core/votes/votes.contract.ts'
import type { FastifyInstance } from 'fastify'
import { limits } from '../../http/limits/rate-limits.ts'
import { type Services, serve } from '../../http/serve.ts'
import { guestTokenOf } from '../../http/sessions/guest-cookie.ts'
import {
  castBallot,
  closeVote,
  createVote,
  deleteVote,
  listVotes,
  removeGuest,
  showVote,
} from './votes.service.ts'

export function votesRoutes(app: FastifyInstance, services: Services): void {
  const limited = { config: { rateLimit: limits.sharedLinks } }
  serve(app, services, contract.createVote, (ctx, { body }) => createVote(ctx, body))
  serve(app, services, contract.getVotes, ctx => listVotes(ctx))
  serve(app, services, contract.deleteVote, (ctx, { params }) => deleteVote(ctx, params))
  // The browser gets its mark with the page, so that two presses at once are of one guest.
  serve(
    app,
    services,
    contract.getVote,
    (ctx, { params }, { request, reply }) =>
      showVote(ctx, { ...params, guestToken: guestTokenOf(request, reply) }),
    limited,
  )
  serve(
    app,
    services,
    contract.castBallot,
    (ctx, { params, body }, { request, reply }) =>
      castBallot(ctx, { ...params, ...body, guestToken: guestTokenOf(request, reply) }),
    limited,
  )
  serve(app, services, contract.removeGuest, (ctx, { params }, { request, reply }) =>
    removeGuest(ctx, { ...params, guestToken: guestTokenOf(request, reply) }),
  )
  serve(app, services, contract.closeVote, (ctx, { params }, { request, reply }) =>
    closeVote(ctx, { ...params, guestToken: guestTokenOf(request, reply) }),
  )
}
