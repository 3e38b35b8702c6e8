import { keyErrors } from '@dineward/core/partner-api/api-calls.ts'
import type { Contract } from '@dineward/core/shared/contract.ts'
import { errorBodySchema, fieldErrorSchema } from '@dineward/core/shared/errors.ts'
import swagger from '@fastify/swagger'
import type { FastifyInstance } from 'fastify'
import { createJsonSchemaTransform } from 'fastify-type-provider-zod'
import * as z from 'zod/mini'
import { csrfCookie } from '../sessions/cookies.ts'

/** Where a call answers, and who makes it. */
type Tag = 'Site' | 'Console' | 'Partner API' | 'Hooks'

const tags: readonly { readonly name: Tag; readonly description: string }[] = [
  { name: 'Site', description: 'Calls at the site of a program. The host says which program.' },
  { name: 'Console', description: 'Calls of the staff, at the host of the console only.' },
  {
    name: 'Partner API',
    description:
      'Calls by other systems of a program, at the host of the partner API only. The key says which program.',
  },
  { name: 'Hooks', description: 'Calls by card networks and by providers of mail and text messages.' },
]

const cookies = {
  session: ['dw_session', 'Set by signing in or joining.'],
  staffSession: ['dw_staff', 'Set by signing in as staff at the site of a program.'],
  consoleSession: ['dw_console', 'Set by signing in at the console.'],
  csrfCookie: [csrfCookie, 'Set by `GET /api/CSRF`.'],
} as const

type Scheme = keyof typeof cookies | 'csrfToken' | 'apiKey'
type Security = Partial<Record<Scheme, []>>

const token: Security = { csrfCookie: [], csrfToken: [] }

const csrfTokenScheme = {
  type: 'apiKey' as const,
  in: 'header',
  name: 'X-XSRF-TOKEN',
  description: 'The `csrfToken` of `GET /api/CSRF`. Signing in or out replaces it.',
}

/** `GET /api/v2/Merchants/:id` -> `getV2MerchantsById`. */
export function operationIdOf(method: string, path: string): string {
  const parts = path
    .split(/[/.]/)
    .filter(part => part !== '' && part !== 'api')
    .map(part =>
      part.startsWith(':') ? `By${capitalized(part.slice(1))}` : part.split('-').map(capitalized).join(''),
    )
  return `${method.toLowerCase()}${parts.join('')}`
}

const capitalized = (word: string): string => `${word.slice(0, 1).toUpperCase()}${word.slice(1)}`

/** What the document says of a call: the parts of its route's `schema` that Fastify does not read. */
export function describeCall(contract: Contract, tag: Tag): object {
  const { method, path, summary, idempotencyKey, bodyTypes } = contract
  // Any call of the partner API may be refused for its key.
  const ofKeys: readonly string[] = tag === 'Partner API' ? keyErrors : []
  const errors = contract.errors.filter(error => !ofKeys.includes(error))
  return {
    operationId: operationIdOf(method, path),
    summary,
    ...(errors.length > 0 ? { description: `Errors of its own: ${errors.join(', ')}.` } : {}),
    tags: [tag],
    ...(contract.deprecated ? { deprecated: true } : {}),
    security: securityOf(contract, tag),
    ...(bodyTypes ? { consumes: [...bodyTypes] } : {}),
    ...(idempotencyKey ? { 'x-document': { headers: keyHeader(idempotencyKey === 'required', tag) } } : {}),
  }
}

const keyHeader = (isRequired: boolean, tag: Tag) => ({
  type: 'object',
  properties: { 'Idempotency-Key': { type: 'string', maxLength: tag === 'Partner API' ? 255 : 100 } },
  required: isRequired ? ['Idempotency-Key'] : [],
})

