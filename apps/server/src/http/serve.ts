import type { Clock } from '@dineward/core/shared/clock.ts'
import type { Contract, ContractInput } from '@dineward/core/shared/contract.ts'
import { AppError, errorBodySchema } from '@dineward/core/shared/errors.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteShorthandOptions } from 'fastify'
import type * as z from 'zod/mini'
import type { Context, MemberContext } from '../context.ts'
import type { Db } from '../db/open-database.ts'
import { resumeSession } from '../features/identity/sessions.service.ts'
import type { Gateways } from '../gateways/gateways.ts'
import { refuseCrossSite, requireCsrfToken } from './csrf.ts'
import { sendsJson } from './json-bodies.ts'
import { resumedOnce } from './page-session.ts'
import { clearSessionCookies, setExpiryCookie } from './session.ts'

/** What the routes of every feature need from the application. */
export interface Services {
  readonly db: Db
  readonly clock: Clock
  readonly gateways: Gateways
  readonly csrfSecret: string
}

type ContextFor<C extends Contract> = C['access'] extends 'member' ? MemberContext : Context
type Handler<C extends Contract> = (
  ctx: ContextFor<C>,
  input: ContractInput<C>,
  http: { request: FastifyRequest; reply: FastifyReply },
) => Promise<z.input<C['response']> | PreparedJson>

/** An answer that was put together from parts which have passed the contract already. It is sent as it is. */
export class PreparedJson {
  readonly bytes: Buffer
  constructor(bytes: Buffer) {
    this.bytes = bytes
  }
}

interface ServeOptions extends Pick<RouteShorthandOptions, 'config'> {
  /** Load the session together with the member's bonuses and dining year, in the same statement. */
  readonly withMemberSummary?: boolean
  /** Another way to write an address that the document of all calls has already. */
  readonly hidden?: boolean
}

/**
 * Serves one call of the wire contract: validates what comes in and goes out, finds out who is calling, demands the
 * anti-forgery token where something changes, and keeps answers about members out of every cache.
 */
export function serve<const C extends Contract>(
  app: FastifyInstance,
  services: Services,
  contract: C,
  handler: Handler<C>,
  { hidden = false, withMemberSummary = false, ...options }: ServeOptions = {},
): void {
  const { method, path, summary, access, params, query, body, response } = contract
  app.route({
    ...options,
    method,
    url: path,
    schema: {
      summary,
      hide: hidden,
      ...(params ? { params } : {}),
      ...(query ? { querystring: query } : {}),
      ...(body ? { body } : {}),
      response: { 200: response, '4xx': errorBodySchema, '5xx': errorBodySchema },
    },
    // A body in another form is never read, so a form on another site is told here that it may not call.
    ...(method !== 'GET' && {
      onRequest: async request => {
        refuseCrossSite(request)
        if (!sendsJson(request)) requireCsrfToken(request, services.csrfSecret)
      },
    }),
    // Before validation: a call that may not be made learns nothing about its input.
    preValidation: whoCalls(services, contract, withMemberSummary),
    handler: async (request, reply) => {
      if (access !== 'public' || method !== 'GET') reply.header('cache-control', 'no-store')
      const input = { params: request.params, query: request.query, body: request.body } as ContractInput<C>
      const answer = await handler(contextOf(services, request) as ContextFor<C>, input, { request, reply })
      if (!(answer instanceof PreparedJson)) return answer
      reply.type('application/json; charset=utf-8')
      return answer.bytes
    },
  })
}

export function contextOf(services: Services, request: FastifyRequest): Context {
  const { db, clock, gateways } = services
  return { partner: request.partner, member: request.signedIn ?? null, db, clock, gateways, log: request.log }
}

type PreValidation = (request: FastifyRequest, reply: FastifyReply, done: (error?: Error) => void) => void

/** Without a promise where there is nothing to wait for: most calls are visitors' searches. */
function whoCalls(services: Services, contract: Contract, withSummary: boolean): PreValidation {
  const { method, access } = contract
  return (request, reply, done) => {
    const isNobody = access === 'public' || (access === 'optional' && request.sessionToken === null)
    if (isNobody && method === 'GET') done()
    else identify(services, { ...contract, withSummary }, request, reply).then(() => done(), done)
  }
}

async function identify(
  services: Services,
  { method, access, withSummary }: Contract & { readonly withSummary: boolean },
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  if (method !== 'GET') requireCsrfToken(request, services.csrfSecret)
  if (access === 'public') return
  const token = request.sessionToken
  const session = token
    ? await resumedOnce(request, () => resumeSession(contextOf(services, request), token, { withSummary }))
    : null
  request.signedIn = session?.member ?? null
  if (session) setExpiryCookie(request, reply, session.expiresAt, session.remembered)
  else if (request.sessionToken) clearSessionCookies(request, reply)
  if (access === 'member' && !session) throw new AppError('unauthorized')
}
