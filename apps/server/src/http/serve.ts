import { hasNotJoined } from '@dineward/core/members/member-questions.ts'
import type { Clock } from '@dineward/core/shared/clock.ts'
import type { Contract, ContractInput } from '@dineward/core/shared/contract.ts'
import { AppError } from '@dineward/core/shared/errors.ts'
import { defaultLocale } from '@dineward/core/shared/format.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteShorthandOptions } from 'fastify'
import type * as z from 'zod/mini'
import {
  anonymous,
  type Context,
  type MemberActor,
  type MemberContext,
  type StaffContext,
} from '../context.ts'
import type { Db } from '../db/open-database.ts'
import { emulatedMember } from '../features/emulation/emulation.service.ts'
import { findSignedIn, resumeSession } from '../features/identity/sessions/sessions.service.ts'
import type { Gateways } from '../gateways/gateways.ts'
import { assertBodyType } from './bodies/body-types.ts'
import { answersOf, describeCall } from './openapi/openapi.ts'
import { assertSameSite, requireCsrfToken } from './sessions/csrf.ts'
import { assertNotEmulated } from './sessions/emulation.ts'
import { resumeOncePerPage } from './sessions/page-session.ts'
import { clearSessionCookies, renewSessionCookies, timeZoneOf } from './sessions/session.ts'
import { requireStaff } from './sessions/staff-session.ts'

export interface Services {
  readonly db: Db
  readonly clock: Clock
  readonly gateways: Gateways
  /** The first one signs. */
  readonly appSecrets: readonly string[]
}

type ContextFor<C extends Contract> = C['access'] extends 'member' | 'person'
  ? MemberContext
  : C['access'] extends { staff: string }
    ? StaffContext
    : Context
type Handler<C extends Contract> = (
  ctx: ContextFor<C>,
  input: ContractInput<C>,
  http: { request: FastifyRequest; reply: FastifyReply },
) => Promise<z.input<C['response']>>

declare module 'fastify' {
  interface FastifyContextConfig {
    bareFieldErrors?: boolean
  }
}

interface ServeOptions extends Pick<RouteShorthandOptions, 'config' | 'compress'> {
  /** A page makes the call only by itself: see `isBackground`. */
  readonly background?: boolean
  /** Load the session together with the member's bonuses and dining year, in the same statement. */
  readonly withMemberSummary?: boolean
  /** The address is an alias of one in the OpenAPI document. */
  readonly hidden?: boolean
  /** A GET that changes something has no HEAD. */
  readonly withoutHead?: boolean
}

/** Check access and CSRF token, validate input and output, and keep personal answers out of every cache. */
export function serve<const C extends Contract>(
  app: FastifyInstance,
  services: Services,
  contract: C,
  handler: Handler<C>,
  {
    background = false,
    hidden = false,
    withMemberSummary = false,
    withoutHead = false,
    ...options
  }: ServeOptions = {},
): void {
  const { method, path, params, query, body, successStatus = 200 } = contract
  const isPublic = contract.access === 'public' && !contract.personalized
  const bareFieldErrors = contract.bareFieldErrors ?? false
  const check = accessCheck(services, contract, { background, withSummary: withMemberSummary })
  app.route({
    ...options,
    config: { ...options.config, bareFieldErrors },
    method,
    url: path,
    exposeHeadRoute: !withoutHead,
    schema: {
      ...describeCall(contract, 'Site'),
      hide: hidden,
      ...(params ? { params } : {}),
      ...(query ? { querystring: query } : {}),
      ...(body ? { body } : {}),
      response: answersOf(contract),
    },
    onRequest: (request, _reply, done) => {
      assertNotEmulated(request, contract, { changes: withoutHead })
      done()
    },
    // This runs after the rate limit, before a body is read: a stranger's is not held in memory.
    preParsing: (request, reply, _body, done) => {
      if (method !== 'GET') {
        assertSameSite(request)
        requireCsrfToken(request, services.appSecrets)
        assertBodyType(request, contract)
      }
      check(request, reply, done)
    },
    handler: async (request, reply) => {
      if (!isPublic || method !== 'GET') reply.header('cache-control', 'no-store')
      reply.code(successStatus)
      const input = { params: request.params, query: request.query, body: request.body } as ContractInput<C>
      return handler(contextOf(services, request) as ContextFor<C>, input, { request, reply })
    },
  })
}

export function contextOf(services: Services, request: FastifyRequest): Context {
  const { db, clock, gateways } = services
  const { partner, actor = anonymous, log } = request
  return { partner, actor, db, clock, locale: defaultLocale, gateways, log }
}

type AccessCheck = (request: FastifyRequest, reply: FastifyReply, done: (error?: Error) => void) => void

/** Synchronous where nothing is checked, as for most searches. */
function accessCheck(
  services: Services,
  contract: Contract,
  { background, withSummary }: { background: boolean; withSummary: boolean },
): AccessCheck {
  const { access, personalized } = contract
  return (request, reply, done) => {
    if (access === 'public' && !(personalized && hasSession(request))) return done()
    const check = async () => {
      const ctx = contextOf(services, request)
      if (typeof access === 'object' && 'staff' in access) await requireStaff(ctx, request, access.staff)
      else if (request.emulationToken !== null)
        request.actor = (await emulatedMember(ctx, request.emulationToken, { withSummary })) ?? anonymous
      else if (background || isBackground(request))
        request.actor = (await findSignedIn(ctx, request.sessionToken, { withSummary })) ?? anonymous
      else request.actor = (await resumeMember(ctx, request, reply, withSummary)) ?? anonymous
      if (isMeantForAnother(request)) request.actor = anonymous
      if (access === 'member' || access === 'person') assertSignedIn(request.actor ?? anonymous, access)
    }
    check().then(() => done(), done)
  }
}

const hasSession = ({ sessionToken, emulationToken }: FastifyRequest): boolean =>
  sessionToken !== null || emulationToken !== null

/** A page makes this call by itself: it does not renew the session, which would never end. */
function isBackground({ headers }: FastifyRequest): boolean {
  return headers['x-background'] === '1'
}

/** The page that makes this change shows another member: someone else has signed in in a second tab since. */
function isMeantForAnother({ actor, headers }: FastifyRequest): boolean {
  const shown = headers['x-member']
  return actor?.kind === 'member' && shown !== undefined && shown !== actor.id
}

function assertSignedIn(actor: Context['actor'], access: 'member' | 'person'): void {
  if (actor.kind !== 'member') throw new AppError('unauthorized')
  if (access === 'member' && hasNotJoined(actor)) throw new AppError('forbidden')
}

async function resumeMember(
  ctx: Context,
  request: FastifyRequest,
  reply: FastifyReply,
  withSummary: boolean,
): Promise<MemberActor | null> {
  const token = request.sessionToken
  if (!token) return null
  const session = await resumeOncePerPage(request, () =>
    resumeSession(ctx, token, { withSummary, timeZone: timeZoneOf(request) }),
  )
  if (session) renewSessionCookies(request, reply, session)
  else clearSessionCookies(request, reply)
  return session?.member ?? null
}
