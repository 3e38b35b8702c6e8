import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { AppError, type ErrorCode } from '@dineward/core/shared/errors.ts'
import { lookUp } from '@dineward/core/shared/look-up.ts'
import { errorBody } from './errors.ts'
import { apiHeaders } from './security-headers.ts'

export interface HttpServerOptions {
  readonly production: boolean
  /** A whole request must arrive within these milliseconds. */
  readonly requestTimeoutMs?: number
  /** Milliseconds without a byte in either direction, such as of a client that does not read its answer. */
  readonly connectionTimeoutMs?: number
}

export type HttpHandler = (request: IncomingMessage, response: ServerResponse) => void

/** Requests of a connection without an answer. Browsers do not pipeline; each request more would cost memory. */
const maxUnanswered = 8

/** Node's server, for `serverFactory`: what Node itself refuses is answered like any other error. */
export function createHttpServer(
  handler: HttpHandler,
  { production, requestTimeoutMs = 30_000, connectionTimeoutMs = 30_000 }: HttpServerOptions,
): Server {
  const headers = apiHeaders(production)
  const unanswered = new WeakMap<Socket, readonly ServerResponse[]>()

  /** @returns false where the connection was closed. */
  function count({ socket }: IncomingMessage, response: ServerResponse): boolean {
    // The rest of a chunk is still parsed after its connection was closed.
    if (socket.destroyed) return false
    const waiting = unansweredOn(socket)
    if (waiting.length >= maxUnanswered) {
      socket.destroy()
      return false
    }
    unanswered.set(socket, [...waiting, response])
    return true
  }

  function unansweredOn(socket: Socket): readonly ServerResponse[] {
    return (unanswered.get(socket) ?? []).filter(({ writableFinished }) => !writableFinished)
  }

  function refuse(response: ServerResponse, refusal: Refusal): void {
    response.writeHead(refusal.status, { ...headers, connection: 'close' }).end(bodyOf(refusal))
  }

  const server = createServer({
    requireHostHeader: false,
    connectionsCheckingInterval: Math.min(5_000, requestTimeoutMs),
  })
  server.requestTimeout = requestTimeoutMs
  server.keepAliveTimeout = 72_000
  server.setTimeout(connectionTimeoutMs)
  server.on('request', (request, response) => {
    if (!count(request, response)) return
    if (hasOneHost(request) && takeTarget(request)) handler(request, response)
    else refuse(response, badRequest)
  })
  server.on('checkExpectation', (request, response) => {
    if (count(request, response)) refuse(response, unknownExpectation)
  })
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => {
    if (error.code === 'ECONNRESET' || socket.destroyed) return
    if (socket.writable && !isAnswering(socket))
      socket.write(rawAnswer(lookUp(malformed, error.code ?? '') ?? badRequest, headers))
    socket.destroy(error)
  })
  return server

  /** The error's answer would become part of the one that is being sent. */
  function isAnswering(socket: Socket): boolean {
    return unansweredOn(socket).some(({ headersSent }) => headersSent)
  }
}

/** Two hosts may mean one partner to a proxy and another one to us. */
function hasOneHost({ rawHeaders, httpVersion }: IncomingMessage): boolean {
  let hosts = 0
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index]!
    if (name.length === 4 && name.toLowerCase() === 'host') hosts++
  }
  return hosts === 1 || (hosts === 0 && httpVersion === '1.0')
}

/**
 * `GET http://host/path`, as to a proxy, becomes a path. Its host counts (RFC 9112 §3.2.2), so that one that differs from
 * the header is refused: two parts of the way could take the request for different programs.
 */
function takeTarget(request: IncomingMessage): boolean {
  const target = request.url ?? ''
  if (target.startsWith('/') || target === '*') return true
  const [, scheme = '', authority, rest = ''] = /^(https?):\/\/([^/?#]*)(.*)$/is.exec(target) ?? []
  const defaultPort = scheme.toLowerCase() === 'http' ? /:80$/ : /:443$/
  const bare = (host: string) => host.toLowerCase().replace(defaultPort, '')
  if (authority === undefined || bare(authority) !== bare(request.headers.host ?? '')) return false
  request.url = rest.startsWith('/') ? rest : `/${rest}`
  return true
}

interface Refusal {
  readonly status: number
  readonly reason: string
  readonly code: ErrorCode
}

const badRequest: Refusal = { status: 400, reason: 'Bad Request', code: 'validation_failed' }
const unknownExpectation: Refusal = { status: 417, reason: 'Expectation Failed', code: 'validation_failed' }

const malformed = {
  ERR_HTTP_REQUEST_TIMEOUT: { status: 408, reason: 'Request Timeout', code: 'validation_failed' },
  HPE_HEADER_OVERFLOW: { status: 431, reason: 'Request Header Fields Too Large', code: 'body_too_large' },
} satisfies Record<string, Refusal>

const bodyOf = ({ code }: Refusal): string => JSON.stringify(errorBody(new AppError(code), randomUUID()))

function rawAnswer(refusal: Refusal, headers: Readonly<Record<string, string>>): string {
  const body = bodyOf(refusal)
  const lines = Object.entries({
    ...headers,
    'content-length': String(Buffer.byteLength(body)),
    connection: 'close',
  }).map(([name, value]) => `${name}: ${value}\r\n`)
  return `HTTP/1.1 ${refusal.status} ${refusal.reason}\r\n${lines.join('')}\r\n${body}`
}
