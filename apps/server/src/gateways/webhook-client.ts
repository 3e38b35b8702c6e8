import { Agent, type IncomingMessage } from 'node:http'
import { Agent as TlsAgent } from 'node:https'
import { BlockList, isIP } from 'node:net'
import {
  answerWithinMs,
  type DeliveryCode,
  type WebhookAnswer,
} from '@dineward/core/events/webhook-delivery.rules.ts'
import { lookUp } from '@dineward/core/shared/look-up.ts'
import { callPublic, isLoopback, OutgoingCallError, type Reach } from './outgoing-calls.ts'
import { isPublicAddress, PrivateAddressError } from './public-addresses.ts'

/* Calls addresses that programs gave us. Whatever a server does there, the answer is a code. */

export interface WebhookReach extends Reach {
  readonly allowsHttp: boolean
}

export const publicWebhookReach: WebhookReach = {
  isAllowed: isPublicAddress,
  anyPort: true,
  allowsHttp: false,
}

const loopback = new BlockList()
loopback.addSubnet('127.0.0.0', 8, 'ipv4')
loopback.addAddress('::1', 'ipv6')
/** In the demo, receivers run on the same machine. */
export const demoWebhookReach: WebhookReach = {
  isAllowed: address =>
    isPublicAddress(address) || loopback.check(address, isIP(address) === 4 ? 'ipv4' : 'ipv6'),
  anyPort: true,
  allowsHttp: true,
}

const keptBytes = 4_096

/** Connections that are kept, each to an address that was allowed when it was made. */
export class WebhookClient {
  readonly #reach: WebhookReach
  readonly #timeoutMs: number
  readonly #agents = {
    http: new Agent({ keepAlive: true, maxFreeSockets: 16, timeout: 60_000 }),
    https: new TlsAgent({ keepAlive: true, maxFreeSockets: 16, timeout: 60_000 }),
  }

  constructor(reach: WebhookReach, timeoutMs = answerWithinMs) {
    this.#reach = reach
    this.#timeoutMs = timeoutMs
  }

  /** Never throws. */
  async send(
    address: string,
    { body, headers }: { readonly body: string; readonly headers: Readonly<Record<string, string>> },
  ): Promise<WebhookAnswer> {
    const startedAt = performance.now()
    const signal = AbortSignal.timeout(this.#timeoutMs)
    const outcome = await this.#call(new URL(address), body, headers, signal).catch(error => ({
      code: codeOf(error),
      status: null,
      answer: null,
    }))
    return { ...outcome, milliseconds: Math.round(performance.now() - startedAt) }
  }

  close(): void {
    this.#agents.http.destroy()
    this.#agents.https.destroy()
  }

  async #call(
    url: URL,
    body: string,
    headers: Readonly<Record<string, string>>,
    signal: AbortSignal,
  ): Promise<Omit<WebhookAnswer, 'milliseconds'>> {
    const isHttps = url.protocol === 'https:'
    if (!isHttps && !this.#reach.allowsHttp) return { code: 'not_https', status: null, answer: null }
    const content = Buffer.from(body)
    const response = await callPublic(
      url,
      {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json', 'content-length': content.length },
        body: content,
        signal,
        agent: isHttps ? this.#agents.https : this.#agents.http,
      },
      this.#reach,
    )
    const status = response.statusCode ?? 0
    return { code: codeOfStatus(status), status, answer: await beginningOf(response) }
  }
}

/** Of a long answer no more is read: its connection ends. */
async function beginningOf(response: IncomingMessage): Promise<string> {
  const parts: Buffer[] = []
  let length = 0
  try {
    for await (const part of response) {
      parts.push(part)
      length += part.length
      if (length >= keptBytes) break
    }
  } catch {
    // The status has come, and counts.
  }
  response.destroy()
  // PostgreSQL takes no NUL.
  return Buffer.concat(parts).subarray(0, keptBytes).toString('utf8').replaceAll('\0', '\uFFFD')
}

function codeOfStatus(status: number): DeliveryCode {
  if (status >= 200 && status < 300) return 'delivered'
  if (status === 410) return 'gone'
  return status >= 300 && status < 400 ? 'redirect' : 'http_status'
}

const codes = {
  ENOTFOUND: 'name_not_found',
  EAI_AGAIN: 'name_not_found',
  ECONNREFUSED: 'connection_refused',
  ECONNRESET: 'connection_lost',
  EPIPE: 'connection_lost',
  EHOSTUNREACH: 'connection_refused',
  ENETUNREACH: 'connection_refused',
  ETIMEDOUT: 'timeout',
  ABORT_ERR: 'timeout',
  CERT_HAS_EXPIRED: 'certificate',
  CERT_NOT_YET_VALID: 'certificate',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'certificate',
  SELF_SIGNED_CERT_IN_CHAIN: 'certificate',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'certificate',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'certificate',
  ERR_TLS_CERT_ALTNAME_INVALID: 'certificate',
} as const satisfies Record<string, DeliveryCode>

function codeOf(error: Error & { code?: string }): DeliveryCode {
  if (error instanceof PrivateAddressError) return 'private_address'
  if (error instanceof OutgoingCallError) return 'host_not_allowed'
  const { code = '', name } = error
  if (name === 'AbortError' || name === 'TimeoutError') return 'timeout'
  if (code.startsWith('HPE_')) return 'invalid_answer'
  return lookUp(codes, code) ?? 'failed'
}

/** Before an endpoint is stored. @returns what follows "The address" in a sentence, or null */
export function webhookAddressProblem(address: string, reach: WebhookReach): string | null {
  const url = new URL(address)
  const host = url.hostname.replace(/^\[|\]$/g, '')
  if (url.protocol !== 'https:' && !reach.allowsHttp) return 'must begin with https://'
  if (isIP(host) !== 0 ? !reach.isAllowed(host) : isLoopback(host) && !reach.isAllowed('127.0.0.1'))
    return 'leads to a private network: events go to servers on the internet'
  return null
}
