import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Context } from '../../context.ts'
import { renewToken } from '../../features/identity/sessions/sessions.service.ts'
import { renewSessionCookies } from './session.ts'

/** After a call in which the member proved who they are: a token that leaked before is soon worth nothing. */
export async function renewTokenAfterProof(
  ctx: Context,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const renewed = request.sessionToken && (await renewToken(ctx, request.sessionToken))
  if (renewed) renewSessionCookies(request, reply, renewed)
}
