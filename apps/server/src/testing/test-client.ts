import type { Partner } from '@dineward/core/partner/partner.ts'
import type { Contract } from '@dineward/core/shared/contract.ts'
import type { LightMyRequestResponse } from 'fastify'
import { startSession } from '../features/identity/sessions/sessions.service.ts'
import { assertDocumented } from './access/documented-answers.ts'
import type { TestApp } from './test-app.ts'

export interface TestClient {
  /** Sent with every call, as a browser does. */
  readonly cookies: Map<string, string>
  get(url: string, headers?: Record<string, string>): Promise<LightMyRequestResponse>
  /** Fetches an anti-forgery token first and sends it, unless `headers` say otherwise. */
  send(
    method: Exclude<Contract['method'], 'GET'>,
    url: string,
    body?: unknown,
    headers?: Record<string, string>,
  ): Promise<LightMyRequestResponse>
}

/** A browser of one partner's site: its host, its cookies. */
export function newClient(test: TestApp, partner: Partner, remoteAddress = '127.0.0.1'): TestClient {
  return browserAt(test, `${partner.slug}.localhost`, remoteAddress)
}

export function browserAt(test: TestApp, host: string, remoteAddress = '127.0.0.1'): TestClient {
  const cookies = new Map<string, string>()

  async function call(
    method: Contract['method'],
    url: string,
    body: unknown,
    headers: Record<string, string>,
  ) {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const response = await test.app.inject({
      method,
      url,
      remoteAddress,
      headers: { host, ...(cookie ? { cookie } : {}), ...headers },
      ...(body === undefined ? {} : { payload: body as object }),
    })
    assertDocumented(test.app, { method, url }, response)
    for (const { name, value, maxAge, expires } of response.cookies) {
      const gone = maxAge === 0 || (expires !== undefined && expires.getTime() === 0)
      if (gone) cookies.delete(name)
      else cookies.set(name, value)
    }
    return response
  }

  return {
    cookies,
    get: (url, headers = {}) => call('GET', url, undefined, headers),
    async send(method, url, body, headers) {
      const token = headers ?? {
        'x-xsrf-token': (await call('GET', '/api/CSRF', undefined, {})).json().csrfToken,
      }
      return call(method, url, body, token)
    },
  }
}

/** Calls that bring headers of their own need it. */
export async function tokenHeader(client: TestClient): Promise<{ 'x-xsrf-token': string }> {
  return { 'x-xsrf-token': (await client.get('/api/CSRF')).json().csrfToken }
}

export async function signedInClient(test: TestApp, partner: Partner, memberId: string): Promise<TestClient> {
  const client = newClient(test, partner)
  const session = await startSession(test.context(partner), { memberId, remember: false })
  client.cookies.set('dw_session', session.token)
  return client
}
