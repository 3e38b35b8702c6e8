import { containsCardNumber } from '@dineward/core/cards/card-number.rules.ts'
import type { FastifyServerOptions } from 'fastify'

export interface LogStream {
  write(line: string): void
}

/** No personal data: of a request its id, method, path and route, never query, body, cookies or address. */
export function logOptions(level: string, stream?: LogStream): NonNullable<FastifyServerOptions['logger']> {
  if (level === 'silent') return false
  return {
    level,
    ...(stream ? { stream } : {}),
    serializers: {
      req: request => ({
        method: request.method,
        path: pathOf(request.url),
        host: withoutCardNumber(request.headers?.host ?? ''),
      }),
      res: reply => ({ statusCode: reply.statusCode }),
      err: describeError,
    },
  }
}

/** The database adds the row to its errors (`detail`), other libraries the request: log neither. */
function describeError(error: Error & { code?: unknown; constraint?: unknown }): {
  type: string
  message: string
  stack: string
} {
  const { name, message, stack, code, constraint, cause } = error
  return {
    type: name,
    message,
    stack: stack ?? '',
    ...(typeof code === 'string' ? { code } : {}),
    ...(typeof constraint === 'string' ? { constraint } : {}),
    ...(cause instanceof Error ? { cause: describeError(cause) } : {}),
  }
}

function pathOf(url: string | undefined): string {
  const path = (url ?? '').split('?', 1)[0]!.slice(0, 200)
  return withoutCardNumber(path)
}

function withoutCardNumber(text: string): string {
  return containsCardNumber(text) ? '(withheld)' : text.slice(0, 255).replace(/[^\x20-\x7e]/g, '?')
}