function securityOf({ access, personalized, method }: Contract, tag: Tag): Security[] {
  if (tag === 'Partner API') return [{ apiKey: [] }]
  const tokens = method === 'GET' ? {} : token
  if (access === 'public')
    return personalized ? [tokens, { ...tokens, session: [] }] : method === 'GET' ? [] : [tokens]
  if (typeof access === 'string') return [{ ...tokens, session: [] }]
  return [{ ...tokens, [tag === 'Console' ? 'consoleSession' : 'staffSession']: [] }]
}

interface Hook {
  readonly answer?: z.ZodMiniType
  readonly answerType?: string
  readonly bodyType?: string
  /** Names of texts in the address. */
  readonly query?: readonly string[]
}

/** A call by a provider, which proves itself by a signature. What it sends is read as bytes. */
export function describeHook(
  method: 'POST',
  path: string,
  summary: string,
  { answer = z.object({ received: z.literal(true) }), answerType, bodyType, query }: Hook = {},
): object {
  return {
    ...described(method, path, summary, 'Hooks'),
    consumes: [bodyType ?? 'application/json'],
    'x-document': { body: { type: 'object' }, ...(query ? { querystring: textsOf(query) } : {}) },
    response: { 200: answerType ? contentOf([answerType], answer) : answer, ...errorAnswers },
  }
}

/** A call that leads a browser on. With POST, the fields are those of a form. */
export function describeRedirect(
  path: string,
  summary: string,
  fields: readonly string[],
  method: 'GET' | 'POST' = 'GET',
): object {
  const isForm = method === 'POST'
  return {
    ...described(method, path, summary, 'Site'),
    ...(isForm ? { consumes: ['application/x-www-form-urlencoded'] } : {}),
    'x-document': isForm ? { body: textsOf(fields) } : { querystring: textsOf(fields) },
    response: { 303: z.null(), ...errorAnswers },
  }
}

const textsOf = (names: readonly string[]) => ({
  type: 'object',
  properties: Object.fromEntries(names.map(name => [name, { type: 'string' }])),
})

const described = (method: string, path: string, summary: string, tag: Tag) => ({
  operationId: operationIdOf(method, path),
  summary,
  tags: [tag],
  security: [],
})

const errorAnswers = { '4xx': errorBodySchema, '5xx': errorBodySchema }

/** Schemas of the answers by status, for the serializer and for the document. */
export function answersOf(contract: Contract): object {
  const { response, successStatus = 200, answerTypes, bareFieldErrors, approval, access, errors } = contract
  const isOfKey = typeof access === 'object' && 'key' in access
  return {
    [successStatus]: answerTypes ? contentOf(answerTypes, response) : response,
    ...(bareFieldErrors ? { 400: z.union([z.array(fieldErrorSchema), errorBodySchema]) } : {}),
    ...(approval ? { 202: isOfKey ? response : errorBodySchema } : {}),
    ...(errors.includes('being_counted') ? { 202: errorBodySchema } : {}),
    ...errorAnswers,
  }
}

function contentOf(types: readonly string[], response: z.ZodMiniType): object {
  const schemaOf = (type: string) => {
    if (type === 'application/json') return response
    return type.startsWith('text/') ? z.string() : z.any()
  }
  return {
    description: 'Done.',
    content: Object.fromEntries(types.map(type => [type, { schema: schemaOf(type) }])),
  }
}

type Transform = ReturnType<typeof createJsonSchemaTransform>

/** Call it before the routes that it describes are added. */
export async function describeRoutes(app: FastifyInstance): Promise<void> {
  await app.register(swagger, {
    openapi: {
      // In 3.0 a list of values cannot have null among them.
      openapi: '3.1.0',
      info: {
        title: 'Dineward',
        version: '1',
        license: { name: 'Apache-2.0', identifier: 'Apache-2.0' } as { name: string },
      },
      servers: [{ url: '/', description: 'The host that this document was fetched from.' }],
      tags: [...tags],
      // They are read while the calls are described, by those that name them.
      components: {
        securitySchemes: {
          ...securitySchemes({ of: 'Site', isSecure: false }),
          ...securitySchemes({ of: 'Console', isSecure: false }),
          ...securitySchemes({ of: 'Partner API', isSecure: false }),
        },
      },
    },
    transform: describeRoute,
  })
}

