import type { FastifyServerOptions } from 'fastify'

/**
 * Structured logs without personal data: of a request its id, method, path and route, never its query, body, cookies
 * or address.
 */
export function logOptions(level: string): NonNullable<FastifyServerOptions['logger']> {
  if (level === 'silent') return false
  return {
    level,
    serializers: {
      req: request => ({
        method: request.method,
        path: pathOf(request.url),
        host: request.headers?.host ?? '',
      }),
      res: reply => ({ statusCode: reply.statusCode }),
    },
  }
}

function pathOf(url: string | undefined): string {
  return (url ?? '')
    .split('?', 1)[0]!
    .replace(/[^\x20-\x7e]/g, '?')
    .slice(0, 200)
}
