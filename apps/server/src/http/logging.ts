import { containsCardNumber } from '@dineward/core/cards/card-number.rules.ts'
import {
  type FastifyBaseLogger,
  type FastifyReply,
  type FastifyRequest,
  type FastifyServerOptions,
  LogController,
} from 'fastify'
import type { Tracing } from '../tracing/tracing.ts'

export interface LogStream {
  write(line: string): void
}

interface LogSettings {
  readonly logLevel: string
  readonly logStream?: LogStream
  readonly tracing?: Pick<Tracing, 'logFields'> | null
}

/** Logs have no personal data: of a request its id, method and path, never query, body, cookies or address. */
export function logOptions({
  logLevel: level,
  logStream: stream,
  tracing,
}: LogSettings): NonNullable<FastifyServerOptions['logger']> {
  if (level === 'silent') return false
  return {
    level,
    ...(stream ? { stream } : {}),
    ...(tracing ? { mixin: () => tracing.logFields() } : {}),
    serializers: {
      req: request => ({
        method: request.method,
        path: pathOf(request),
        host: withoutCardNumber(request.headers?.host ?? ''),
      }),
      res: reply => ({ statusCode: reply.statusCode, ...pageOf(reply) }),
      err: describeError,
    },
  }
}

/** One line for each request, once it is answered: Fastify's own are two. */
export class RequestLog extends LogController {
  override incomingRequest(): void {}

  override requestCompleted(
    error: Error | null | undefined,
    request: FastifyRequest,
    reply: FastifyReply,
  ): void {
    logAnswer(request.log, { req: request, res: reply, responseTime: reply.elapsedTime }, error)
  }
}

interface Answer {
  readonly req: Routed & Pick<FastifyRequest, 'method' | 'headers'>
  readonly res: { readonly statusCode: number; readonly request: Routed }
  /** It is in milliseconds. */
  readonly responseTime: number
}

export function logAnswer(log: FastifyBaseLogger, answer: Answer, error?: Error | null): void {
  if (error) log.error({ ...answer, err: error }, 'request errored')
  else log.info(answer, 'request completed')
}

/** Pages also fail with what is no error, such as an answer of the router. */
type LoggedError = Partial<Error> & { code?: unknown; constraint?: unknown; status?: unknown }

/** The database adds the row to its errors (`detail`), other libraries the request: log neither. */
function describeError(error: LoggedError): { type: string; message: string; stack: string } {
  const { name = 'unknown', message = '', stack, code, constraint, cause, status } = error
  return {
    type: name,
    message: withoutPeople(message),
    stack: withoutPeople(stack ?? ''),
    ...(typeof code === 'string' ? { code } : {}),
    ...(typeof constraint === 'string' ? { constraint } : {}),
    ...(typeof status === 'number' ? { status } : {}),
    ...(cause instanceof Error ? { cause: describeError(cause) } : {}),
  }
}

/** Servers repeat whom they refuse. */
function withoutPeople(text: string): string {
  return text.replaceAll(/[^\s<>"'(),;:]+@[^\s<>"'(),;:]+/g, '(email)').replaceAll(/\+\d{8,15}\b/g, '(phone)')
}

interface Routed {
  readonly url?: string
  readonly routeOptions?: { readonly url?: string | undefined }
}

/** All pages have this route. */
export const pageRoute = { url: '/*' }

/** The route: a path names someone or something, and one without a route may hold anything. */
const pathOf = ({ routeOptions }: Routed): string => routeOptions?.url ?? '(not found)'

/** One route has all pages, and only an answered one shows that its path is known. */
function pageOf({ request, statusCode }: { request?: Routed; statusCode?: number }): { page?: string } {
  if (request?.routeOptions?.url !== pageRoute.url || (statusCode !== 200 && statusCode !== 304)) return {}
  return { page: withoutCardNumber(request.url?.split('?', 1)[0] ?? '') }
}

function withoutCardNumber(text: string): string {
  return containsCardNumber(text) ? '(withheld)' : text.slice(0, 255).replace(/[^\x20-\x7e]/g, '?')
}
