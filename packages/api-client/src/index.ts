import createFetchClient, { type Client } from 'openapi-fetch'
import { Webhook, WebhookVerificationError } from 'standardwebhooks'
import type { paths } from './schema.d.ts'

export type { components, paths } from './schema.d.ts'
export { WebhookVerificationError }

export interface ClientOptions {
  /** Such as https://api.example.com. */
  readonly baseUrl: string
  /** A key of the program: `dw_live_…` or `dw_test_…`. */
  readonly key: string
  /** How often a call is tried again after 429, 5xx or a lost connection. It is 3 when left out. */
  readonly retries?: number
  readonly fetch?: (request: Request) => Promise<Response>
}

/** What a call was refused for: `code` is stable, the message is for people. */
export class ApiError extends Error {
  readonly status: number
  readonly code: string
  readonly requestId: string
  readonly fieldErrors: readonly { readonly field: string; readonly message: string }[]

  constructor(
    status: number,
    body: Partial<Pick<ApiError, 'code' | 'message' | 'requestId' | 'fieldErrors'>>,
  ) {
    super(body.message ?? `The call was answered ${status}.`)
    this.name = 'ApiError'
    this.status = status
    this.code = body.code ?? 'unknown'
    this.requestId = body.requestId ?? ''
    this.fieldErrors = body.fieldErrors ?? []
  }
}

/**
 * A typed client: `client.GET('/v1/members/{id}', { params: { path: { id } } })` answers `{ data }`. What is refused is
 * thrown as an `ApiError`. POST gets an `Idempotency-Key` where the caller names none, so that trying again is safe.
 */
export function createClient({
  baseUrl,
  key,
  retries = 3,
  fetch = globalThis.fetch,
}: ClientOptions): Client<paths> {
  return createFetchClient<paths>({
    baseUrl,
    fetch: async (request: Request) => {
      const { method } = request
      request.headers.set('authorization', `Bearer ${key}`)
      if (method === 'POST' && !request.headers.has('idempotency-key'))
        request.headers.set('idempotency-key', crypto.randomUUID())
      const answer = await withRetries(() => fetch(request.clone()), { retries, isSafe: method !== 'PATCH' })
      if (answer.ok) return answer
      throw new ApiError(answer.status, await answer.json().catch(() => ({})))
    },
  })
}

interface Retrying {
  readonly retries: number
  /** Whether doing it twice is the same as doing it once. */
  readonly isSafe: boolean
}

async function withRetries(call: () => Promise<Response>, { retries, isSafe }: Retrying): Promise<Response> {
  for (let left = retries; ; left--) {
    const answer = await call().catch((error: unknown) => {
      if (left === 0 || !isSafe) throw error
      return null
    })
    const isBusy = answer === null || answer.status === 429 || (answer.status >= 500 && isSafe)
    if (answer && (!isBusy || left === 0)) return answer
    const asked = Number(answer?.headers.get('retry-after'))
    const backoffMs = 500 * 2 ** (retries - left) * (0.5 + Math.random())
    await new Promise(resolve => setTimeout(resolve, asked > 0 ? asked * 1_000 : backoffMs))
  }
}

interface Page<Item> {
  readonly items: readonly Item[]
  readonly nextCursor: string | null
}

/** Every item of a list: `read` gets the cursor of each page, undefined for the first. */
export async function* allOf<Item>(
  read: (cursor: string | undefined) => Promise<{ readonly data?: Page<Item> }>,
): AsyncGenerator<Item> {
  let cursor: string | undefined
  do {
    const { data } = await read(cursor)
    yield* data?.items ?? []
    cursor = data?.nextCursor ?? undefined
  } while (cursor !== undefined)
}

export type Event =
  paths['/v1/events']['get']['responses'][200]['content']['application/json']['items'][number]

/**
 * The event of a delivery whose signature holds and whose time is within five minutes of now.
 * @param body exactly the bytes that came, as text: not parsed and written again
 * @param secrets one, or two while they are rotated
 * @throws WebhookVerificationError
 */
export function verifyWebhook(
  body: string,
  headers: Headers | Readonly<Record<string, string | string[] | undefined>>,
  secrets: string | readonly string[],
): Event {
  const given = headers instanceof Headers ? Object.fromEntries(headers) : headers
  const named = Object.fromEntries(Object.entries(given).map(([name, value]) => [name, String(value)]))
  const all = [secrets].flat()
  for (const [at, secret] of all.entries()) {
    try {
      return new Webhook(secret).verify(body, named) as Event
    } catch (error) {
      if (at === all.length - 1) throw error
    }
  }
  throw new WebhookVerificationError('There is no secret to verify with.')
}
