import type { Contract, ContractRequest, ContractResponse } from '@dineward/core/shared/contract.ts'
import type { ErrorBody, ErrorCode, FieldError } from '@dineward/core/shared/errors.ts'
import { withReauthentication } from './reauthentication.ts'

export class ApiError extends Error {
  /** It is 0 where there was no answer. */
  readonly status: number
  readonly code: ErrorCode
  readonly fieldErrors: readonly FieldError[]
  readonly requestId: string | undefined
  readonly body: Partial<ErrorBody>

  constructor(status: number, body: Partial<ErrorBody>) {
    super(body.message ?? 'The server did not answer as expected. Try again in a moment.')
    this.name = 'ApiError'
    this.status = status
    this.code = (body.code as ErrorCode) ?? 'unavailable'
    this.fieldErrors = body.fieldErrors ?? []
    this.requestId = body.requestId
    this.body = body
  }
}

/** Of two people who change the same, the second gets this. */
export const isChangedMeanwhile = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.code === 'changed_meanwhile'

/** It is kept, and is done once another person approves it. */
export const waitsForApproval = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.code === 'approval_needed'

interface Options {
  readonly signal?: AbortSignal
  /** The page asks by itself: this does not keep the session open. */
  readonly background?: boolean
  /** A call that is repeated with the same one does nothing more. */
  readonly idempotencyKey?: string
}

interface Parts {
  readonly params?: unknown
  readonly query?: unknown
  readonly body?: unknown
}

/**
 * One call of the wire contract: `api<typeof getClaims>('GET', '/api/Console/Claims', { query })`. The contract is a type
 * argument, so that its schemas are not bundled. A body that is a `Blob` or `FormData` is sent as it is.
 * @throws ApiError
 */
export async function api<C extends Contract>(
  method: C['method'],
  path: C['path'],
  request: ContractRequest<C>,
  options: Options = {},
): Promise<ContractResponse<C>> {
  return withReauthentication(async () => {
    const response = await send(method, path, request, options)
    const answer = await response.json().catch(() => ({}))
    if (response.ok && !('approvalId' in answer)) return answer
    if (response.status === 401) forgetToken()
    throw new ApiError(response.status, answer)
  })
}

/** Saves an answer that is a file. @throws ApiError */
/** @param fileName is for an answer that names no file */
export async function download(path: string, fileName: string): Promise<void> {
  const response = await send('GET', path, {}, {})
  if (!response.ok) throw new ApiError(response.status, await response.json().catch(() => ({})))
  const [, named] = /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '') ?? []
  saveAs(await response.blob(), named ?? fileName)
}

export function saveAs(content: Blob, fileName: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(content)
  link.download = fileName
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}

/** Fill path parameters and append the query: undefined and empty values are omitted, lists repeated. */
export function addressOf(template: string, { params = {}, query = {} }: Parts): string {
  const values = params as Record<string, unknown>
  const path = template.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(values[name])))
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query as Record<string, unknown>))
    for (const one of Array.isArray(value) ? value : [value])
      if (one !== undefined && one !== '') search.append(name, String(one))
  const text = search.toString()
  return text ? `${path}?${text}` : path
}

let token: Promise<string> | null = null
export const forgetToken = (): void => {
  token = null
}

async function send(method: string, path: string, request: Parts, options: Options): Promise<Response> {
  const address = addressOf(path, request)
  if (method === 'GET') return fetchUntilThere(address, options)
  const withToken = async () =>
    fetchOnce(address, { method, ...bodyOf(request.body), token: await csrfToken() }, options)
  const response = await withToken()
  if (response.status !== 403) return response
  // Signing in and out changes the token: replace a stale one once.
  const { code } = (await response.clone().json()) as ErrorBody
  if (code !== 'csrf_invalid') return response
  forgetToken()
  return withToken()
}

/** Figures that take longer than a request are not there yet: the server says when to ask again. */
async function fetchUntilThere(address: string, options: Options): Promise<Response> {
  for (;;) {
    const response = await fetchOnce(address, { method: 'GET' }, options)
    const seconds = response.status === 202 ? Number(response.headers.get('retry-after')) : 0
    if (!seconds) return response
    await new Promise(resolve => setTimeout(resolve, seconds * 1_000))
    options.signal?.throwIfAborted()
  }
}

function bodyOf(body: unknown): { body?: BodyInit; type?: string } {
  if (body === undefined) return {}
  if (body instanceof Blob || body instanceof FormData) return { body }
  return { body: JSON.stringify(body), type: 'application/json' }
}

/** For uploads, whose progress `fetch` does not say. */
export function csrfToken(): Promise<string> {
  token ??= fetchOnce('/api/CSRF', { method: 'GET' }, {})
    .then(async response => ((await response.json()) as { csrfToken: string }).csrfToken)
    .catch((cause: unknown) => {
      token = null
      throw cause
    })
  return token
}

async function fetchOnce(
  address: string,
  { method, body, type, token }: { method: string; body?: BodyInit; type?: string; token?: string },
  { signal, background, idempotencyKey }: Options,
): Promise<Response> {
  const headers: Record<string, string> = { accept: 'application/json' }
  if (type) headers['content-type'] = type
  if (token) headers['x-xsrf-token'] = token
  if (background) headers['x-background'] = '1'
  if (idempotencyKey) headers['idempotency-key'] = idempotencyKey
  const init = { method, headers, ...(body === undefined ? {} : { body }), ...(signal ? { signal } : {}) }
  return fetch(address, init).catch((cause: unknown) => {
    if (signal?.aborted) throw cause
    const message = 'You seem to be offline. Check your connection and try again.'
    throw new ApiError(0, { code: 'unavailable', message })
  })
}
