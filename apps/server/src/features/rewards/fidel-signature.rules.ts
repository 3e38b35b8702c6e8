import { createHmac } from 'node:crypto'
import { equalsAny } from '../../constant-time.ts'

/** The timestamp's largest distance from the clock. */
const freshForMs = 5 * 60_000

export interface SignedCall {
  readonly url: string
  /** Milliseconds as decimal text. */
  readonly timestamp: string
  /** The bytes as sent. */
  readonly body: Buffer | string
}

/** `base64(HMAC-SHA256(secret, base64(HMAC-SHA256(secret, body + url + timestamp))))`: the second pass is over the text. */
export function signFidel(secret: string, { url, timestamp, body }: SignedCall): string {
  const inner = createHmac('sha256', secret).update(body).update(url).update(timestamp).digest('base64')
  return createHmac('sha256', secret).update(inner).digest('base64')
}

/** Verify a signature against every secret (several during rotation) and address, in constant time. */
export function isSignedByFidel(
  secrets: readonly string[],
  call: {
    urls: readonly string[]
    timestamp: unknown
    signature: unknown
    body: Buffer
    now: readonly Date[]
  },
): boolean {
  const { timestamp, signature, body, urls } = call
  if (typeof timestamp !== 'string' || !/^\d{1,16}$/.test(timestamp) || typeof signature !== 'string')
    return false
  const isFresh = call.now.some(now => Math.abs(now.getTime() - Number(timestamp)) <= freshForMs)
  if (!isFresh) return false
  const expected = secrets.flatMap(secret => urls.map(url => signFidel(secret, { url, timestamp, body })))
  return equalsAny(signature, expected)
}
