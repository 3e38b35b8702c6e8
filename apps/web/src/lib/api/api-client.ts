import { botCheckField } from '@dineward/core/bot-check/bot-check.rules.ts'
import type { Transport } from '@dineward/core/pages/render.ts'
import type { Contract, ContractRequest, ContractResponse } from '@dineward/core/shared/contract.ts'
import type { ErrorBody, ErrorCode, FieldError } from '@dineward/core/shared/errors.ts'
import { type AntiForgeryToken, createAntiForgeryToken } from './anti-forgery-token.ts'
import { noteServerTime } from './server-time.ts'

export interface ApiClient {
  /**
   * Make one call of the wire contract: `call<typeof getCards>('GET', '/api/Member/Cards', {})`. The contract is a type
   * argument, so that its schemas are not bundled. @throws ApiError
   */
  call<C extends Contract>(
    method: C['method'],
    path: C['path'],
    request: (ContractRequest<C> | WithFiles<C>) & RequestOptions,
  ): Promise<ContractResponse<C>>
  /** Calls made until `work` resolves do not renew the session: the member did not ask for them. */
  inBackground<T>(work: () => Promise<T>): Promise<T>
  readonly token: AntiForgeryToken
}

/** A form whose files are sent as they are. */
type WithFiles<C extends Contract> = Omit<ContractRequest<C>, 'body'> & { readonly body: FormData }

interface RequestOptions {
  readonly headers?: Readonly<Record<string, string>>
  readonly signal?: AbortSignal
}

export class ApiError extends Error {
  readonly status: number
  readonly code: ErrorCode
  readonly fieldErrors: readonly FieldError[]
  readonly requestId: string | undefined
  readonly lockedUntil: string | undefined

  /** `body` is an error, or the bare list of fields of a call that answers so. */
  constructor(status: number, answer: Partial<ErrorBody> | readonly FieldError[]) {
    const body: Partial<ErrorBody> = isFieldList(answer)
      ? { code: 'validation_failed', fieldErrors: [...answer] }
      : answer
    super(body.message ?? 'The server did not answer as expected.')
    this.name = 'ApiError'
    this.status = status
    this.code = (body.code as ErrorCode) ?? 'unavailable'
    this.fieldErrors = body.fieldErrors ?? []
    this.requestId = body.requestId
    this.lockedUntil = body.lockedUntil
  }
}

const isFieldList = (answer: Partial<ErrorBody> | readonly FieldError[]): answer is readonly FieldError[] =>
  Array.isArray(answer)

export function isUnauthorized(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'unauthorized'
}

/**
 * It is the client of browser and server, which differ in transport and bot check. A call rejected for a missing bot-
 * check token is retried once with one.
 */
export function createApiClient(transport: Transport, answerBotCheck?: () => Promise<string>): ApiClient {
  const token = createAntiForgeryToken(async () => {
    const response = await send('GET', '/api/CSRF')
    const answer = await response.json().catch(() => ({}))
    if (!response.ok) throw new ApiError(response.status, answer as Partial<ErrorBody>)
    return (answer as { csrfToken: string }).csrfToken
  })

  let backgroundWork = 0

  async function send(
    method: string,
    path: string,
    { body, headers: more, signal }: LooseRequest = {},
    csrfToken?: string,
  ): Promise<Response> {
    const headers: Record<string, string> = { accept: 'application/json', ...more }
    const isForm = body instanceof FormData
    // A form's type names its boundary, which the sender chooses.
    if (body !== undefined && !isForm) headers['content-type'] = 'application/json'
    if (csrfToken !== undefined) headers['x-xsrf-token'] = csrfToken
    if (backgroundWork > 0) headers['x-background'] = '1'
    const init = {
      method,
      headers,
      ...(body === undefined ? {} : { body: isForm ? body : JSON.stringify(body) }),
      ...(signal ? { signal } : {}),
    }
    const response = await transport(path, init).catch(() => {
      throw new ApiError(0, {
        code: 'unavailable',
        message: 'You seem to be offline. Check your connection and try again.',
      })
    })
    noteServerTime(response.headers.get('date'))
    return response
  }

  async function sendWithToken(method: string, path: string, request: LooseRequest): Promise<Response> {
    const response = await send(method, path, request, await token.current())
    if (response.status !== 403) return response
    // Signing in and out changes the token: replace a stale one once.
    const { code } = (await response.clone().json()) as ErrorBody
    if (code !== 'csrf_invalid') return response
    return send(method, path, request, await token.renew())
  }

  async function ask(method: string, path: string, request: LooseRequest): Promise<Response> {
    const address = addressOf(path, request)
    return method === 'GET' ? send('GET', address) : sendWithToken(method, address, request)
  }

  return {
    token,
    async inBackground(work) {
      backgroundWork++
      try {
        return await work()
      } finally {
        backgroundWork--
      }
    },
    async call(method, path, request) {
      let response = await ask(method, path, request)
      let answer = await response.json().catch(() => ({}))
      if (answerBotCheck && response.status === 403 && answer.code === 'bot_check_required') {
        response = await ask(method, path, withAnswer(method, request, await answerBotCheck()))
        answer = await response.json().catch(() => ({}))
      }
      if (response.ok) return answer
      // The session that the token belongs to has ended.
      if (answer.code === 'unauthorized') token.forget()
      throw new ApiError(response.status, answer as Partial<ErrorBody>)
    },
  }
}

/** GET sends the token in the query, others in the body. */
function withAnswer(method: string, request: LooseRequest, answer: string): LooseRequest {
  const part = method === 'GET' ? 'query' : 'body'
  return { ...request, [part]: { ...(request[part] as object | undefined), [botCheckField]: answer } }
}

interface LooseRequest extends RequestOptions {
  readonly params?: unknown
  readonly query?: unknown
  readonly body?: unknown
}

/** Fill path parameters and append the query: undefined values are omitted, lists repeated. */
export function addressOf(template: string, request: LooseRequest): string {
  const params = (request.params ?? {}) as Record<string, unknown>
  const path = template.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name])))
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries((request.query ?? {}) as Record<string, unknown>)) {
    for (const one of Array.isArray(value) ? value : [value])
      if (one !== undefined) query.append(name, String(one))
  }
  const text = query.toString()
  return text ? `${path}?${text}` : path
}
