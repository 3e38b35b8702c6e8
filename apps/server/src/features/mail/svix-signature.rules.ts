import { createHmac, timingSafeEqual } from 'node:crypto'

/** The timestamp's largest distance from the clock. */
const freshForMs = 5 * 60_000

export interface SvixHeaders {
  readonly id: unknown
  /** The time is in seconds, as decimal text. */
  readonly timestamp: unknown
  /** Several, separated by spaces, while keys change: `v1,<base64>`. */
  readonly signature: unknown
}

/** The secret is `whsec_` and the key in base64. */
const keyOf = (secret: string): Buffer => Buffer.from(secret.replace(/^whsec_/, ''), 'base64')

/** `base64(HMAC-SHA256(key, id.timestamp.body))`, as docs.svix.com/receiving/verifying-payloads says. */
export function signSvix(
  secret: string,
  call: { id: string; timestamp: string; body: Buffer | string },
): string {
  const digest = createHmac('sha256', keyOf(secret)).update(`${call.id}.${call.timestamp}.`).update(call.body)
  return `v1,${digest.digest('base64')}`
}

/** Every secret is compared, in constant time. */
export function isSignedBySvix(
  secrets: readonly string[],
  { id, timestamp, signature }: SvixHeaders,
  { body, now }: { body: Buffer; now: readonly Date[] },
): boolean {
  if (typeof id !== 'string' || typeof signature !== 'string') return false
  if (typeof timestamp !== 'string' || !/^\d{1,12}$/.test(timestamp)) return false
  const isFresh = now.some(moment => Math.abs(moment.getTime() - Number(timestamp) * 1_000) <= freshForMs)
  if (!isFresh) return false
  const given = signature.split(' ', 10).map(text => Buffer.from(text))
  let matches = false
  for (const secret of secrets) {
    const expected = Buffer.from(signSvix(secret, { id, timestamp, body }))
    for (const one of given)
      if (one.length === expected.length && timingSafeEqual(one, expected)) matches = true
  }
  return matches
}
