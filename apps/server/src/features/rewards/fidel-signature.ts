import { createHmac, timingSafeEqual } from 'node:crypto'

/** How far a timestamp may be from the clock, either way. */
const freshForMs = 5 * 60_000

export interface SignedCall {
  /** The whole address that was called. */
  readonly url: string
  /** Milliseconds since 1970, as decimal text. */
  readonly timestamp: string
  /** The bytes as sent. */
  readonly body: Buffer | string
}

/** `base64(HMAC-SHA256(secret, base64(HMAC-SHA256(secret, body + url + timestamp))))`: the second pass is over the text. */
export function signFidel(secret: string, { url, timestamp, body }: SignedCall): string {
  const inner = createHmac('sha256', secret).update(body).update(url).update(timestamp).digest('base64')
  return createHmac('sha256', secret).update(inner).digest('base64')
}

/**
 * Whether a call was signed by someone who knows one of the secrets (several while keys are rotated), for one of the
 * addresses it may have been sent to, within five minutes. Compares in constant time, and every pair.
 */
export function isSignedByFidel(
  secrets: readonly string[],
  call: {
    urls: readonly string[]
    timestamp: unknown
    signature: unknown
    body: Buffer
    /** Whatever the sender's clock may go by. */
    now: readonly Date[]
  },
): boolean {
  const { timestamp, signature, body, urls } = call
  if (typeof timestamp !== 'string' || !/^\d{1,16}$/.test(timestamp) || typeof signature !== 'string')
    return false
  const isFresh = call.now.some(now => Math.abs(now.getTime() - Number(timestamp)) <= freshForMs)
  if (!isFresh) return false
  const given = Buffer.from(signature)
  let matches = false
  for (const secret of secrets) {
    for (const url of urls) {
      const expected = Buffer.from(signFidel(secret, { url, timestamp, body }))
      if (given.length === expected.length && timingSafeEqual(given, expected)) matches = true
    }
  }
  return matches
}

/** `FIDEL_WEBHOOK_SECRET` holds one secret, or several separated by commas while keys are rotated; the first signs. */
export function webhookSecrets(setting: string): string[] {
  return setting
    .split(',')
    .map(secret => secret.trim())
    .filter(secret => secret !== '')
}
