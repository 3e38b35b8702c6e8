import { type IncomingMessage, request } from 'node:http'

export interface Answer<T = Record<string, unknown>> {
  readonly status: number
  readonly body: T
}

export interface ApiUser {
  get<T = Record<string, unknown>>(path: string): Promise<Answer<T>>
  send<T = Record<string, unknown>>(
    method: 'POST' | 'DELETE',
    path: string,
    body?: object,
  ): Promise<Answer<T>>
  /** A browser takes them. */
  cookies(): { name: string; value: string; url: string; httpOnly: boolean }[]
}

/** Scripts read it. */
const expiryCookie = 'dw_session_expires'

/** An API client of one partner's site, with cookies. */
export function apiUser(address: string, cookies = new Map<string, string>()): ApiUser {
  const { hostname, port, host } = new URL(address)

  function call<T>(
    method: string,
    path: string,
    body?: object,
    headers: Record<string, string> = {},
  ): Promise<Answer<T>> {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const text = body === undefined ? undefined : JSON.stringify(body)
    const sent = {
      host,
      ...(cookie ? { cookie } : {}),
      ...(text === undefined
        ? {}
        : { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(text)) }),
      ...headers,
    }
    return new Promise((resolve, reject) => {
      // Resolve *.localhost to this machine on every system.
      const outgoing = request(
        { host: hostname.replace(/^.*\.localhost$/, 'localhost'), port, method, path, headers: sent },
        answer => {
          const chunks: Buffer[] = []
          answer.on('data', (chunk: Buffer) => chunks.push(chunk))
          answer.on('error', reject)
          answer.on('end', () => {
            for (const line of answer.headers['set-cookie'] ?? []) {
              const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
              if (value === '') cookies.delete(name)
              else cookies.set(name, value)
            }
            resolve({
              status: answer.statusCode ?? 0,
              // A proxy's own answers are pages.
              body: isJson(answer) ? JSON.parse(Buffer.concat(chunks).toString() || '{}') : {},
            })
          })
        },
      )
      outgoing.on('error', reject)
      outgoing.end(text)
    })
  }

  return {
    get: path => call('GET', path),
    cookies: () =>
      Array.from(cookies, ([name, value]) => {
        return { name, value, url: address, httpOnly: name !== expiryCookie }
      }),
    async send(method, path, body) {
      const { body: token } = await call<{ csrfToken: string }>('GET', '/api/CSRF')
      return call(method, path, body, { 'x-xsrf-token': token.csrfToken })
    },
  }
}

export const demoPassword = 'Dinner-For-2!'

export async function signIn(user: ApiUser, email: string): Promise<void> {
  const { status, body } = await user.send('POST', '/api/SignIn', { userName: email, password: demoPassword })
  if (status !== 200) throw new Error(`${email} could not sign in: ${status} ${JSON.stringify(body)}`)
}

const isJson = ({ headers }: IncomingMessage): boolean => /json/.test(headers['content-type'] ?? 'json')
