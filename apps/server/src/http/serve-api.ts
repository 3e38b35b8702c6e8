import type { Contract, ContractInput } from '@dineward/core/shared/contract.ts'
import { AppError, type ErrorCode } from '@dineward/core/shared/errors.ts'
import { defaultLocale } from '@dineward/core/shared/format.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteShorthandOptions } from 'fastify'
import type * as z from 'zod/mini'
import type { ApiContext } from '../context.ts'
import {
  type KeyRefusal,
  keyActorOf,
  readApiKey,
  revokeExposedKey,
} from '../features/api-keys/api-keys.service.ts'
import type { PartnerRegistry } from '../features/partner/partner-registry.service.ts'
import { answerOnce } from '../features/partner-api/answer-once.service.ts'
import { SharedLimit } from '../features/rate-limits/shared-limit.service.ts'
import { callOrigin } from '../features/security-events/security-events.service.ts'
import { assertBodyType } from './bodies/body-types.ts'
import { limits } from './limits/rate-limits.ts'
import { answersOf, describeCall } from './openapi/openapi.ts'
import { hostPattern } from './origin.ts'
import type { Services } from './serve.ts'

export interface ApiServices extends Services {
  readonly partners: PartnerRegistry
  readonly api: {
    /** Host names without a port; empty: there is no partner API. */
    readonly hosts: readonly string[]
    /** All programs are sandboxes there. */
    readonly isDemo: boolean
  }
}

type Handler<C extends Contract> = (
  ctx: ApiContext,
  input: ContractInput<C>,
  http: {
    readonly request: FastifyRequest
    readonly reply: FastifyReply
    /** It is not done where the call is refused, or was done before. */
    afterCommit(work: () => unknown): void
  },
) => Promise<z.input<C['response']>>

/**
 * Answers at the hosts of the partner API only: by a key, never by a cookie. A call that changes something runs in one
 * transaction, with the answer that its `Idempotency-Key` gets again: services join it by `inTransaction`.
 */
export function serveApi<const C extends Contract>(
  app: FastifyInstance,
  services: ApiServices,
  contract: C,
  handler: Handler<C>,
  options: Pick<RouteShorthandOptions, 'bodyLimit'> = {},
): void {
  const { method, path, params, query, body, access, successStatus = 200 } = contract
  if (typeof access !== 'object' || !('key' in access)) throw new Error(`${path} names no scope.`)
  const contexts = new WeakMap<FastifyRequest, ApiContext>()
  const limit = new SharedLimit(services.db, {
    name: 'partner api',
    max: limits.partnerApi.max,
    windowMinutes: limits.partnerApi.timeWindow / 60_000,
  })
  app.route({
    ...options,
    config: { api: true },
    constraints: { host: hostPattern(services.api.hosts) },
    method,
    url: path,
    schema: {
      ...describeCall(contract, 'Partner API'),
      ...(params ? { params } : {}),
      ...(query ? { querystring: query } : {}),
      ...(body ? { body } : {}),
      response: answersOf(contract),
    },
    // This runs before a body is read: a stranger's is not held in memory.
    preParsing: async (request, reply) => {
      const ctx = await contextOf(services, request)
      await countCall(limit, ctx.actor.id, reply)
      if (access.key !== 'any' && !ctx.actor.scopes.includes(access.key)) throw new AppError('scope_missing')
      if (method !== 'GET') assertBodyType(request, contract)
      contexts.set(request, ctx)
    },
    handler: async (request, reply) => {
      reply.headers(deprecationOf(contract)).header('cache-control', 'no-store').code(successStatus)
      const input = { params: request.params, query: request.query, body: request.body } as ContractInput<C>
      const ctx = contexts.get(request) as ApiContext
      if (method === 'GET') return handler(ctx, input, { request, reply, afterCommit: work => void work() })
      const later: (() => unknown)[] = []
      // A call that takes no body reads none: it may be nested too deeply to be compared.
      const asked = {
        call: `${method} ${request.url}`,
        body: body ? request.body : null,
        key: idempotencyKey(request),
      }
      const answer = await answerOnce({ ...ctx, appSecrets: services.appSecrets }, asked, db =>
        handler({ ...ctx, db }, input, { request, reply, afterCommit: work => void later.push(work) }),
      )
      for (const work of later) await work()
      if (isWaiting(answer)) reply.code(202)
      return answer
    },
  })
}

/** What was asked for waits for a person. */
const isWaiting = (answer: unknown): boolean => (answer as { approval?: unknown }).approval !== undefined

/** Of a call that goes (RFC 9745, RFC 8594). */
function deprecationOf({ deprecated }: Contract): Record<string, string> {
  if (!deprecated) return {}
  const { since, until } = deprecated
  return {
    deprecation: `@${Date.parse(since) / 1_000}`,
    sunset: new Date(until).toUTCString(),
  }
}

const refusals: Readonly<Record<KeyRefusal, ErrorCode>> = {
  unknown: 'api_key_invalid',
  revoked: 'api_key_revoked',
  expired: 'api_key_expired',
  address: 'api_key_address_refused',
}

async function contextOf(services: ApiServices, request: FastifyRequest): Promise<ApiContext> {
  const { db, clock, gateways, partners } = services
  if (await revokeExposedKey(services, request.url)) throw new AppError('api_key_in_address')
  const [, given] = /^Bearer +(\S{1,200})$/i.exec(request.headers.authorization ?? '') ?? []
  const key = given === undefined ? 'unknown' : await readApiKey(services, given, { address: request.ip })
  if (typeof key === 'string') throw new AppError(refusals[key])
  const partner = partners.bySlug(key.partnerId)
  if (!partner) throw new AppError('api_key_invalid')
  const actor = keyActorOf(key, callOrigin(request))
  request.partner = partner
  request.actor = actor
  return { partner, actor, db, clock, locale: defaultLocale, gateways, log: request.log }
}

/** @throws `rate_limited` */
async function countCall(limit: SharedLimit, keyId: string, reply: FastifyReply): Promise<void> {
  const { max } = limits.partnerApi
  const { used, endsInMs } = await limit.use(keyId)
  const reset = Math.max(1, Math.ceil(endsInMs / 1_000))
  reply.headers({
    'ratelimit-limit': max,
    'ratelimit-remaining': Math.max(0, max - used),
    'ratelimit-reset': reset,
  })
  if (used <= max) return
  reply.header('retry-after', reset)
  throw new AppError('rate_limited')
}

/** @throws `validation_failed` */
function idempotencyKey({ headers }: FastifyRequest): string | null {
  const key = headers['idempotency-key']
  if (key === undefined) return null
  if (typeof key === 'string' && /^[\x21-\x7e]{1,255}$/.test(key)) return key
  const message = 'It has up to 255 visible characters of ASCII.'
  throw new AppError('validation_failed', { fieldErrors: [{ field: 'Idempotency-Key', message }] })
}
