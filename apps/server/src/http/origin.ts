import type { FastifyRequest } from 'fastify'

type Addressed = Pick<FastifyRequest, 'headers'>

/** The host decides the partner. `X-Forwarded-Host` is ignored: it could put a foreign host into a partner's pages. */
export function hostOf(request: Addressed): string {
  return request.headers.host ?? ''
}

/** Browsers trust plain HTTP there. */
export function isLoopback(request: Addressed): boolean {
  return loopback.test(hostOf(request))
}

const loopback = /^(?:(?:[a-z0-9-]+\.)*localhost\.?|127(?:\.\d{1,3}){3}|\[::1\])(?::\d{1,5})?$/i

/** It is as in the browser's address bar: https except on loopback, whatever the proxy speaks to us. */
export function originOf(request: Addressed & Pick<FastifyRequest, 'protocol'>): string {
  return `${isLoopback(request) ? request.protocol : 'https'}://${hostOf(request)}`
}

/** The pattern takes any port, and matches nothing without hosts. */
export function hostPattern(hosts: readonly string[]): RegExp {
  const names = hosts.map(host => host.replaceAll('.', '\\.')).join('|')
  return new RegExp(`^(?:${names || '(?!)'})(?::\\d+)?$`, 'i')
}
