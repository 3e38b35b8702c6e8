import type { Partner } from '@dineward/core/partner/partner.ts'
import type { Contract, ContractInput, StaffAccess } from '@dineward/core/shared/contract.ts'
import { AppError } from '@dineward/core/shared/errors.ts'
import { defaultLocale } from '@dineward/core/shared/format.ts'
import type { Permission } from '@dineward/core/staff/permissions.ts'
import { permissionsAt } from '@dineward/core/staff/roles.ts'
import type {
  FastifyBaseLogger,
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  RouteShorthandOptions,
} from 'fastify'
import type * as z from 'zod/mini'
import type { ConsoleContext, Context, StaffActor, StaffContext } from '../context.ts'
import type { Db } from '../db/open-database.ts'
import type { ReadReplica } from '../db/read-replica.ts'
import { resumeConsoleSession } from '../features/console-session/console-session.service.ts'
import { assertRecentProof } from '../features/console-session/staff-proof.service.ts'
import type { PartnerRegistry } from '../features/partner/partner-registry.service.ts'
import { callOrigin } from '../features/security-events/security-events.service.ts'
import { notePermissionUse } from '../features/staff/permission-use.service.ts'
import { assertBodyType } from './bodies/body-types.ts'
import { answersOf, describeCall } from './openapi/openapi.ts'
import { hostPattern } from './origin.ts'
import type { Services } from './serve.ts'
import { consoleToken } from './sessions/console-cookie.ts'
import { assertSameSite, requireCsrfToken } from './sessions/csrf.ts'

export interface ConsoleSettings {
  /** Host names without a port; empty: there is no console. */
  readonly hosts: readonly string[]
  /** Only the demo turns it off. */
  readonly needsSecondFactor: boolean
  /** Only break-glass accounts sign in by password or passkey then. */
  readonly arePasswordsOff?: boolean
}

export interface ConsoleServices extends Services {
  readonly partners: PartnerRegistry
  readonly replica?: ReadReplica | null
  readonly longDb?: Db | null
  readonly console: ConsoleSettings
  /** Every call is theirs, without a session. Only `npm run call` has one. */
  readonly operator?: StaffActor
}

declare module 'fastify' {
  interface FastifyContextConfig {
    consoleCall?: Contract
  }
}

type Handler<C extends Contract> = (
  ctx: ConsoleContext,
  input: ContractInput<C>,
  http: { request: FastifyRequest; reply: FastifyReply },
) => Promise<z.input<C['response']>>

export interface ServeConsoleOptions extends Pick<RouteShorthandOptions, 'config' | 'bodyLimit'> {
  readonly hidden?: boolean
}

/** Answers at the console's hosts only. Checks session, permission and anti-forgery token, validates input and output. */
export function serveConsole<const C extends Contract>(
  app: FastifyInstance,
  services: ConsoleServices,
  contract: C,
  handler: Handler<C>,
  { hidden = false, ...options }: ServeConsoleOptions = {},
): void {
  const { method, path, params, query, body, access, successStatus = 200 } = contract
  const contexts = new WeakMap<FastifyRequest, ConsoleContext>()
  app.route({
    ...options,
    config: { ...options.config, console: true, consoleCall: contract },
    constraints: { host: hostPattern(services.console.hosts) },
    method,
    url: path,
    schema: {
      ...describeCall(contract, 'Console'),
      hide: hidden,
      ...(params ? { params } : {}),
      ...(query ? { querystring: query } : {}),
      ...(body ? { body } : {}),
      response: answersOf(contract),
    },
    // This runs before a body is read: a stranger's is not held in memory.
    preParsing: async request => {
      if (method !== 'GET' && !services.operator) {
        assertSameSite(request)
        requireCsrfToken(request, services.appSecrets)
        assertBodyType(request, contract)
      }
      if (typeof access !== 'object' || 'key' in access) return
      const ctx = await contextOf(services, request, access)
      if (contract.reauthenticates && !services.operator) assertRecentProof(ctx)
      contexts.set(request, ctx)
    },
    handler: async (request, reply) => {
      reply.header('cache-control', 'no-store').code(successStatus)
      const input = { params: request.params, query: request.query, body: request.body } as ContractInput<C>
      return handler(contexts.get(request) as ConsoleContext, input, { request, reply })
    },
  })
}

