import type { Transport } from '@dineward/core/pages/render.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { hostOf } from '../http/origin.ts'
import { createPageSession } from '../http/sessions/page-session.ts'

export interface InProcessCalls {
  readonly transport: Transport
  readonly setCookies: readonly string[]
  /** Whether a call failed, so that the page lacks something. */
  hasFailed(): boolean
}

/** Calls the API in-process as the visitor: same cookies and validation, no socket. Collects the cookies it sets. */
export function inProcessTransport(
  app: FastifyInstance,
  request: FastifyRequest,
  given: Readonly<Record<string, string | undefined>>,
): InProcessCalls {
  const cookies = new Map(Object.entries(given))
  const setCookies: string[] = []
  let hasFailed = false
  const page = createPageSession()
  const forwarded = { ...browserHeaders(request), ...signOutMarks(request) }
  const transport: Transport = async (path, init) => {
    // `inject` starts when awaited: await it within the page's session.
    const answer = await page.run(async () =>
      app.inject({
        method: init.method as 'GET',
        url: path,
        headers: {
          ...init.headers,
          host: hostOf(request),
          cookie: cookieHeader(cookies),
          ...forwarded,
        },
        remoteAddress: request.ip,
        ...(init.body === undefined ? {} : { payload: init.body }),
      }),
    )
    if (answer.statusCode >= 500 || answer.statusCode === 429) hasFailed = true
    const fresh = answer.headers['set-cookie'] ?? []
    setCookies.push(...(Array.isArray(fresh) ? fresh : [fresh]))
    for (const { name, value } of answer.cookies) cookies.set(name, value)
    return new Response(answer.body, {
      status: answer.statusCode,
      headers: { 'content-type': 'application/json' },
    })
  }
  return { transport, setCookies, hasFailed: () => hasFailed }
}

/** A session says on which device it was opened. */
function browserHeaders({ headers }: FastifyRequest): Record<string, string> {
  const { 'user-agent': agent = '', 'accept-language': language = '' } = headers
  return { 'user-agent': agent, 'accept-language': language }
}

/** Sign-out checks whether another site sent the visitor, and changes nothing for a preview of its page. */
function signOutMarks({ method, headers }: FastifyRequest): Record<string, string> {
  const { 'sec-fetch-site': site, 'sec-purpose': purpose } = headers
  const preview = method === 'HEAD' ? 'prefetch' : purpose
  return {
    ...(site === undefined ? {} : { 'sec-fetch-site': String(site) }),
    ...(preview === undefined ? {} : { 'sec-purpose': String(preview) }),
  }
}

/** Values are encoded again: a decoded one may hold `; other=value`. */
function cookieHeader(cookies: ReadonlyMap<string, string | undefined>): string {
  return [...cookies].map(([name, value = '']) => `${name}=${encodeURIComponent(value)}`).join('; ')
}
