import type { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { normalizeMalformedPath } from './normalize-path.ts'

/** What is known of a request without Fastify. */
export type Visit = Pick<FastifyRequest, 'method' | 'url' | 'headers' | 'protocol' | 'ip'>

/** It reads as Fastify does. Behind a proxy its last entries count: earlier ones are set by the client. */
export function forwardedVisit(
  { method, url, headers, socket }: IncomingMessage,
  trustProxy: boolean,
): Visit {
  const told = (name: string) => (trustProxy ? lastEntryOf(headers[name]) : '')
  return {
    method: method ?? '',
    url: normalizeMalformedPath(url ?? '/'),
    headers,
    protocol: told('x-forwarded-proto') === 'https' ? 'https' : 'http',
    ip: told('x-forwarded-for') || (socket.remoteAddress ?? ''),
  }
}

function lastEntryOf(value: string | string[] | undefined): string {
  const entries = String(value ?? '')
  return entries.slice(entries.lastIndexOf(',') + 1).trim()
}

/** Log once what would make limits count wrongly: a proxy in front that TRUST_PROXY does not fit. */
export function warnOfForwarding(app: FastifyInstance, trustProxy: boolean): void {
  let warned = false
  app.addHook('onRequest', (request, _reply, done) => {
    // Pages call the API without a socket.
    if (!warned && !request.routeOptions.config.ops && request.raw.socket instanceof Socket) {
      const problem = forwardingProblem(request, trustProxy)
      if (problem) app.log.warn(problem)
      warned = problem !== null
    }
    done()
  })
}

function forwardingProblem({ headers, ip }: FastifyRequest, trustProxy: boolean): string | null {
  const isForwarded = headers['x-forwarded-for'] !== undefined
  if (trustProxy && !isForwarded)
    return 'TRUST_PROXY is set, but a request came without X-Forwarded-For: limits count all visitors as one. Let the proxy set it.'
  if (!trustProxy && isForwarded && privateAddress.test(ip))
    return 'A proxy sends X-Forwarded-For, but TRUST_PROXY is not set: limits count all visitors as one. Set TRUST_PROXY=1.'
  return null
}

/** Addresses of proxies are private; visitors from elsewhere may send any header. */
const privateAddress = /^(?:::ffff:)?(?:127\.|10\.|192\.168\.|172\.(?:1[6-9]|2\d|3[01])\.)|^::1$|^f[cd]/i
