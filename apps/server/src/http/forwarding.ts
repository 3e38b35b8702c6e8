import { Socket } from 'node:net'
import type { FastifyInstance, FastifyRequest } from 'fastify'

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

/** Of a proxy; visitors from elsewhere may send any header. */
const privateAddress = /^(?:::ffff:)?(?:127\.|10\.|192\.168\.|172\.(?:1[6-9]|2\d|3[01])\.)|^::1$|^f[cd]/i
