import type { Transport } from '@dineward/core/pages/render.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { hostOf } from '../http/origin.ts'
import { createPageSession } from '../http/page-session.ts'

export interface InProcessCalls {
  readonly transport: Transport
  readonly setCookies: readonly string[]
  /** Whether a call was not answered as it would be in good times: a page made of that says less than it should. */
  hasFailed(): boolean
}

/**
 * Calls the API inside the process, as the visitor whose page is being rendered: same cookies, same validation, no
 * socket. Cookies that the API sets are kept for its next call and collected for the page's answer. `cookies` are those
 * that the visitor brought, or none where the page is for everyone.
 */
export function inProcessTransport(
  app: FastifyInstance,
  request: FastifyRequest,
  given: Readonly<Record<string, string | undefined>>,
): InProcessCalls {
  const cookies = new Map(Object.entries(given))
  const setCookies: string[] = []
  let hasFailed = false
  const page = createPageSession()
  const site = request.headers['sec-fetch-site']
  const transport: Transport = async (path, init) => {
    // It begins when it is waited for: inside, or it would be nobody's.
    const answer = await page.run(async () =>
      app.inject({
        method: init.method as 'GET',
        url: path,
        headers: {
          ...init.headers,
          host: hostOf(request),
          cookie: cookieHeader(cookies),
          // Whether another site sent the visitor here: signing out asks.
          ...(site === undefined ? {} : { 'sec-fetch-site': String(site) }),
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

/** Values were decoded when they were read. As they are, one that holds `; other=value` would be two cookies here. */
function cookieHeader(cookies: ReadonlyMap<string, string | undefined>): string {
  return [...cookies].map(([name, value = '']) => `${name}=${encodeURIComponent(value)}`).join('; ')
}
