import { type Agent, type IncomingMessage, type OutgoingHttpHeaders, request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { connect, isIP, type Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'
import { allowedLookup, isPublicAddress, PrivateAddressError } from './public-addresses.ts'

/*
 * This is the only way out: no other file calls others by itself (tests/architecture.test.ts). Beyond this machine
 * calls go by https, to the hosts of OUTGOING_HOSTS where it names any. docs/operating.md lists whom the product calls.
 */

/** The message is a sentence without what follows the host, which may hold a token. */
export class OutgoingCallError extends Error {
  override readonly name = 'OutgoingCallError'
}

let allowedHosts: readonly string[] = []

/** It holds for the whole process, as the environment does. An empty list allows any host. */
export function setOutgoingHosts(hosts: readonly string[]): void {
  allowedHosts = hosts
}

export const isLoopback = (hostname: string): boolean =>
  /^(localhost|.+\.localhost|127(\.\d{1,3}){3}|\[::1\])$/.test(hostname)

/** The socket is a file of this machine. */
const isLocalSocket = ({ protocol, hostname }: URL): boolean => protocol === 'clamd:' && hostname === ''

/** `*.example.com` names any name below it. */
export function namesHost(hosts: readonly string[], hostname: string): boolean {
  return hosts.some(host => (host.startsWith('*.') ? hostname.endsWith(host.slice(1)) : hostname === host))
}

/** @returns what follows the address's name in a sentence, or null. */
export function outgoingProblem(address: string | URL, hosts: readonly string[]): string | null {
  const url = new URL(address)
  const hostname = url.hostname.toLowerCase()
  if (isLoopback(hostname) || isLocalSocket(url)) return null
  if (url.protocol === 'clamd:') return 'must begin with clamds, for TLS, beyond this machine'
  if (!/^(https|smtps?|clamds):$/.test(url.protocol))
    return 'must be an https address; http is for this machine only'
  return hosts.length > 0 && !namesHost(hosts, hostname)
    ? `leads to ${hostname}, which OUTGOING_HOSTS does not name`
    : null
}

/** It is for libraries that call by themselves. @throws OutgoingCallError. */
export function requireOutgoing(address: string | URL): void {
  const problem = outgoingProblem(address, allowedHosts)
  if (problem) throw new OutgoingCallError(`The address ${problem}.`)
}

/** Follows no redirect unless asked to: what we send is for the address that was configured. */
export async function callOut(address: string | URL, init: RequestInit): Promise<Response> {
  requireOutgoing(address)
  return fetch(address, { redirect: 'error', ...init })
}

/** It is for what does not speak HTTP. @throws OutgoingCallError. */
export function connectOut(address: URL): Socket {
  requireOutgoing(address)
  if (isLocalSocket(address)) return connect(decodeURIComponent(address.pathname))
  const place = { host: address.hostname.replace(/^\[|\]$/g, ''), port: Number(address.port) }
  return address.protocol === 'clamds:' ? connectTls(place) : connect(place)
}

/** What may be reached at addresses that people give us. */
export interface Reach {
  readonly isAllowed: (address: string) => boolean
  readonly anyPort: boolean
}

export const publicReach: Reach = { isAllowed: isPublicAddress, anyPort: false }

interface PublicCall {
  readonly method: 'GET' | 'POST'
  readonly headers: OutgoingHttpHeaders
  readonly body?: Buffer | null
  readonly signal: AbortSignal
  /** It keeps connections, whose address was allowed when they were made. */
  readonly agent?: Agent
}

/**
 * An address that people gave us: http too, on its usual port, never a private address. Redirects are for the caller.
 * @throws PrivateAddressError, OutgoingCallError.
 */
export async function callPublic(
  url: URL,
  { method, headers, body = null, signal, agent }: PublicCall,
  { isAllowed, anyPort }: Reach,
): Promise<IncomingMessage> {
  const host = url.hostname.replace(/^\[|\]$/g, '')
  // An IP address is not looked up.
  if (isIP(host) && !isAllowed(host)) throw new PrivateAddressError(`${host} is a private address.`)
  if (url.port !== '' && !anyPort) throw new OutgoingCallError(`Port ${url.port} is not a usual one.`)
  if (allowedHosts.length > 0 && !namesHost(allowedHosts, url.hostname))
    throw new OutgoingCallError(`OUTGOING_HOSTS does not name ${url.hostname}.`)
  const request = url.protocol === 'https:' ? requestHttps : requestHttp
  return new Promise((resolve, reject) => {
    request(
      url,
      { method, headers, lookup: allowedLookup(isAllowed), agent: agent ?? false, signal },
      resolve,
    )
      .once('error', reject)
      .end(body)
  })
}