export interface DocumentKind {
  readonly of: 'Site' | 'Console' | 'Partner API'
  /** Off loopback cookies have a prefix. */
  readonly isSecure: boolean
}

interface WholeDocument {
  readonly info: object
  readonly paths: Readonly<Record<string, Readonly<Record<string, object>>>>
  readonly components?: object
}

export function documentOf(app: FastifyInstance, { of, isSecure }: DocumentKind): object {
  const { info, paths, components, ...document } = app.swagger() as unknown as WholeDocument
  const own = Object.entries(paths).filter(([path]) => hostOf(path) === of)
  const isApi = of === 'Partner API'
  const resources = isApi ? [...new Set(own.map(([path]) => resourceOf(path)))] : []
  return {
    ...document,
    info: isApi ? { ...info, title: 'Partner API of Dineward' } : info,
    tags: isApi
      ? resources.map(name => ({ name }))
      : tags.filter(({ name }) => name === of || (of === 'Site' && name === 'Hooks')),
    paths: Object.fromEntries(isApi ? own.map(byResource) : own),
    components: { ...components, securitySchemes: securitySchemes({ of, isSecure }) },
  }
}

/** `/v1/webhook-endpoints/{id}` -> `Webhook endpoints`. */
const resourceOf = (path: string): string => capitalized(path.split('/')[2]!.replaceAll('-', ' '))

const byResource = ([path, methods]: readonly [string, Readonly<Record<string, object>>]) => [
  path,
  Object.fromEntries(
    Object.entries(methods).map(([method, call]) => [method, { ...call, tags: [resourceOf(path)] }]),
  ),
]

function hostOf(path: string): DocumentKind['of'] {
  if (path.startsWith('/v1/')) return 'Partner API'
  return path.startsWith('/api/Console/') ? 'Console' : 'Site'
}

const apiKeyScheme = {
  type: 'http' as const,
  scheme: 'bearer',
  description: 'A key of the program, made in the console under Programs, Integrations.',
}

function securitySchemes({ of, isSecure }: DocumentKind) {
  if (of === 'Partner API') return { apiKey: apiKeyScheme }
  const used = Object.entries(cookies).filter(
    ([scheme]) => scheme === 'csrfCookie' || (scheme === 'consoleSession') === (of === 'Console'),
  )
  const ofCookies = used.map(([scheme, [cookie, description]]) => {
    const name = isSecure ? `__Host-${cookie}` : cookie
    return [scheme, { type: 'apiKey' as const, in: 'cookie', name, description }] as const
  })
  return { ...Object.fromEntries(ofCookies), csrfToken: csrfTokenScheme }
}

const fromZod = createJsonSchemaTransform({})

const describeRoute: Transform = document => {
  const { schema, url } = fromZod(document)
  const { 'x-document': more, ...whole } = { ...schema } as Described
  // A file has no fields.
  if (whole.consumes && !whole.body) whole.body = { type: 'string', format: 'binary' }
  for (const [status, answer] of Object.entries(whole.response ?? {}))
    answer['x-response-description'] ??= answer.description ?? answerWords(status)
  return { schema: { ...whole, ...more } as typeof schema, url }
}

interface Described {
  /** What Fastify does not validate, as JSON schemas. */
  'x-document'?: { headers?: object; querystring?: object; body?: object }
  consumes?: string[]
  body?: object
  response?: Record<string, { description?: string; 'x-response-description'?: string }>
}

function answerWords(status: string): string {
  if (/^5/.test(status)) return 'It failed; the same call may succeed later.'
  if (/^4/.test(status)) return 'It is refused: `code` says why.'
  return /^3/.test(status) ? 'Go on there.' : 'Done.'
}