/** It is for what is no call of a contract. @throws `unauthorized` */
export async function requireConsoleSession(
  services: ConsoleServices,
  request: FastifyRequest,
): Promise<void> {
  await contextOf(services, request, { console: 'any' })
}

async function contextOf(
  services: ConsoleServices,
  request: FastifyRequest,
  access: StaffAccess,
): Promise<ConsoleContext> {
  const actor = services.operator ?? (await staffOf(services, request))
  request.actor = actor
  const ctx = contextFor(services, { actor, access, log: request.log })
  const permission = 'console' in access ? access.console : access.staff
  if (permission !== 'any' && !services.operator) await notePermissionUse(services, actor, permission)
  return ctx
}

/** @throws `forbidden` where the actor may not make such a call anywhere. */
export function contextFor(
  { db, clock, gateways, partners, replica = null, longDb = null }: ConsoleServices,
  {
    actor,
    access,
    log,
  }: {
    readonly actor: StaffActor
    readonly access: StaffAccess
    readonly log: FastifyBaseLogger
  },
): ConsoleContext {
  const permission = 'console' in access ? access.console : access.staff
  const scope = 'console' in access ? access.scope : undefined
  const allowed = partners.all().filter(({ slug }) => isAllowed(actor, permission, slug))
  const isNetworkWide = isAllowed(actor, permission, null)
  if (permission !== 'any' && allowed.length === 0) throw new AppError('forbidden')
  if (scope === 'network' && !isNetworkWide) throw new AppError('forbidden')
  const common = { actor, db, clock, locale: defaultLocale, gateways, log, partners }
  return { ...common, replica, longDb, allowed, isNetworkWide }
}

/** @throws `unauthorized` */
async function staffOf(services: ConsoleServices, request: FastifyRequest): Promise<StaffActor> {
  const token = consoleToken(request)
  const isBackground = request.headers['x-background'] === '1'
  const found = token && (await resumeConsoleSession(services, token, { isBackground }))
  if (!found) throw new AppError('unauthorized')
  return { ...found, from: callOrigin(request) }
}

function isAllowed({ grants }: StaffActor, permission: Permission | 'any', partner: string | null): boolean {
  const given = permissionsAt(grants, partner)
  return permission === 'any' ? given.length > 0 : given.includes(permission)
}

/**
 * The context of one program, for services that know nothing of the console: the actor may there what they may in it.
 * @throws `not_found` for a program in which the call is not allowed, as for one that does not exist.
 */
export function programContext(ctx: ConsoleContext, slug: string): StaffContext {
  const partner = ctx.allowed.find(one => one.slug === slug)
  if (partner) return inProgram(ctx, partner)
  const isThere = ctx.partners.bySlug(slug) !== null
  throw new AppError('not_found', isThere ? { concern: { reason: 'program_not_allowed' } } : {})
}

/** @param partner one of `ctx.allowed` */
export function inProgram(ctx: ConsoleContext, partner: Partner): StaffContext {
  const { db, clock, locale, gateways, log } = ctx
  const actor = { ...ctx.actor, permissions: permissionsAt(ctx.actor.grants, partner.slug) }
  return { partner, actor, db, clock, locale, gateways, log } satisfies Context
}

/** Slugs in which the call is allowed, or the one that was asked for. @throws `not_found` as `programContext` does. */
export function slugsOf(ctx: ConsoleContext, asked: string | undefined): readonly string[] {
  return asked === undefined ? ctx.allowed.map(({ slug }) => slug) : [programContext(ctx, asked).partner.slug]
}
