import type { FastifyRequest } from 'fastify'

/**
 * The host that was called decides the partner, so it alone decides cookies and addresses too. `X-Forwarded-Host` is
 * never asked: whoever could set it would be served one partner's pages with another's address in them.
 */
export function hostOf(request: FastifyRequest): string {
  return request.headers.host ?? ''
}

/** Where browsers speak plain HTTP and yet trust what they hear. */
export function isLoopback(request: FastifyRequest): boolean {
  return loopback.test(hostOf(request))
}

const loopback = /^(?:(?:[a-z0-9-]+\.)*localhost\.?|127(?:\.\d{1,3}){3}|\[::1\])(?::\d{1,5})?$/i

/**
 * Scheme and host as the browser has them in its address bar. Off loopback that is https, whatever the last stretch
 * behind a proxy speaks: cookies are `Secure` there, so nothing else works.
 */
export function originOf(request: FastifyRequest): string {
  return `${isLoopback(request) ? request.protocol : 'https'}://${hostOf(request)}`
}
